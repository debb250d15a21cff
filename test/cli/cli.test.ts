import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveDepositAddress } from '../../src/chain/keys/deposit-address.js';
import { writeInstanceFile } from '../../src/config/instance-file.js';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { hashApproval, recoverApprover } from '../../src/chain/keys/approval-signature.js';
import { transaction } from '../../src/db/core/database.js';
import { insertApproverAddress } from '../../src/db/people/approver-addresses.js';
import { insertOperator } from '../../src/db/people/operators.js';
import { approvalMessage } from '../../src/domain/withdrawals/approval-message.js';
import { noteChainRead } from '../helpers/chain/chain-reading.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { insertDelivery, insertEndpoint } from '../helpers/facts/deliveries.js';
import { tamper } from '../helpers/circuits/tamper.js';
import { addressOf, insertInvoice, insertMerchant, usdc } from '../helpers/facts/facts.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, type CliOutcome } from './run-cli.js';

const chainsFile = writeLonelyChainsFile();

/** The example of the keystore specification, with PBKDF2. Its password is `testpassword`. */
const KEYSTORE = JSON.stringify({
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  version: 3,
});
const KEYSTORE_ADDRESS = '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b';

let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  await noteChainRead(database.db);
  const found = { CHAINS_FILE: chainsFile, DEPOSIT_XPUB: TEST_XPUB, USER: 'ann', POLICY_DELAY: '0s' };
  env = { DATABASE_URL: database.url, ...found };
});
afterAll(() => database.drop());

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, env);

