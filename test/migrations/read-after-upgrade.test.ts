import { takeDueNotices } from '../../src/db/operators/notices.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyAuditLog } from '../../activities/audit/verify-audit-log.js';
import { listDepositsToCheck } from '../../src/db/reconciliation/address-rounds.js';
import { findApprovalFaults } from '../../src/db/withdrawals/approval-faults.js';
import { listAssetFreezes } from '../../src/db/withdrawals/asset-freezes.js';
import { beginReadingFor } from '../../src/db/chains/asset-readings.js';
import { findStoredBlock } from '../../src/db/chains/store-blocks.js';
import { takeOverChain } from '../../src/db/chains/chain-cursor.js';
import { releaseDueTimers } from '../../src/db/chains/chain-timers.js';
import { listAddressesToCheck } from '../../src/db/wallets/custody-addresses.js';
import { transaction, type Database } from '../../src/db/core/database.js';
import { findUnbalancedEntries, findWrongAccounts } from '../../src/db/reconciliation/ledger-checks.js';
import { findBusySubjects, listOpenMovements } from '../../src/db/sweeps/movements.js';
import { listXpubPins } from '../../src/db/invoices/deposit-xpubs.js';
import { takeDueAudits } from '../../src/db/invoices/native-audits.js';
import { listOperators } from '../../src/db/people/operators.js';
import { takeChallenge } from '../../src/db/people/passkey-challenges.js';
import { findSession } from '../../src/db/people/sessions.js';
import { takeOutbox } from '../../src/db/outbox/outbox.js';
import { listOutsidePayments } from '../../src/db/wallets/outside-payments.js';
import { createSecretBox } from '../../src/db/core/secret-box.js';
import { findUnverifiedRange, readVerifications } from '../../src/db/chains/verification-scan.js';
import { listKnownAssets } from '../../src/db/chains/known-assets.js';
import { listWallets } from '../../src/db/wallets/wallets.js';
import { ROUTES } from '../../src/http/routes/index.js';
import { startApi, type TestApi } from '../helpers/api/start-api.js';
import { addressOf, testChain } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { secretPlaceOf } from '../../src/db/webhooks/secret-places.js';
import { KEYS, listTables, liveThroughVersions } from './every-kind-of-row.js';

const HOT_WALLET = '0x00000000000000000000000000000000000000b1';
const SWEPT = '0x000000000000000000000000000000000000de04';
const TO_SWEEP = '0x000000000000000000000000000000000000de05';

let database: TestDatabase;
let db: Database;
let api: TestApi;
/** All statements that the product sent to the database. */
const statements: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await db.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await liveThroughVersions(db);
  db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  // The addresses that the rows have.
  const depositAddress = (index: number): string => addressOf(0xde00 + index);
  api = await startApi({ db, depositAddress });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

/** All values for each path parameter of the API. */
const IN_PATHS: Readonly<Record<string, string>> = {
  invoiceId: 'SELECT invoice_id FROM invoices',
  checkoutId: 'SELECT checkout_id FROM checkouts',
  publicId: 'SELECT public_id FROM invoices',
  withdrawalId: 'SELECT withdrawal_id FROM withdrawals',
  endpointId: 'SELECT endpoint_id FROM webhook_endpoints WHERE deleted_at IS NULL',
  deliveryId: 'SELECT delivery_id FROM deliveries',
  address: 'SELECT address FROM approver_addresses',
  merchantId:
    'SELECT DISTINCT merchant_id FROM ledger_accounts WHERE merchant_id IN (SELECT merchant_id FROM members)',
  operatorId: 'SELECT operator_id FROM operators',
  runId: 'SELECT run_id FROM reconciliation_runs',
  chainCode: `SELECT chain_code FROM chain_cursors WHERE chain_code = 'local'`,
};

/** The credentials and parameters that a route needs. */
const IN_QUERIES: Readonly<Record<string, string>> = {
  '/web/v1/quotes': '?amountFiat=25.00&fiatCurrency=USD',
};

