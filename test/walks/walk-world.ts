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
/** The number of blocks between the chain's finalized block and its head. */
const FINAL_BEHIND_BLOCKS = 8;
/** The amount of each invoice, in base units of USDC. */
export const ASKED_ATOMIC = 100_000_000n;

/** The known facts about the whole chain. */
export interface ReadingProgress {
  /** The head is read. */
  readonly isRead: boolean;
  /** The verification scan has covered everything that is final. */
  readonly isVerified: boolean;
  /** Some payment waits for another RPC. */
  readonly isDoubted: boolean;
}

/** The world of the walks, which share it one after the other: a chain behind two RPCs, a database, and the product. */
export interface WalkWorld {
  readonly circuit: MoneyCircuit;
  readonly chain: ChainOfWalks;
  /** Adds a merchant for one walk, with a webhook endpoint that subscribes to everything. */
  addMerchant(): Promise<string>;
  addInvoice(merchantId: string, planned: PlannedInvoice): Promise<Invoice>;
  startFollower(): WalkingFollower;
  readProgress(): Promise<ReadingProgress>;
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
  // The first blocks are read before any fault: nothing is known yet that a lie could contradict.
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
          merchantId,
          url: 'https://shop.example/hooks',
          events: EVENT_TYPES,
          description: null,
          secret: 'whsec_walk',
          secretBox,
          nowMs: walked.nowMs(),
        }),
      );
      return merchantId;
    },
    addInvoice: (merchantId, { ttlSeconds, ...terms }) =>
      circuit.invoice({
        merchantId,
        amountAtomic: ASKED_ATOMIC,
        createdAtMs: walked.nowMs(),
        ...terms,
        expiresAtMs: walked.nowMs() + ttlSeconds * 1_000,
      }),
    startFollower: () =>
      new WalkingFollower(circuit, {
        gates,
        name: `follower-${(followers += 1)}`,
        isDatabaseIdle: () => circuit.database.isIdle('quittance_core'),
        readHaltedReason: async () => (await listChainCursors(db))[0]?.haltedReason ?? null,
      }),
    readProgress: async () => {
      const [cursor] = await listChainCursors(db);
      const head = await circuit.anvil.rpc<{ hash: string; number: string }>('eth_getBlockByNumber', [
        'latest',
        false,
      ]);
      const finalHeight = Number(head.number) - FINAL_BEHIND_BLOCKS;
      const doubted = await db('transfers')
        .where({ canonical: true })
        .whereNotNull('shown_only_by')
        .first<{ transfer_id: number } | undefined>('transfer_id');
      return {
        isRead: cursor?.blockHash === head.hash,
        isVerified: cursor?.finalizedHeight === finalHeight && cursor.verifiedHeight === finalHeight,
        isDoubted: doubted !== undefined,
      };
    },
    breakRpcs: async (rpcs, fault) => {
      const rule = faultRule(fault, await walked.height());
      // The same lie from all RPCs would be another chain, which nobody could detect.
      const liars = LIES_OF_ONE.includes(fault) ? [0] : rpcs;
      for (const rpc of liars) circuit.proxies[rpc]?.use(rule);
    },
    healRpcs: () => circuit.proxies.forEach((proxy) => proxy.clear()),
    close: () => circuit.close(),
  };
}
