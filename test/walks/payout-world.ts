import type { ChainClient } from '../../src/chain/rpc/types.js';
import { setTimeout as pause } from 'node:timers/promises';
import { COLD_ADDRESS } from '../helpers/circuits/sweep-circuit.js';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import { mintTestToken, sendUnlocked } from '../../src/chain/contracts/test-token.js';
import { listChainCursors } from '../../src/db/chains/chain-cursor.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import {
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../helpers/circuits/money-circuit.js';
import { callOddContract } from '../helpers/chain/odd-contracts.js';
import { faultRule, LIES_OF_ONE, type RpcFault } from '../helpers/chain/rpc-faults.js';
import { until } from '../helpers/until.js';
import { ChainOfWalks } from './chain-of-walks.js';

const PAYERS = 60;
const FUNDS_ATOMIC = 10n ** 12n;
const GAS_MONEY_WEI = 10n ** 20n;
/** What is above goes to the cold address: the rest is more than a walk pays out, in tokens and in the native coin. */
export const TOKEN_CEILING_ATOMIC = 10n ** 10n;
const NATIVE_CEILING_WEI = 10n ** 19n * 5n;
const READ_WITHIN_MS = 60_000;
const FIRST_BLOCKS = 20;

/** Where money goes out: a chain behind two RPCs, a database, a follower that keeps reading, and signing workers. */
export interface PayoutWorld {
  readonly circuit: MoneyCircuit;
  readonly chain: ChainOfWalks;
  addMerchant(): Promise<string>;
  /** The follower has read the head, and what it knows is final is what is. */
  untilAllIsRead(): Promise<void>;
  /** Asks the chain past all that may be broken. */
  readonly honestClient: ChainClient;
  /** Does some work with RPC clients that give out after so many answers, as if its process had died. */
  untilDeath(requests: number, work: () => Promise<void>): Promise<void>;
  breakRpcs(rpcs: readonly (0 | 1)[], fault: RpcFault): Promise<void>;
  /** Every process is started again, with clients that hold nothing against any RPC. */
  healRpcs(): Promise<void>;
  close(): Promise<void>;
}

export async function startPayoutWorld(): Promise<PayoutWorld> {
  let chain: ChainOfWalks | undefined;
  let client: ChainClient | undefined;
  const circuit = await startMoneyCircuit({
    ...{
      slotsInAnEpoch: 4,
      proxies: 2,
      oddTokens: true,
      payers: PAYERS,
      pollIntervalMs: 5,
    },
    adjust: (chain) => ({
      ...chain,
      coldAddress: COLD_ADDRESS,
      assets: chain.assets.map((asset) => ({
        ...asset,
        hotWalletCeilingAtomic: asset.kind === 'native' ? NATIVE_CEILING_WEI : TOKEN_CEILING_ATOMIC,
      })),
    }),
    now: () => chain?.nowMs() ?? Date.now(),
    clientOf: () => client,
  });
  const { anvil, proxies, database } = circuit;
  const newClient = (): ChainClient =>
    createChainClient(circuit.chain, { timeoutMs: 5_000, maxRounds: 1, healthIntervalMs: 0 });
  const honestClient = createChainClient({ ...circuit.chain, rpcUrls: [anvil.url] });
  client = newClient();
  await anvil.mine(FIRST_BLOCKS);
  let follower: RunningFollower = circuit.keepFollowing();
  await untilRead(circuit);
  await fundWallets(circuit);
  const walked = (chain = await ChainOfWalks.prepare(circuit));
  const renewClient = async (): Promise<void> => {
    await follower.stop();
    await client?.close();
    client = newClient();
    follower = circuit.keepFollowing();
  };
  return {
    ...{ circuit, chain: walked, honestClient },
    addMerchant: () => insertMerchant(database.db),
    untilAllIsRead: () =>
      until('the follower has read all', async () => isRead(circuit), { withinMs: READ_WITHIN_MS }),
    untilDeath: async (requests, work) => {
      const whole = client;
      client = whole === undefined ? undefined : dying(whole, requests);
      await work();
      client = whole;
    },
    breakRpcs: async (rpcs, fault) => {
      const rule = faultRule(fault, await walked.height());
      // What all of them tell falsely, or leave out, is another chain: nobody can know.
      const liars = LIES_OF_ONE.includes(fault) ? [0] : rpcs;
      for (const rpc of liars) proxies[rpc]?.use(rule);
    },
    healRpcs: async () => {
      for (const proxy of proxies) proxy.clear();
      await renewClient();
    },
    close: async () => {
      await follower.stop();
      await Promise.all([client?.close(), honestClient.close()]);
      await circuit.close();
    },
  };
}

/** More than all walks take of each asset, so that nothing waits for money but what lost it. */
async function fundWallets(circuit: MoneyCircuit): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to, sweepWalletAddress } = circuit;
  const rpcUrl = anvil.url;
  await mintTestToken({ rpcUrl, tokenAddress: usdc.address ?? '', to, amountAtomic: FUNDS_ATOMIC });
  await callOddContract({
    ...{ rpcUrl, name: 'NoReturnToken', address: circuit.asset('USDT').address ?? '', functionName: 'mint' },
    args: [to, FUNDS_ATOMIC],
  });
  for (const wallet of [to, sweepWalletAddress])
    await sendUnlocked({ rpcUrl, to: wallet, valueAtomic: GAS_MONEY_WEI });
}

async function isRead({ anvil, database }: MoneyCircuit): Promise<boolean> {
  const [cursor] = await listChainCursors(database.db);
  if (cursor?.haltedReason != null) throw new Error(`The chain was halted: ${cursor.haltedReason}`);
  const [head, final] = await Promise.all(
    ['latest', 'finalized'].map((tag) =>
      anvil.rpc<{ hash: string; number: string }>('eth_getBlockByNumber', [tag, false]),
    ),
  );
  return cursor?.blockHash === head?.hash && cursor?.finalizedHeight === Number(final?.number);
}

/** Answers so many requests, and never one after them. */
function dying(client: ChainClient, requests: number): ChainClient {
  let left = requests;
  const counted = async <T>(ask: () => Promise<T>): Promise<T> => {
    left -= 1;
    const answer = left < 0 ? undefined : await ask();
    await pause(0);
    if (left <= 0 || answer === undefined) throw new Dead();
    return answer;
  };
  return {
    ...client,
    request: ((...args: Parameters<ChainClient['request']>) =>
      counted(() => client.request(...args))) as ChainClient['request'],
    requestBatch: (calls, decode) => counted(() => client.requestBatch(calls, decode)),
    onOneRpc: (work) => counted(() => client.onOneRpc(work)),
    requestFromEach: (method, params, decode) =>
      counted(() => client.requestFromEach(method, params, decode)),
  };
}

/** The process that waited for this is no more. */
export class Dead extends Error {
  override readonly name = 'Dead';
}