/** The paths of a route, one for each object that it can show. */
async function pathsOf(route: string): Promise<readonly string[]> {
  const name = /:(\w+)/.exec(route)?.[1];
  if (name === undefined) return [`${route}${IN_QUERIES[route] ?? ''}`];
  const query =
    name === 'publicId' && route.includes('/checkouts/') ? 'SELECT public_id FROM checkouts' : IN_PATHS[name];
  if (query === undefined) throw new Error(`Say in IN_PATHS which ${name} there are, for ${route}`);
  const { rows } = await db.raw<{ rows: Record<string, string>[] }>(query);
  expect(rows).not.toEqual([]);
  return rows.flatMap((row) => Object.values(row)).map((id) => route.replace(`:${name}`, id));
}

describe('after every upgrade', () => {
  it.each(
    // A session route needs its cookie: test/http/requests/every-role.test.ts.
    ROUTES.filter(({ method, access }) => method === 'get' && access.isOfSession !== true).map(
      ({ path, access }) => [path, access.kind] as const,
    ),
  )('GET %s shows the data from before', async (route, kind) => {
    const asking = kind === 'public' ? {} : { key: KEYS[kind] };
    for (const path of await pathsOf(route)) {
      // The answer is compared with its description as well.
      const { status, body } = await api.ask('GET', path, asking);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(body.data).not.toEqual([]);
    }
  });

  it('an Idempotency-Key still gives its answer', async () => {
    const { status, headers, text } = await api.ask('POST', '/v1/invoices', {
      key: KEYS.merchant,
      json: { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' },
      headers: { 'idempotency-key': 'order-1001' },
    });
    expect({ status, replayed: headers.get('idempotency-replayed') }).toEqual({
      status: 422,
      replayed: 'true',
    });
    expect(text).toContain('"message":"Of yesterday."');
  });

  it('a cancellation transaction has its present name, whichever version signed it', async () => {
    const path = '/admin/v1/withdrawals/wd_00000000000000000000000008/timeline';
    const { list } = await api.ask('GET', path, { key: KEYS.operator });
    const facts = list as unknown as readonly { kind: string; purpose?: string }[];
    const signed = facts.filter(({ kind }) => kind === 'transaction_signed');
    expect(signed.map(({ purpose }) => purpose)).toEqual(['payment', 'cancellation', 'cancellation']);
  });

  it('a new receiver of notices is told about open problems, and no other receiver hears anything again', async () => {
    const receivers = ['00112233aabbccdd', 'ffeeddccbbaa0011', 'new'];
    const due = await transaction(db, (trx) => takeDueNotices(trx, { receivers, nowMs: Date.now() }));
    expect(due).toMatchObject([{ kind: 'freeze', state: 'open', receiver: 'new', attempt: 1 }]);
  });

  it('the webhook secrets can still be decrypted', async () => {
    const box = createSecretBox(Buffer.alloc(32, 1));
    const rows = await db('webhook_endpoints').select<
      { endpoint_id: string; secret_encrypted: Buffer; previous_secret_encrypted: Buffer | null }[]
    >('endpoint_id', 'secret_encrypted', 'previous_secret_encrypted');
    const opened = rows.flatMap((row) =>
      (['secret_encrypted', 'previous_secret_encrypted'] as const).flatMap((column) => {
        const sealed = row[column];
        return sealed === null ? [] : [box.open(sealed, secretPlaceOf(row.endpoint_id, column))];
      }),
    );
    expect(opened.length).toBeGreaterThan(rows.length);
    for (const secret of opened) expect(secret).toMatch(/^whsec_/);
  });

  it('the ledger is balanced', async () => {
    expect(await findWrongAccounts(db, { sincePostingId: 0 })).toEqual([]);
    expect(await findUnbalancedEntries(db, { sincePostingId: 0 })).toEqual([]);
  });

  it('the audit log is chained: only the made-up head does not match', async () => {
    const { broken, rows } = await verifyAuditLog(db, { isWhole: true });
    expect(broken.map(({ chain }) => chain).sort()).toEqual(['audit_heads', 'note/gone']);
    expect(rows).toBeGreaterThan(10);
  });

  it('approved withdrawals can be paid, and payments from outside are known', async () => {
    const ofApproved = ['wd_00000000000000000000000002', 'wd_00000000000000000000000009'];
    const faults = await transaction(db, (trx) => findApprovalFaults(trx, ofApproved));
    expect([...faults.keys()]).toEqual(['wd_00000000000000000000000009']);
    const [outside] = await listOutsidePayments(db, ofApproved);
    expect(outside?.pays).toBe('wd_00000000000000000000000009');
    expect(await listAssetFreezes(db)).toHaveLength(3);
  });
});

describe('after every upgrade, workers', () => {
  it('continue reading the chain where they stopped', async () => {
    expect((await findStoredBlock(db, { chainCode: 'local', number: 120 }))?.hash).toBe(
      `0x${'12'.repeat(32)}`,
    );
    expect((await readVerifications(db)).omissions).toHaveLength(1);
    expect(await findUnverifiedRange(db, 'local')).toEqual({
      fromNumber: 113,
      toNumber: 116,
      readFrom: 'http://127.0.0.1:1',
    });
    expect(await listKnownAssets(db)).toHaveLength(2);
    const { claim, cursor } = await takeOverChain(db, 'local');
    expect({ fence: claim.fence, height: cursor.height }).toEqual({ fence: 5, height: 120 });
    await beginReadingFor(db, claim, testChain);
    expect(await releaseDueTimers(db, { chainCode: 'local', height: 123, blockTimeMs: Date.now() })).toBe(1);
  });

  it('continue transfers between wallets', async () => {
    expect((await listWallets(db, 'local')).length).toBe(2);
    const open = await listOpenMovements(db, { chainCode: 'local', limit: 10 });
    expect(open.map(({ movementId }) => movementId)).toEqual([4, 5]);
    const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
    expect([...(await findBusySubjects(db, { ...asset, subjects: [SWEPT, TO_SWEEP] }))]).toEqual([TO_SWEEP]);
  });

  it('continue the reconciliation', async () => {
    const block = { number: 116, hash: `0x${'11'.repeat(32)}`, timestampMs: Date.UTC(2026, 0, 5) };
    const due = await takeDueAudits(db, { chainCode: 'local', block, nowMs: Date.now(), limit: 10 });
    expect(due.map(({ round }) => round)).toEqual([1]);
    const limits = { ending: 10, inRotation: 10 };
    const deposits = await listDepositsToCheck(db, { chainCode: 'local', blockTimeMs: Date.now(), limits });
    expect(deposits.round.rotationAddress).toBe('0x000000000000000000000000000000000000de02');
    const addresses = await listAddressesToCheck(db, { chainCode: 'local', limit: 10 });
    expect(addresses.map(({ address }) => address)).toEqual(
      expect.arrayContaining([HOT_WALLET, SWEPT, TO_SWEEP]),
    );
  });

  it('know which xpub gave each address', async () => {
    expect((await listXpubPins(db)).map(({ firstIndex }) => firstIndex)).toEqual([0, 5000]);
  });

  it('know who is signed in', async () => {
    const session = { kind: 'merchant', token: 'A'.repeat(43), nowMs: Date.now() } as const;
    expect((await findSession(db, session))?.member.email).toBe('ann@shop.example');
    const waiting = await findSession(db, { ...session, token: 'B'.repeat(43) });
    expect(waiting).toMatchObject({
      needsSecondFactor: true,
      factors: { hasTotp: true, passkeys: 1, recoveryCodes: 2 },
    });
    const awaited = { sessionId: waiting?.sessionId ?? '', purpose: 'prove', nowMs: Date.now() } as const;
    expect(await takeChallenge(db, awaited)).toBe('Y2hhbGxlbmdl');
  });

  it('signal Temporal about the outbox rows that were left', async () => {
    expect(await listOperators(db, { limit: 10 })).toHaveLength(1);
    const kinds = ['invoice', 'withdrawal', 'delivery'] as const;
    const take = (unhealthy: boolean) =>
      takeOutbox(db, { kinds, unhealthy, limit: 10, olderThanMs: 0 }, (_, targets) =>
        Promise.resolve(targets),
      );
    expect([(await take(false)).done, (await take(true)).done]).toEqual([3, 1]);
  });
});

describe('these tests', () => {
  it('have the product read every table', async () => {
    const all = statements.join('\n');
    const tables = (await listTables(db)).filter((table) => !new RegExp(`\\b${table}\\b`).test(all));
    if (tables.length > 0) throw new Error(`Nothing here reads ${tables.join(', ')}: add what does, above`);
  });
});
