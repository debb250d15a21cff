import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createDepositDeriver,
  deriveDepositAddress,
  pinsOf,
  type DepositXpubs,
} from '../../../src/chain/keys/deposit-address.js';
import { depositXpubOf } from '../../../src/chain/keys/keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { newId, newPublicId } from '../../../src/db/core/new-id.js';
import { createInvoice } from '../../../src/db/invoices/create-invoice.js';
import { pinXpubs } from '../../../src/db/invoices/deposit-xpubs.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { takeDepositIndex } from '../../helpers/facts/take-deposit-index.js';
import { fingerprintAt } from '../../../src/domain/invoices/pinned-xpubs.js';
import { runCli } from '../../cli/run-cli.js';
import { killApis, launchApi, LONELY } from '../../helpers/api/launch-api.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { TEST_XPUB } from '../../helpers/facts/test-xpub.js';
import { createTestDatabase, urlOfRole, type TestDatabase } from '../../helpers/services/postgres.js';

const OURS: DepositXpubs = { newest: TEST_XPUB, earlier: [] };
const THIEF = depositXpubOf('legal winner thank year wave sausage worth useful legal winner thank yellow');
const THIEFS: DepositXpubs = { newest: THIEF, earlier: [] };

let database: TestDatabase;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
});
afterAll(() => database.drop());
beforeEach(() => tamper(database.db, 'deposit_xpubs', () => database.db('deposit_xpubs').delete()));
afterEach(() => killApis());

const pin = (xpubs: DepositXpubs, role: 'quittance_api' | 'quittance_core' = 'quittance_api') =>
  pinXpubs(database.as(role), pinsOf(xpubs));

/** Creates an invoice like an API process with these xpubs. */
function makeInvoice(xpubs: DepositXpubs, index?: number): Promise<Invoice> {
  return transaction(database.as('quittance_api'), async (trx) => {
    const depositIndex = index ?? (await takeDepositIndex(trx));
    const depositAddress = createDepositDeriver(xpubs.newest, xpubs.earlier)(depositIndex);
    return createInvoice(
      trx,
      {
        invoiceId: newId('inv'),
        publicId: newPublicId(),
        merchantId,
        depositIndex,
        depositAddress,
        asset: { chainCode: 'local', tokenSymbol: 'USDC' },
        decimals: 6,
        amountAtomic: 1_000_000n,
        amountFiatCents: null,
        fiatCurrency: null,
        rate: null,
        toleranceBps: 50,
        acceptLate: false,
        confirmationsRequired: 1,
        merchantReference: null,
        metadata: {},
        redirectUrl: null,
        description: null,
        checkoutId: null,
        createdAtMs: Date.now(),
        expiresAtMs: Date.now() + 3_600_000,
      },
      { depositAddress, isNative: false, xpubFingerprint: fingerprintAt(pinsOf(xpubs), depositIndex) },
    );
  });
}

/** Rotates to the other xpub at the command line. */
async function rotate(): Promise<DepositXpubs> {
  const env = { DATABASE_URL: database.url, DEPOSIT_XPUB: TEST_XPUB, USER: 'ann' };
  const { status, stdout, stderr } = await runCli(['xpub', 'rotate', '--to', THIEF, '--json'], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const shown = JSON.parse(stdout) as Readonly<Record<string, string>>;
  const [untilIndex, xpub] = (shown['DEPOSIT_XPUB_EARLIER'] ?? '').split(':');
  return {
    newest: shown['DEPOSIT_XPUB'] ?? '',
    earlier: [{ untilIndex: Number(untilIndex), xpub: xpub ?? '' }],
  };
}

describe('the xpub of the deposit addresses', () => {
  it('is fixed by the first start, and every process with another xpub is refused with an explanation', async () => {
    expect(await pin(OURS)).toBeNull();
    expect(await pin(OURS, 'quittance_core')).toBeNull();
    for (const role of ['quittance_api', 'quittance_core'] as const)
      expect(await pin(THIEFS, role)).toMatch(/^The books are pinned to xpub .* `xpub rotate`/);
    const hidden = { newest: THIEF, earlier: [{ untilIndex: 5, xpub: TEST_XPUB }] };
    expect(await pin(hidden)).toMatch(/^The books are pinned/);
  });

  it('is that of one process when two start at once with different xpubs', async () => {
    const refusals = await Promise.all([pin(OURS), pin(THIEFS, 'quittance_core'), pin(OURS), pin(THIEFS)]);
    expect(new Set(refusals.map((refusal) => refusal === null)).size).toBe(2);
    expect(await database.db('deposit_xpubs')).toHaveLength(1);
  });

  it('stops the API when a thief has set it: the API shows no address', async () => {
    await pin(OURS);
    const url = urlOfRole({ url: database.url, role: 'quittance_api' });
    const api = launchApi({ ...LONELY, DATABASE_URL: url, DEPOSIT_XPUB: THIEF });
    expect(await api.ended()).toEqual({ status: 1, signal: null });
    expect(api.output()).toContain('The API ends: The books are pinned to xpub');
  });

  it('must be fixed first: a process that was not checked gives no invoice an address', async () => {
    await pin(OURS);
    await makeInvoice(OURS);
    await expect(makeInvoice(THIEFS)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('changes by an audited rotation: old invoices keep the old xpub, and a process without the new one creates none', async () => {
    await pin(OURS);
    const before = await makeInvoice(OURS);
    const rotated = await rotate();
    expect(await pin(OURS)).toMatch(/^The books are pinned/);
    expect(await pin(rotated)).toBeNull();
    await expect(makeInvoice(OURS)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    const after = await makeInvoice(rotated);
    const derive = createDepositDeriver(rotated.newest, rotated.earlier);
    expect(derive(before.depositIndex)).toBe(before.depositAddress);
    expect(after.depositAddress).toBe(deriveDepositAddress(THIEF, after.depositIndex));
    const audit = await database.db('audit_log').where({ action: 'xpub.rotate' }).first<object>('*');
    expect(audit).toMatchObject({ actor_kind: 'cli', object_kind: 'xpub' });
  });

  it('cannot be replaced by the owner of the database: a difference from the configuration is refused', async () => {
    await pin(OURS);
    await database.db('deposit_xpubs').insert({ first_index: 1, fingerprint: 'f'.repeat(64) });
    expect(await pin(OURS)).toMatch(/^The books are pinned/);
    await expect(makeInvoice(OURS)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  it.each(['quittance_api', 'quittance_core', 'quittance_webhooks'] as const)(
    'is never altered or removed by %s, nor by the owner while the triggers are on, and no other one is added by the role',
    async (role) => {
      await pin(OURS);
      const row = { first_index: 1, fingerprint: 'f'.repeat(64) };
      await expect(database.as(role)('deposit_xpubs').insert(row)).rejects.toThrow('only the owner');
      await makeInvoice(OURS);
      for (const db of [database.as(role), database.db]) {
        await expect(db('deposit_xpubs').update({ first_index: 7 })).rejects.toThrow(/never changes|denied/);
        await expect(db('deposit_xpubs').delete()).rejects.toThrow(/never changes|denied/);
      }
    },
  );
});
