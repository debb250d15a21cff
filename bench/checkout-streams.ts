import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { insertCheckout, noteChoice } from '../src/db/checkouts/checkouts.js';
import { transaction, type Database } from '../src/db/core/database.js';
import { newCheckoutPublicId, newId } from '../src/db/core/new-id.js';
import type { AssetId } from '../src/domain/core/asset.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread } from './harness/statistics.js';
import { silentChain, startApi, type ApiProgram } from './parts/api.js';
import { sampleMemory } from './parts/memory.js';
import { insertOpenInvoices } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { followerDependencies } from './parts/stepped-follower.js';
import { until } from './parts/wait.js';

/**
 * The number of pages. Half are pages of invoices. The others are pages of checkouts, whose coin is chosen and may
 * change.
 */
const PAGES = 2_000;
/** The number of pages from one IP: as many as the product allows. */
const PAGES_OF_AN_IP = 20;
const OPENED_AT_ONCE = 50;
const CHANGES = 10;
const IDLE_SECONDS = 10;
const SEEN_WITHIN_MS = 2_000;
const MEMORY_BUDGET_KIB = 128;
/** A time so late that no page reaches its end during the bench, and no chain counts as behind. */
const ONE_DAY = "now() + interval '1 day'";

/** The streams of all pages, and the number of states that they got in total. */
interface OpenStreams {
  readonly told: () => number;
}

/** Counts the events of a state. A chunk may end within the name of an event. */
function countStates(response: IncomingMessage, onState: () => void): void {
  const name = 'event: state\n';
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const parts = (rest + chunk).split(name);
    for (let i = 1; i < parts.length; i += 1) onState();
    rest = (parts.at(-1) ?? '').slice(-name.length);
  });
}

/** Makes a checkout for every other invoice, and makes the invoice its choice. @returns the public ids of all pages. */
async function addCheckouts(
  db: Database,
  { merchantId, assets }: { readonly merchantId: string; readonly assets: readonly AssetId[] },
): Promise<readonly string[]> {
  const invoices = await db('invoices')
    .orderBy('invoice_id')
    .select<{ invoice_id: string; public_id: string }[]>('invoice_id', 'public_id');
  return transaction(db, async (trx) => {
    const publicIds: string[] = [];
    for (const [i, { invoice_id: invoiceId, public_id: ofInvoice }] of invoices.entries()) {
      if (i % 2 === 0) {
        publicIds.push(ofInvoice);
        continue;
      }
      const checkoutId = newId('chk');
      const publicId = newCheckoutPublicId();
      const checkout = await insertCheckout(trx, {
        checkoutId,
        publicId,
        merchantId,
        assets,
        metadata: {},
        locale: null,
        amount: { amountFiatCents: 2_500n, fiatCurrency: 'USD' },
        merchantReference: null,
        description: 'Two coffees',
        checkoutUrl: '',
        redirectUrl: null,
        cancelUrl: null,
        quoteSeconds: 900,
        createdAtMs: Date.now(),
        expiresAtMs: Date.now() + 24 * 3_600_000,
      });
      await trx('invoices').where({ invoice_id: invoiceId }).update({ checkout_id: checkoutId });
      await noteChoice(trx, checkout, invoiceId);
      publicIds.push(publicId);
    }
    return publicIds;
  });
}

