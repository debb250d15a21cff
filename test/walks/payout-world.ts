import type { ChainClient } from '../../src/chain/rpc/types.js';
import { setTimeout as pause } from 'node:timers/promises';
import { COLD_ADDRESS } from '../helpers/circuits/sweep-circuit.js';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import { mintTestToken, sendUnlocked } from '../../src/chain/contracts/test-token.js';
import { listChainCursors } from '../../src/db/chains/chain-cursor.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { startMoneyCircuit, untilRead, type MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import { callOddContract } from '../helpers/chain/odd-contracts.js';
import { faultRule, LIES_OF_ONE, type RpcFault } from '../helpers/chain/rpc-faults.js';
import { ChainOfWalks } from './chain-of-walks.js';
import { WatchfulFollower } from './watchful-follower.js';

const PAYERS = 60;
const FUNDS_ATOMIC = 10n ** 12n;
const GAS_MONEY_WEI = 10n ** 20n;
/** Ceilings of the hot wallet: any excess goes to the cold address. Each is more than a walk pays out. */
export const TOKEN_CEILING_ATOMIC = 10n ** 10n;
const NATIVE_CEILING_WEI = 10n ** 19n * 5n;
const FIRST_BLOCKS = 20;

/** The world of outgoing money: a chain behind two RPCs, a database, a follower that keeps reading, signing workers. */
export interface PayoutWorld {
  readonly circuit: MoneyCircuit;
  readonly chain: ChainOfWalks;
  addMerchant(): Promise<string>;
  /** Makes the follower check the chain at once, in parallel with the next step. */
  lookAgain(): void;
  /** Waits until the follower has read the head, and knows the chain's final block. */
  untilAllIsRead(): Promise<void>;
  /** Asks the chain directly, past the RPCs that may be broken. */
  readonly honestClient: ChainClient;
  /** Does some work with an RPC client that fails after this number of answers, as if its process had died. */
  untilDeath(requests: number, work: () => Promise<void>): Promise<void>;
  breakRpcs(rpcs: readonly (0 | 1)[], fault: RpcFault): Promise<void>;
  /** Ends all faults and starts the follower again, with a new client for which no RPC has failed yet. */
  healRpcs(): Promise<void>;
  close(): Promise<void>;
}

export async function startPayoutWorld(): Promise<PayoutWorld> {
  let chain: ChainOfWalks | undefined;
  let client: ChainClient | undefined;
  const circuit = await startMoneyCircuit({
    slotsInAnEpoch: 4,
    proxies: 2,
    oddTokens: true,
    payers: PAYERS,
    pollIntervalMs: 5,
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
    createChainClient(circuit.chain, { timeoutMs: 30_000, maxRounds: 1, healthIntervalMs: 0 });
  const honestClient = createChainClient({ ...circuit.chain, rpcUrls: [anvil.url] });
  client = newClient();
  await anvil.mine(FIRST_BLOCKS);
  let follower = new WatchfulFollower(circuit);
  await untilRead(circuit);
  await fundWallets(circuit);
  const walked = (chain = await ChainOfWalks.prepare(circuit));
  const renewClient = async (): Promise<void> => {
    await follower.stop();
    await client?.close();
    client = newClient();
    follower = new WatchfulFollower(circuit);
  };
  return {
    circuit,
    chain: walked,
    honestClient,
    addMerchant: () => insertMerchant(database.db),
    lookAgain: () => follower.look(),
    untilAllIsRead: () => follower.lookUntil(() => isRead(circuit)),
    untilDeath: async (requests, work) => {
      const whole = client;
      client = whole === undefined ? undefined : dying(whole, requests);
      await work();
      client = whole;
    },
    breakRpcs: async (rpcs, fault) => {
      const rule = faultRule(fault, await walked.height());
      // The same lie from all RPCs would be another chain, which nobody could detect.
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

/** Funds the wallets with more of each asset than all walks take. So a withdrawal waits for money only after a loss. */
async function fundWallets(circuit: MoneyCircuit): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to, sweepWalletAddress } = circuit;
  const rpcUrl = anvil.url;
  await mintTestToken({ rpcUrl, tokenAddress: usdc.address ?? '', to, amountAtomic: FUNDS_ATOMIC });
  await callOddContract({
    rpcUrl,
    name: 'NoReturnToken',
    address: circuit.asset('USDT').address ?? '',
    functionName: 'mint',
    args: [to, FUNDS_ATOMIC],
  });
  for (const wallet of [to, sweepWalletAddress])
    await sendUnlocked({ rpcUrl, to: wallet, valueAtomic: GAS_MONEY_WEI });
}

async function isRead({ anvil, database }: MoneyCircuit): Promise<boolean> {
  const [cursor] = await listChainCursors(database.db);
  if (cursor?.haltedReason != null) throw new Error(`The chain was halted: ${cursor.haltedReason}`);
  const [head, final] = await anvil.rpcBatch<{ hash: string; number: string }>(
    ['latest', 'finalized'].map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
  );
  return cursor?.blockHash === head?.hash && cursor?.finalizedHeight === Number(final?.number);
}

/** Wraps a client so that it answers this number of requests and no more. */
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

/** The error that stands for the death of the process that asked. */
export class Dead extends Error {
  override readonly name = 'Dead';
}