async function json<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await cli(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

const requestWithdrawal = (): Promise<string> => insertWithdrawal(database.db);

describe('the command line', () => {
  it('creates a merchant with an approved key, and a key that waits for approval', async () => {
    const { merchantId } = await json<{ merchantId: string }>('merchant', 'create', '--name', 'Shop');
    expect(await json('merchant', 'list')).toMatchObject([{ merchantId, name: 'Shop', status: 'active' }]);

    const scopes = 'invoices:read,invoices:write';
    const made = await json<{ apiKeyId: string; key: string }>(
      ...['api-key', 'create', '--merchant', merchantId, '--scopes', scopes, '--approve', '--unlimited'],
    );
    expect(made).toMatchObject({ status: 'approved', scopes: ['invoices:read', 'invoices:write'] });
    expect(made.key).toMatch(/^qk_[0-9A-Za-z]{49}$/);

    const pending = await json<{ apiKeyId: string; status: string }>(
      'api-key',
      'create',
      '--merchant',
      merchantId,
    );
    expect(pending.status).toBe('pending');
    expect(await json('api-key', 'approve', pending.apiKeyId)).toMatchObject({ status: 'approved' });
    const again = await cli('api-key', 'approve', pending.apiKeyId);
    expect(again).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The API key is approved; only a pending key can be approved. (invalid_state)\n',
    });

    const keys = await json<{ apiKeyId: string }[]>('api-key', 'list', '--merchant', merchantId);
    expect(keys.map(({ apiKeyId }) => apiKeyId)).toEqual([pending.apiKeyId, made.apiKeyId]);
    expect(JSON.stringify(keys)).not.toContain(made.key);
  });

  it('creates an operator with a key', async () => {
    const create = ['operator', 'create', '--name', 'Ann'];
    const made = await json<{ operatorId: string; key: string }>(...create, '--scopes', 'approver');
    expect(made).toMatchObject({ scopes: ['withdrawals:approve', 'reports:read'] });
    expect(made.key).toMatch(/^qo_[0-9A-Za-z]{49}$/);
    expect(await json('operator', 'list')).toMatchObject([{ operatorId: made.operatorId, name: 'Ann' }]);
    const without = await cli(...create);
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining("'--scopes <scopes>'")]);
  });

  it('gives an operator a restricted key, and revokes it', async () => {
    const create = ['operator', 'create', '--name', 'Bob', '--scopes', 'viewer'];
    const { operatorId } = await json<{ operatorId: string }>(...create);
    const terms = ['--scopes', 'reports:read', '--ips', '203.0.113.0/24,198.51.100.7'];
    const expiresAt = '2099-12-31T12:00:00.000Z';
    const { apiKeyId } = await json<{ apiKeyId: string }>(
      ...['operator', 'key', 'create', operatorId, ...terms, '--expires-at', expiresAt],
    );
    const limited = { apiKeyId, expiresAt, ips: ['203.0.113.0/24', '198.51.100.7/32'] };
    expect((await json<{ apiKeys: object[] }[]>('operator', 'list'))[0]?.apiKeys[0]).toMatchObject(limited);
    const update = ['operator', 'key', 'update', apiKeyId];
    expect(
      await json(...update, '--ips', 'none', '--expires-at', 'none', '--status', 'revoked'),
    ).toMatchObject({ status: 'revoked', ips: [], expiresAt: null });
    const refused = await cli(...update, '--status', 'approved');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('(invalid_state)')]);
    const audit = await database.db('audit_log').where({ object_id: apiKeyId }).pluck('action');
    expect(audit).toEqual(['api_key.create', 'api_key.update']);
  });

  it('approves a withdrawal once, and records who did it', async () => {
    const withdrawalId = await requestWithdrawal();
    expect(await json('withdrawal', 'approve', withdrawalId)).toMatchObject({
      withdrawalId,
      status: 'approved',
    });
    expect(await cli('withdrawal', 'approve', withdrawalId)).toMatchObject({ status: 1 });
    const audit = await database
      .db('audit_log')
      .where({ object_id: withdrawalId })
      .select('actor_kind', 'actor_id', 'action');
    expect(audit).toEqual([
      { actor_kind: 'cli', actor_id: userInfo().username, action: 'withdrawal.approve' },
    ]);
  });

  it("approves with a signature by an approver's key, and first shows what it signs", async () => {
    const withdrawalId = await requestWithdrawal();
    const { operatorId } = await insertOperator(database.db, { name: 'Ann' });
    const approver = KEYSTORE_ADDRESS.toLowerCase();
    const registered = {
      operatorId,
      address: approver,
      signature: `0x${'12'.repeat(65)}`,
      validUntil: 1,
      chainCode: null,
    };
    await transaction(database.db, (trx) =>
      insertApproverAddress(trx, { ...registered, nowMs: Date.now(), policyChangeId: null }),
    );
    const folder = mkdtempSync(path.join(tmpdir(), 'approver-'));
    const [keystore, password] = ['approver.json', 'password'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    writeFileSync(keystore, KEYSTORE, { mode: 0o600 });
    writeFileSync(password, 'testpassword\n', { mode: 0o600 });
    const given = ['--keystore', keystore, '--password-file', password, '--json'];
    const { status, stdout, stderr } = await cli('withdrawal', 'approve', withdrawalId, ...given);
    expect(status).toBe(0);
    expect(stderr).toContain(`signs the payout ${withdrawalId}`);
    expect(stderr).toContain(
      `5.000000 USDC on local (chain id 31337) to ${toChecksumAddress(addressOf(77))}`,
    );
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'approved',
      signatures: [{ approver: KEYSTORE_ADDRESS, operatorId }],
    });
    const [row] = await database
      .db('approval_signatures')
      .join('withdrawals', 'withdrawals.withdrawal_id', 'approval_signatures.withdrawal_id')
      .where('withdrawals.withdrawal_id', withdrawalId)
      .select<{ signature: string; valid_until: string; merchant_id: string }[]>('*');
    const payment = {
      withdrawalId,
      merchantId: row?.merchant_id ?? '',
      kind: 'payout' as const,
      chainId: 31_337,
      asset: usdc(),
      amountAtomic: 5_000_000n,
      recipient: addressOf(77),
    };
    const hash = hashApproval(approvalMessage(payment, Number(row?.valid_until)));
    expect(await recoverApprover(hash, row?.signature ?? '')).toBe(KEYSTORE_ADDRESS.toLowerCase());
  });

  it('rejects a withdrawal with its reason and releases its reserved amount', async () => {
    const withdrawalId = await requestWithdrawal();
    const rejected = await json('withdrawal', 'reject', withdrawalId, '--reason', 'unknown address');
    expect(rejected).toMatchObject({ status: 'rejected', failureReason: 'unknown address' });
    expect(await json('withdrawal', 'list', '--status', 'rejected')).toMatchObject([{ withdrawalId }]);
  });

  it('stops an approved withdrawal with its reason, while it is not signed', async () => {
    const withdrawalId = await requestWithdrawal();
    const early = await cli('withdrawal', 'stop', withdrawalId, '--reason', 'too early');
    expect(early).toMatchObject({ status: 1, stdout: '' });
    expect(early.stderr).toContain('only a withdrawal that is approved can be stopped');
    await json('withdrawal', 'approve', withdrawalId);
    const stopped = await json('withdrawal', 'stop', withdrawalId, '--reason', 'wrong address');
    expect(stopped).toMatchObject({ status: 'stopped', failureReason: 'wrong address' });
  });

  it("changes a merchant's status, terms and limits, and says which values are not accepted", async () => {
    const merchantId = await insertMerchant(database.db);
    const update = ['merchant', 'update', merchantId];
    const terms = ['--status', 'suspended', '--tolerance-bps', '10', '--accept-late', 'yes'];
    const limits = ['--asset', 'local/USDC', '--per-day', '100', '--two-approvals-above', '50'];
    expect(await json(...update, ...terms, ...limits, '--reason', 'their first month')).toMatchObject({
      status: 'suspended',
      toleranceBps: 10,
      acceptLate: true,
      withdrawalLimits: [{ perDayCrypto: '100.000000', twoApprovalsAboveAtomic: '50000000' }],
    });
    expect(await json(...update, '--tolerance-bps', 'none')).toMatchObject({ toleranceBps: null });
    expect(await json(...update, '--asset', 'local/USDC', '--per-day', 'none')).toMatchObject({
      withdrawalLimits: [{ perDayCrypto: null, twoApprovalsAboveCrypto: '50.000000' }],
    });
    const audit = await database
      .db('audit_log')
      .where({ object_id: merchantId, reason: 'their first month' });
    expect(audit).toMatchObject([
      { actor_kind: 'cli', actor_id: userInfo().username, action: 'merchant.update' },
    ]);

    for (const [args, words] of [
      [['--per-day', '5'], '--asset local/USDC'],
      [['--asset', 'local/USDC', '--auto-approve-below', '60'], 'autoApproveBelow is above'],
    ] as const) {
      const refused = await cli(...update, ...args);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(words);
    }
  });

  it('shows an invoice as the API does, and plays the customer only in local mode', async () => {
    const merchantId = await insertMerchant(database.db);
    const depositAddressOf = (index: number): string => deriveDepositAddress(TEST_XPUB, index);
    const { invoiceId, publicId } = await insertInvoice(database.db, { merchantId, depositAddressOf });
    const shown = { invoiceId, publicId, status: 'pending', amountCrypto: '100.000000', payments: [] };
    expect(await json('invoice', 'show', invoiceId)).toMatchObject(shown);
    expect(await json('invoice', 'show', publicId)).toMatchObject(shown);
    expect(await json('delivery', 'list', '--invoice', invoiceId)).toEqual([]);
    const paid = await cli('pay', invoiceId);
    expect(paid).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('in local mode only'),
    });
    const thief = addressOf(666);
    await tamper(database.db, 'invoices', () =>
      database.db('invoices').where({ invoice_id: invoiceId }).update({ deposit_address: thief }),
    );
    const altered = await cli('invoice', 'show', invoiceId);
    expect(altered).toMatchObject({ status: 1, stdout: '' });
    expect(altered.stderr).toMatch(`has the deposit address ${thief} for ${invoiceId}`);
    expect(altered.stderr).toContain('(deposit_address_altered)');
  });

  it('sends a delivery again, whatever its status, and records who asked', async () => {
    const merchantId = await insertMerchant(database.db);
    const endpoint = await insertEndpoint(database.db, { merchantId, port: 9 });
    const deliveryId = await insertDelivery(database.db, endpoint);
    await database.db('deliveries').where({ delivery_id: deliveryId }).update({ status: 'failed' });
    const again = await json<{ deliveryId: string }>('delivery', 'redeliver', deliveryId);
    expect(again).toMatchObject({ redeliveryOf: deliveryId, status: 'pending', origin: 'redelivery' });
    expect(await json('delivery', 'list', '--endpoint', endpoint.endpointId)).toMatchObject([
      again,
      { deliveryId, status: 'failed' },
    ]);
    const ofShop = { merchantId, merchantName: 'Test shop' };
    expect(await json('delivery', 'show', again.deliveryId)).toMatchObject({
      ...again,
      ...ofShop,
      attempts: [],
    });
    const { stdout } = await cli('delivery', 'list', '--endpoint', endpoint.endpointId);
    expect(stdout).toMatch(/^deliveryId +status +event +attempts +age +merchant +endpointId$/m);
    expect(stdout).toMatch(new RegExp(`^${deliveryId} +failed .* \\d+ (s|min) +Test shop `, 'm'));
    const audit = await database
      .db('audit_log')
      .where({ object_id: deliveryId })
      .select('actor_kind', 'actor_id', 'action');
    expect(audit).toEqual([
      { actor_kind: 'cli', actor_id: userInfo().username, action: 'webhook_delivery.redeliver' },
    ]);
    const nobody = await cli('delivery', 'redeliver', 'dlv_nobody');
    expect(nobody).toMatchObject({ status: 1, stderr: 'There is no delivery dlv_nobody. (not_found)\n' });
  });

  it('finds the instance under DATA_DIR when the environment names no database', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-cli-'));
    const lost = await runCli(['merchant', 'list'], { DATA_DIR: dataDir });
    expect(lost).toMatchObject({ status: 1, stdout: '' });
    expect(lost.stderr).toContain('Run npm start first');
    writeInstanceFile({ dataDir, env: { DATABASE_URL: database.url, CHAINS_FILE: chainsFile } });
    expect(await runCli(['merchant', 'list', '--json'], { DATA_DIR: dataDir })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('makes a key that may withdraw wait outside local mode, and cannot confirm it: requester and confirmer would be one person', async () => {
    const { merchantId } = await json<{ merchantId: string }>('merchant', 'create', '--name', 'Shop');
    const apart = (...args: string[]): Promise<CliOutcome> => runCli(args, { ...env, POLICY_DELAY: '24h' });
    const read = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await apart(...args, '--json')).stdout);
    const made = await read('api-key', 'create', '--merchant', merchantId, '--approve');
    const { apiKeyId, status } = made as { apiKeyId: string; status: string };
    expect(status).toBe('pending');
    const waiting = await read('policy', 'list', '--merchant', merchantId, '--status', 'waiting');
    expect(waiting).toMatchObject([{ kind: 'api_key', objectId: apiKeyId, requestedBy: 'cli' }]);
    const inWords = (await apart('policy', 'list', '--merchant', merchantId)).stdout;
    expect(inWords).toContain('the approval of the key "default" (');
    const [{ policyChangeId }] = waiting as [{ policyChangeId: string }];
    expect(await apart('policy', 'confirm', policyChangeId)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('invalid_state'),
    });
    expect(await read('policy', 'stop', policyChangeId)).toMatchObject({
      status: 'stopped',
      decidedBy: 'cli',
    });
  });

  it('records the name from CLI_ACTOR in the audit log when one account runs all commands', async () => {
    const withdrawalId = await requestWithdrawal();
    const named = { ...env, CLI_ACTOR: 'ann' };
    expect((await runCli(['withdrawal', 'approve', withdrawalId], named)).status).toBe(0);
    const logged = await database
      .db('audit_log')
      .where({ object_id: withdrawalId })
      .pluck<string[]>('actor_id');
    expect(logged.at(-1)).toBe('ann');
  });

  it('accepts no orders when they are switched off, and says so; it continues to read', async () => {
    const withdrawalId = await requestWithdrawal();
    const off = (...args: string[]): Promise<CliOutcome> => runCli(args, { ...env, CLI_ORDERS: 'off' });
    const orders = [
      ['withdrawal', 'approve', withdrawalId],
      ['operator', 'create', '--name', 'Eve', '--scopes', 'approver'],
      ['sweep'],
      ['reconcile'],
      ['secrets', 'rotate'],
    ];
    for (const order of orders) {
      const { status, stderr } = await off(...order);
      expect([status, stderr]).toEqual([1, expect.stringContaining('CLI_ORDERS=off')]);
    }
    const listed = await off('withdrawal', 'list', '--limit', '1', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ withdrawalId, status: 'pending_approval' }]);
  });

  it('says what is wrong and what to do about it', async () => {
    const refused = await runCli(['merchant', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('Is it running');
    const scopes = await cli('operator', 'create', '--name', 'Bob', '--scopes', 'withdrawals:aprove');
    expect(scopes.status).toBe(1);
    expect(scopes.stderr).toContain('viewer, approver, manager, merchants:write');
  });
});
