import { listChainCursors } from '../../src/db/chains/chain-cursor.js';
import { transaction } from '../../src/db/core/database.js';
import type { Invoice } from '../../src/db/invoices/invoices.js';
import { insertWebhookEndpoint } from '../../src/db/webhooks/webhook-endpoints.js';
import { EVENT_TYPES } from '../../src/domain/webhooks/events.js';
import { secretBox } from '../helpers/facts/deliveries.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { startMoneyCircuit, untilRead, type MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import { faultRule, LIES_OF_ONE, type RpcFault } from '../helpers/chain/rpc-faults.js';
import type { RequestGate } from '../helpers/chain/rpc-proxy.js';
import { ChainOfWalks } from './chain-of-walks.js';
import type { PlannedInvoice } from './commands.js';
import { WalkingFollower } from './walking-follower.js';

const PAYERS = 150;
/** The chain's finalized is so many blocks behind its head. */
const FINAL_BEHIND_BLOCKS = 8;
/** How much an invoice asks for, in base units of USDC. */
export const ASKED_ATOMIC = 100_000_000n;

/** Where walks take place, one after the other: a chain behind two RPCs, a database, and the product between them. */
export interface WalkWorld {
  readonly circuit: MoneyCircuit;
  readonly chain: ChainOfWalks;
  /** A merchant of a walk's own, whose webhook endpoint hears of everything. */
  addMerchant(): Promise<string>;
  addInvoice(merchantId: string, planned: PlannedInvoice): Promise<Invoice>;
  startFollower(): WalkingFollower;
  /** Has the follower read all that there is? */
  isRead(): Promise<boolean>;
  /** Has another RPC been asked for all that is final by now? */
  isVerified(): Promise<boolean>;
  breakRpcs(rpcs: readonly (0 | 1)[], fault: RpcFault): Promise<void>;
  healRpcs(): void;
  close(): Promise<void>;
}

export async function startWalkWorld(): Promise<WalkWorld> {
  const gates = new Map<string, RequestGate>();
  let chain: ChainOfWalks | undefined;
  const circuit = await startMoneyCircuit({
    slotsInAnEpoch: 4,
    proxies: 2,
    oddTokens: true,
    payers: PAYERS,
    pollIntervalMs: 1,
    gateOf: (path) => gates.get(path),
    now: () => chain?.nowMs() ?? Date.now(),
  });
  const walked = (chain = await ChainOfWalks.prepare(circuit));
  // What is read first there is nothing yet to hold against.
  const first = circuit.keepFollowing();
  await untilRead(circuit);
  await first.stop();
  const { db } = circuit.database;
  let followers = 0;
  return {
    circuit,
    chain: walked,
    addMerchant: async () => {
      const merchantId = await insertMerchant(db);
      await transaction(db, (trx) =>
        insertWebhookEndpoint(trx, {
          ...{ merchantId, url: 'https://shop.example/hooks', events: EVENT_TYPES, description: null },
          ...{ secretEncrypted: secretBox.seal('whsec_walk'), nowMs: walked.nowMs() },
        }),
      );
      return merchantId;
    },
    addInvoice: (merchantId, { ttlSeconds, ...terms }) =>
      circuit.invoice({
        ...{ merchantId, amountAtomic: ASKED_ATOMIC, createdAtMs: walked.nowMs(), ...terms },
        expiresAtMs: walked.nowMs() + ttlSeconds * 1_000,
      }),
    startFollower: () => new WalkingFollower(circuit, { gates, name: `follower-${(followers += 1)}` }),
    isRead: async () => {
      const [cursor] = await listChainCursors(db);
      const head = await circuit.anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
      return cursor?.blockHash === head.hash;
    },
    isVerified: async () => {
      const [cursor] = await listChainCursors(db);
      const finalHeight = (await walked.height()) - FINAL_BEHIND_BLOCKS;
      return cursor?.finalizedHeight === finalHeight && cursor.verifiedHeight === finalHeight;
    },
    breakRpcs: async (rpcs, fault) => {
      const rule = faultRule(fault, await walked.height());
      // What all of them tell falsely, or leave out, is another chain: nobody can know.
      const liars = LIES_OF_ONE.includes(fault) ? [0] : rpcs;
      for (const rpc of liars) circuit.proxies[rpc]?.use(rule);
    },
    healRpcs: () => circuit.proxies.forEach((proxy) => proxy.clear()),
    close: () => circuit.close(),
  };
}