/** Opens the stream of each page, as a browser behind a proxy does while it waits for the payment. */
async function openStreams(
  context: BenchContext,
  { baseUrl }: ApiProgram,
  publicIds: readonly string[],
): Promise<OpenStreams> {
  let told = 0;
  const open = async (publicId: string, index: number): Promise<void> => {
    const group = Math.floor(index / PAGES_OF_AN_IP);
    const request = get(`${baseUrl}/pay/${publicId}/events`, {
      agent: false,
      headers: { 'x-forwarded-for': `198.18.${group >> 8}.${group & 255}` },
    });
    context.onEnd(() => Promise.resolve(request.destroy()));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A page was refused: ${response.statusCode ?? 0}`);
    // The bench itself cuts the stream at the end.
    response.on('error', () => undefined);
    countStates(response, () => (told += 1));
  };
  for (let from = 0; from < publicIds.length; from += OPENED_AT_ONCE) {
    context.signal.throwIfAborted();
    const together = publicIds.slice(from, from + OPENED_AT_ONCE);
    await Promise.all(together.map((publicId, i) => open(publicId, from + i)));
  }
  await until(context, 'every page has its state', () => told === publicIds.length);
  return { told: () => told };
}

const memoryOf = (context: BenchContext, api: ApiProgram, when: string): Promise<number> =>
  sampleMemory(context, { whose: `the API ${when}`, unit: 'KiB', read: () => api.memoryKib() });

/**
 * Changes one row that every page shows: the chain is halted, or resumed. So all pages are rendered and told at once.
 * No other change gives the API more to do within a second.
 *
 * @returns the time from the change until the last page was told, in ms.
 */
async function changeAll(
  context: BenchContext,
  { db, streams, isHalted }: { db: Database; streams: OpenStreams; isHalted: boolean },
): Promise<number> {
  const wanted = streams.told() + PAGES;
  const reason = isHalted ? 'the bench halts it' : null;
  await db('chain_cursors').update({ halted_reason: reason, halted_at: isHalted ? db.fn.now() : null });
  const changedAtMs = performance.now();
  await until(context, 'every page was told', () => streams.told() >= wanted, { everyMs: 2 });
  return performance.now() - changedAtMs;
}

/** @returns the CPU time that a second costs while nothing changes, in ms. */
async function idleCpuMs(context: BenchContext, api: ApiProgram): Promise<number> {
  const before = await api.cpuMs();
  const beganMs = performance.now();
  await until(context, 'the time is over', () => performance.now() - beganMs > IDLE_SECONDS * 1_000);
  const usedMs = (await api.cpuMs()) - before;
  return (usedMs / (performance.now() - beganMs)) * 1_000;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const { chain, token, chainsFile } = silentChain(context);
  const database = await createDatabase(context, { serverUrl, name: 'bench_streams' });
  const { db } = database;
  const deps = followerDependencies(context, { db, chain });
  const { merchantId } = await insertOpenInvoices(context, database, { deps, token, count: PAGES });
  const assets = chain.assets.map(({ chainCode, tokenSymbol }) => ({ chainCode, tokenSymbol }));
  const publicIds = await addCheckouts(db, { merchantId, assets });
  await db.raw(
    `INSERT INTO chain_cursors (chain_code, height, block_time, agreed_time, caught_up_at)
     VALUES (:chainCode, 1, ${ONE_DAY}, ${ONE_DAY}, ${ONE_DAY})
     ON CONFLICT (chain_code) DO UPDATE
       SET height = 1, block_time = ${ONE_DAY}, agreed_time = ${ONE_DAY}, caught_up_at = ${ONE_DAY}`,
    { chainCode: chain.chainCode },
  );
  const api = await startApi(context, {
    name: 'streams',
    databaseUrl: database.url,
    chainsFile,
    redisUrl: null,
    env: { TRUST_PROXY: '1' },
  });

  // The first page loads what every page needs.
  await fetch(`${api.baseUrl}/pay/${publicIds[0] ?? ''}`);
  const before = await memoryOf(context, api, 'without a page');
  const streams = await openStreams(context, api, publicIds);
  const after = await memoryOf(context, api, `with ${PAGES} pages`);
  const cpuMs = await idleCpuMs(context, api);
  const changes: number[] = [];
  const cpuBeforeMs = await api.cpuMs();
  for (let i = 0; i < CHANGES; i += 1)
    changes.push(await changeAll(context, { db, streams, isHalted: i % 2 === 0 }));
  const changeCpuMs = ((await api.cpuMs()) - cpuBeforeMs) / CHANGES;
  context.say(`a change was seen at the last of ${PAGES} pages after ${describeSpread(changes, 'ms')}`);
  return [
    {
      measure: `a change of all ${PAGES} open pages at once, at the last of them, the slowest of ${CHANGES}`,
      value: Math.max(...changes),
      unit: 'ms',
      reference: 'its budget',
      referenceValue: SEEN_WITHIN_MS,
    },
    {
      // On a busy machine, CPU time says more than elapsed time.
      measure: `CPU time of a change of all ${PAGES} pages, with the readings until then`,
      value: changeCpuMs,
      unit: 'ms',
      reference: 'a core',
      referenceValue: 1_000,
    },
    {
      measure: 'memory of an open page',
      value: (after - before) / PAGES,
      unit: 'KiB',
      reference: 'its budget',
      referenceValue: MEMORY_BUDGET_KIB,
    },
    {
      measure: `CPU time of a second with ${PAGES} open pages on which nothing changes`,
      value: cpuMs,
      unit: 'ms',
      reference: 'a core',
      referenceValue: 1_000,
    },
  ];
}

export const checkoutStreams: Bench = {
  name: 'checkout-streams',
  summary: `${PAGES} open checkout pages on one process: memory, and a change of all at once, against their budgets`,
  run,
};
