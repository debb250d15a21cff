import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { once } from 'node:events';
import pg from 'pg';
import pino from 'pino';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import { createWithdrawalActivities } from '../../../activities/withdrawals/withdrawal-activities.js';
import { hotWalletOf, sweepKeysOf } from '../../../src/chain/keys/keys.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { openDatabase } from '../../../src/db/core/database.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { signerLimitKey, type SignerLimits } from '../../../src/domain/wallets/signer-limits.js';
import type { PayingOrder, PayingReport } from '../../helpers/processes/paying-process.js';

/**
 * Pays a withdrawal, or sweeps, with the product's own activities, and dies by SIGKILL when the given number of its waits has
 * ended: what it waited for has happened, and it does nothing about it any more.
 */
let waits = 0;
let killAfter: number | null = null;

function waited(): void {
  if (killAfter !== null && waits >= killAfter) process.kill(process.pid, 'SIGKILL');
  waits += 1;
}

type QueryCallback = (...results: unknown[]) => void;
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Knex gives each query a callback. */
function countQueries(): void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...args) {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return query.apply(this, args);
    const counted: QueryCallback = (...results) => {
      waited();
      (callback as QueryCallback)(...results);
    };
    return query.apply(this, [...args.slice(0, -1), counted]);
  };
}

function countRequests(client: ChainClient): ChainClient {
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    waited();
    return result;
  };
  const request = <T>(...args: Parameters<typeof client.request<T>>): Promise<T> =>
    counted(client.request(...args));
  return {
    ...client,
    request: request as ChainClient['request'],
    requestBatch: (calls, decode) => counted(client.requestBatch(calls, decode)),
    onOneRpc: (work) => counted(client.onOneRpc(work)),
    requestFromEach: (method, params, decode, options) =>
      counted(client.requestFromEach(method, params, decode, options)),
  };
}

/** More than any of these works moves: asked for and counted like any others, so that a death at that is among them. */
function generousLimits({ assets }: Chain): SignerLimits {
  const limit = { perTransactionAtomic: 10n ** 30n, perDayAtomic: 10n ** 30n };
  return new Map(assets.map((asset) => [signerLimitKey(asset), limit]));
}

function report(what: PayingReport): void {
  process.send?.(what);
}

async function pay(order: PayingOrder): Promise<void> {
  const { chain, work } = order;
  const db = openDatabase({ url: order.databaseUrl });
  const client = createChainClient(chain, { timeoutMs: 10_000 });
  const counted = countRequests(client);
  const deps = {
    db,
    chains: new Map([[chain.chainCode, chain]]),
    chainClient: () => counted,
    now: Date.now,
    log: pino({ level: 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
  };
  const withdrawals = createWithdrawalActivities(deps);
  const keys = { hotWallet: hotWalletOf(order.mnemonic), sweepKeys: sweepKeysOf(order.mnemonic) };
  const signer = createSignerActivities({ ...deps, ...keys, limits: generousLimits(chain) });
  killAfter = order.killAfter;
  waited();
  const untilMoved = async (): Promise<void> => {
    report({ kind: 'waits' });
    await once(process, 'message');
  };
  if (work.kind === 'sweep') {
    while ((await signer.sweepChain({ chainCode: chain.chainCode })).open > 0) await untilMoved();
  } else {
    const { withdrawalId } = work;
    for (;;) {
      const { next } = await withdrawals.advanceWithdrawal({ withdrawalId });
      if (next === 'closed') break;
      if (next === 'send') await signer.sendWithdrawal({ withdrawalId });
      if (next === 'wait') await untilMoved();
    }
  }
  report({ kind: 'done', waits });
  await client.close();
  await db.destroy();
}

countQueries();
report({ kind: 'ready' });
const [order] = (await once(process, 'message')) as [PayingOrder];
await pay(order);
process.disconnect();
