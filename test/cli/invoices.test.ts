import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveDepositAddress } from '../../src/chain/keys/deposit-address.js';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { storeBlock } from '../../src/db/chains/store-blocks.js';
import { takeOverChain } from '../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../src/db/invoices/invoices.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { tamper } from '../helpers/circuits/tamper.js';
import { insertEndpoint } from '../helpers/facts/deliveries.js';
import { addressOf, blockOf, insertInvoice, insertMerchant, transferIn } from '../helpers/facts/facts.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

/** In the future, because ids never go behind the clock. */
const CREATED_MS = Date.UTC(2099, 0, 31, 12);
const PAYMENT = `0x${'ab'.repeat(32)}`;
const BATCH = `0x${'cd'.repeat(32)}`;

const chainsFile = writeLonelyChainsFile();
let database: TestDatabase;
let env: Record<string, string>;
/** Two merchants, whose invoices have the same references: `order-0`, `order-1` and so on, one per hour. */
let merchants: readonly [string, string];
let invoices: readonly (readonly [Invoice, Invoice])[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  env = { DATABASE_URL: database.url, CHAINS_FILE: chainsFile, DEPOSIT_XPUB: TEST_XPUB };
  merchants = [await insertMerchant(db), await insertMerchant(db)];
  const insert = (merchantId: string, order: number): Promise<Invoice> =>
    insertInvoice(db, {
      merchantId,
      merchantReference: `order-${order}`,
      createdAtMs: CREATED_MS + order * 3_600_000,
      ...(order === 2
        ? { asset: { chainCode: 'local', tokenSymbol: 'ETH' }, decimals: 18, amountAtomic: 10n ** 18n }
        : {}),
      depositAddressOf: (index) => deriveDepositAddress(TEST_XPUB, index),
    });
  const made: (readonly [Invoice, Invoice])[] = [];
  for (const order of [0, 1, 2])
    made.push([await insert(merchants[0], order), await insert(merchants[1], order)]);
  invoices = made;
  const { claim } = await takeOverChain(db, 'local');
  const block = blockOf(1);
  const paid = (invoice: Invoice, txHash: string, position: number) =>
    transferIn(block, { to: invoice.depositAddress, txHash, position, logIndex: position });
  await storeBlock(db, claim, {
    block,
    receipts: [],
    spends: [],
    traced: false,
    transfers: [paid(of(0, 0), PAYMENT, 0), paid(of(0, 1), BATCH, 1), paid(of(1, 1), BATCH, 2)],
  });
});
afterAll(() => database.drop());

/** Returns the invoice of the first or the second merchant with this order's number. */
function of(merchant: 0 | 1, order: number): Invoice {
  const invoice = invoices[order]?.[merchant];
  if (invoice === undefined) throw new Error('There is no such order.');
  return invoice;
}

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, env);

async function json<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await cli(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

it('pay finds an invoice by whatever names it, and says that it plays the customer in local mode only', async () => {
  for (const name of [of(0, 2).invoiceId, of(0, 2).publicId, of(0, 2).depositAddress])
    expect((await cli('pay', name)).stderr).toContain('in local mode only');
  expect((await cli('pay', 'order-2')).stderr).toContain('order-2 fits 2 invoices');
  expect((await cli('pay', 'chk_1')).stderr).toContain('chk_1 is a checkout');
  expect((await cli('pay', 'inv_none')).stderr).toContain('There is no invoice inv_none. (not_found)');
});

describe('invoice list', () => {
  it.each<[string, string[], () => Invoice[]]>([
    ['of all merchants', [], () => [2, 1, 0].flatMap((order) => [of(1, order), of(0, order)])],
    ['up to a limit', ['--limit', '1'], () => [of(1, 2)]],
    ['by reference', ['--reference', 'order-1'], () => [of(1, 1), of(0, 1)]],
    ['by token', ['--token', 'ETH'], () => [of(1, 2), of(0, 2)]],
    ['by chain', ['--chain', 'elsewhere'], () => []],
    ['by status', ['--status', 'completed'], () => []],
    ['from a time on', ['--created-from', '2099-01-31T14:00:00Z'], () => [of(1, 2), of(0, 2)]],
    ['up to a time', ['--created-to', '2099-01-31T13:00:00+01:00'], () => [of(1, 0), of(0, 0)]],
  ])('lists invoices %s, newest first, in the shape of the API', async (_which, args, expected) => {
    const listed = await json<{ invoiceId: string }[]>('invoice', 'list', ...args);
    expect(listed.map(({ invoiceId }) => invoiceId).sort()).toEqual(
      expected()
        .map(({ invoiceId }) => invoiceId)
        .sort(),
    );
    expect(listed.map(({ invoiceId }) => invoiceId)).toEqual(
      listed
        .map(({ invoiceId }) => invoiceId)
        .sort()
        .reverse(),
    );
  });

  it('lists the invoices of one merchant, each as it is shown alone', async () => {
    const listed = await json<{ invoiceId: string }[]>('invoice', 'list', '--merchant', merchants[0]);
    expect(listed.map(({ invoiceId }) => invoiceId)).toEqual(
      [2, 1, 0].map((order) => of(0, order).invoiceId),
    );
    expect(await json('invoice', 'show', of(0, 1).invoiceId)).toEqual(listed[1]);
    expect(listed[1]).toMatchObject({ merchantId: merchants[0], merchantName: 'Test shop' });
  });

  it('prints a table for people that fits 120 columns', async () => {
    const { stdout } = await cli('invoice', 'list', '--token', 'ETH', '--merchant', merchants[0]);
    const [head, line] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^invoiceId +status +amount +paid +chain +merchant +merchantReference$/);
    expect(line).toMatch(
      new RegExp(`^${of(0, 2).invoiceId} +pending +1\\.0+ ETH +0\\.0+ +local +Test shop +order-2$`),
    );
    expect(stdout.split('\n').every((one) => one.length <= 120)).toBe(true);
    expect((await cli('invoice', 'list', '--wide')).stdout.split('\n')).toHaveLength(8);
  });

  it('refuses an invalid time', async () => {
    const { status, stderr } = await cli('invoice', 'list', '--created-from', 'yesterday');
    expect([status, stderr]).toEqual([1, expect.stringContaining('2026-01-31T12:00:00Z')]);
  });

  it('omits an invoice whose deposit address was altered, and tells the operator', async () => {
    const { invoiceId, depositAddress } = of(1, 0);
    const alter = (to: string): Promise<void> =>
      tamper(database.db, 'invoices', () =>
        database.db('invoices').where({ invoice_id: invoiceId }).update({ deposit_address: to }),
      );
    await alter(addressOf(666));
    const { status, stdout, stderr } = await cli('invoice', 'list', '--json');
    await alter(depositAddress);
    expect([status, (JSON.parse(stdout) as object[]).length]).toEqual([0, 5]);
    expect(stdout).not.toContain(invoiceId);
    expect(stderr).toContain(`has the deposit address ${addressOf(666)} for ${invoiceId}`);
  });
});

