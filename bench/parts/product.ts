import { createPatientClient, type PatientClient } from '../../src/client/patient-client.js';
import { loadConfig } from '../../src/config.js';
import { openDatabase, type Database } from '../../src/db/core/database.js';
import { launch, type Instance } from '../../src/local/launch.js';
import type { BenchContext } from '../harness/bench.js';
import { startDatabaseServer } from './postgres.js';

/** The whole product, as `npm start` runs it: PostgreSQL, Temporal, API and worker, each in its own process. */
export interface Product extends Instance {
  /** The merchant, with an API client that uses its key. */
  readonly merchant: Instance['merchant'] & { readonly api: PatientClient };
  /** Returns the process id of one of our own programs. */
  pidOf(name: 'api' | 'worker'): number;
}

/** @param variables added to its environment, e.g. a `CHAINS_FILE` instead of the local chain. */
export async function startProduct(
  { launch: context, signal }: BenchContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const env = { ...context.env, ...variables };
  const instance = await launch({ ...context, env, config: loadConfig(env, { for: 'start' }) });
  const { baseUrl, merchant } = instance;
  return {
    ...instance,
    merchant: { ...merchant, api: createPatientClient({ baseUrl, apiKey: merchant.apiKey, signal }) },
    pidOf(name) {
      const found = instance.processes().find((process) => process.name === name);
      if (found === undefined) throw new Error(`The ${name} is not running.`);
      return found.pid;
    },
  };
}

/** Starts the product on a database that the bench reads and writes itself. */
export async function startProductOnDatabase(
  context: BenchContext,
): Promise<{ readonly product: Product; readonly db: Database; readonly serverUrl: string }> {
  const serverUrl = await startDatabaseServer(context);
  const product = await startProduct(context, { DATABASE_URL: serverUrl });
  const db = openDatabase({ url: serverUrl });
  context.onEnd(() => db.destroy());
  return { product, db, serverUrl };
}

export interface WaitingInvoice {
  readonly invoiceId: string;
  readonly depositAddress: string;
  readonly amountAtomic: string;
  /** The page of its customer. */
  readonly checkoutUrl: string;
}

const EXPIRES_IN_SECONDS = 6 * 3_600;
/** Customers who ask at the same time. */
const REQUESTS_AT_ONCE = 16;

/**
 * Creates many invoices of 25 USD in USDC for the merchant. Calls `onCreated` with each one as soon as it exists.
 *
 * @returns the invoices in no particular order.
 */
export async function createInvoices(
  product: Product,
  count: number,
  onCreated: (invoice: WaitingInvoice) => void = () => undefined,
): Promise<readonly WaitingInvoice[]> {
  const created: WaitingInvoice[] = [];
  let startedCount = 0;
  const createSome = async (): Promise<void> => {
    while (startedCount < count) {
      startedCount += 1;
      const invoice = await createInvoice(product);
      created.push(invoice);
      onCreated(invoice);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, createSome));
  return created;
}

export function createInvoice({ merchant }: Product): Promise<WaitingInvoice> {
  return merchant.api.post('/v1/invoices', {
    body: {
      amountFiat: '25.00',
      fiatCurrency: 'USD',
      tokenSymbol: 'USDC',
      chainCode: 'local',
      expiresInSeconds: EXPIRES_IN_SECONDS,
      merchantReference: 'order-1001',
      metadata: { basket: 'b-1001' },
    },
  });
}

/** Returns payments that pay the invoices in full. */
export function paymentsFor(
  invoices: readonly WaitingInvoice[],
): readonly { to: string; amountAtomic: bigint }[] {
  return invoices.map(({ depositAddress, amountAtomic }) => ({
    to: depositAddress.toLowerCase(),
    amountAtomic: BigInt(amountAtomic),
  }));
}