describe('invoice show', () => {
  it('finds an invoice by its id, public id and address, and by the hash of a payment', async () => {
    const { invoiceId, publicId, depositAddress } = of(0, 0);
    const names = [
      ...[invoiceId, publicId, depositAddress, toChecksumAddress(depositAddress)],
      ...[PAYMENT, PAYMENT.toUpperCase().replace('0X', '0x')],
    ];
    for (const name of names) expect(await json('invoice', 'show', name)).toMatchObject({ invoiceId });
  });

  it("finds an invoice by its merchant's reference, whatever that looks like", async () => {
    const odd = [`0x${'9'.repeat(64)}`, `0x${'9'.repeat(40)}`, 'inv_of-march', 'Zürich 12'];
    for (const merchantReference of odd) {
      const { invoiceId } = await insertInvoice(database.db, {
        merchantId: merchants[0],
        merchantReference,
        createdAtMs: CREATED_MS,
        depositAddressOf: (index) => deriveDepositAddress(TEST_XPUB, index),
      });
      expect(await json('invoice', 'show', merchantReference)).toMatchObject({ invoiceId });
    }
  });

  it('names the invoices that match when there are several, and shows none of them', async () => {
    for (const [name, meant] of [
      ['order-1', [of(1, 1), of(0, 1)]],
      [BATCH, [of(1, 1), of(0, 1)]],
    ] as const) {
      const { status, stdout, stderr } = await cli('invoice', 'show', name);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr.split('\n')).toEqual([
        `${name} fits 2 invoices, newest first. Name one by its id:`,
        ...meant.map(
          ({ invoiceId, merchantId, status: is }) =>
            `  ${invoiceId}  ${is}  100.000000 USDC on local  ${merchantId}`,
        ),
        '',
      ]);
    }
  });

  it('says that there is no such invoice', async () => {
    expect(await cli('invoice', 'show', 'order-9')).toMatchObject({
      status: 1,
      stderr: 'There is no invoice order-9. (not_found)\n',
    });
    const unknown = await cli('invoice', 'show', `0x${'0'.repeat(64)}`);
    expect(unknown.stderr).toBe(`There is no invoice 0x${'0'.repeat(64)}. (not_found)\n`);
    const mistyped = await cli(
      ...['invoice', 'show', toChecksumAddress(of(0, 0).depositAddress).replace(/[A-F](?=[^A-F]*$)/, 'b')],
    );
    expect([mistyped.status, mistyped.stdout]).toEqual([1, '']);
    const checkout = await cli('pay', 'chk_018f0000000070008000000000000001');
    expect([checkout.status, checkout.stdout]).toEqual([1, '']);
    expect(checkout.stderr).toContain('is a checkout. Choose a coin on its page first.');
  });
});

it('endpoint list lists the endpoints of all merchants or of one, newest first, in the shape of the API', async () => {
  const [first, second] = [
    await insertEndpoint(database.db, { merchantId: merchants[0], port: 9 }),
    await insertEndpoint(database.db, { merchantId: merchants[1], port: 9 }),
  ];
  expect(await json('endpoint', 'list')).toMatchObject([
    {
      id: second.endpointId,
      merchantId: merchants[1],
      merchantName: 'Test shop',
      status: 'enabled',
      url: 'http://127.0.0.1:9/hooks/not-for-histories',
    },
    { id: first.endpointId },
  ]);
  expect(await json('endpoint', 'list', '--merchant', merchants[0])).toMatchObject([
    { id: first.endpointId },
  ]);
  const disabled = { status: 'disabled', disabled_reason: 'It failed for five days.' };
  await database.db('webhook_endpoints').where({ endpoint_id: first.endpointId }).update(disabled);
  const { stdout } = await cli('endpoint', 'list');
  expect(stdout).toMatch(/^disabledReason +id +status +merchant/);
  expect(stdout).toMatch(
    new RegExp(`^It failed for five days\\. +${first.endpointId} +disabled +Test shop`, 'm'),
  );
});
