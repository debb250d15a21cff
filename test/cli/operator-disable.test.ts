import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import type { AuditActor } from '../../src/db/audit/audit-log.js';
import { transaction } from '../../src/db/core/database.js';
import { registerApproverAddress } from '../../src/db/merchants/approver-orders.js';
import { changeMerchant } from '../../src/db/merchants/merchant-orders.js';
import { findMemberByEmail } from '../../src/db/people/members.js';
import { beginSession } from '../../src/db/people/sessions.js';
import { recordEvent } from '../../src/db/webhooks/events.js';
import { decideWithdrawal } from '../../src/db/withdrawals/decide-withdrawal.js';
import { noteChainRead } from '../helpers/chain/chain-reading.js';
import { addressOf, insertMerchant, usdc } from '../helpers/facts/facts.js';
import { WITHOUT_DELAY } from '../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, type CliOutcome } from './run-cli.js';

const DAY_MS = 86_400_000;
const WALLET = addressOf(0xa11);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await noteChainRead(database.db);
});
afterAll(() => database.drop());

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { DATABASE_URL: database.url });
async function json<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await cli(...args, '--json');
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}
const newOperator = (name: string): Promise<{ operatorId: string; apiKeyId: string }> =>
  json('operator', 'create', '--name', name, '--scopes', 'viewer');
const keysOf = (operatorId: string): Promise<unknown[]> =>
  database.db('api_keys').where({ operator_id: operatorId }).distinct('status').pluck('status');

/** Gives an operator a second key, a sign-in with a session, an approver address, and a loosening that waits. */
async function busyOperator() {
  const { operatorId, apiKeyId } = await newOperator('Bob');
  const second = await json<{ apiKeyId: string }>(
    ...['operator', 'key', 'create', operatorId, '--scopes', 'viewer'],
  );
  const signIn = ['--email', 'bob@example.com', '--name', 'Bob', '--role', 'viewer'];
  await json('member', 'create', '--operator', operatorId, ...signIn);
  const member = await findMemberByEmail(database.db, { kind: 'operator', email: 'bob@example.com' });
  if (member === undefined) throw new Error('the member exists');
  const merchantId = await insertMerchant(database.db);
  const nowMs = Date.now();
  const actor: AuditActor = { kind: 'operator', id: operatorId, ip: null, apiKeyId };
  const loosening = { asset: usdc(), limits: { autoApproveBelowAtomic: 1_000_000n } };
  await transaction(database.db, async (trx) => {
    await beginSession(trx, member, { ip: '203.0.113.9', userAgent: null, nowMs });
    await registerApproverAddress(trx, {
      ...WITHOUT_DELAY,
      actor,
      nowMs,
      operatorId,
      address: WALLET,
      signature: `0x${'12'.repeat(65)}`,
      validUntil: Math.floor(nowMs / 1_000) + 60,
      chainCode: null,
    });
    await changeMerchant(trx, {
      actor,
      nowMs,
      policyDelayMs: DAY_MS,
      tell: recordEvent,
      givenWith: null,
      merchantId,
      terms: {},
      limits: [loosening],
      reason: null,
    });
  });
  return { operatorId, keys: [apiKeyId, second.apiKeyId].sort(), actor };
}

it('operator disable shuts keys, sign-in and addresses of one operator, and stops what they have asked for', async () => {
  const { operatorId, keys, actor } = await busyOperator();
  const ann = await newOperator('Ann');
  const [approved, others] = [await insertWithdrawal(database.db), await insertWithdrawal(database.db)];
  const by = { reason: null, nowMs: Date.now(), showAddress: toChecksumAddress };
  await transaction(database.db, async (trx) => {
    await decideWithdrawal(trx, { ...by, withdrawalId: approved, decision: 'approve', actor });
    const annas = { ...actor, id: ann.operatorId, apiKeyId: ann.apiKeyId };
    await decideWithdrawal(trx, { ...by, withdrawalId: others, decision: 'approve', actor: annas });
  });

  const shut = await json<{ stoppedPolicyChanges: string[] }>('operator', 'disable', operatorId);
  expect(shut).toEqual({
    operatorId,
    name: 'Bob',
    revokedKeys: keys,
    withdrawnLinks: [],
    signIn: { email: 'bob@example.com', status: 'disabled' },
    removedAddresses: [toChecksumAddress(WALLET)],
    stoppedPolicyChanges: [expect.stringMatching(/^pol_/)],
    withdrawalsToLookAt: [approved],
  });
  expect(await keysOf(operatorId)).toEqual(['revoked']);
  expect(await keysOf(ann.operatorId)).toEqual(['approved']);
  expect(await database.db('members').where({ operator_id: operatorId }).pluck('status')).toEqual([
    'disabled',
  ]);
  const cards = (await cli('operator', 'list')).stdout.split(/^(?=disabledReason )/m);
  const marked = cards.filter((one) => one.includes('none of their keys, sign-ins and links works'));
  expect(marked.map((one) => [one.includes(operatorId), one.includes(ann.operatorId)])).toEqual([
    [true, false],
  ]);
  expect(await database.db('sessions')).toEqual([]);
  expect(await database.db('approver_addresses').whereNull('removed_at')).toEqual([]);
  const changes = database.db('policy_changes').whereIn('policy_change_id', shut.stoppedPolicyChanges);
  expect(await changes.pluck('status')).toEqual(['stopped']);
  const logged = await database.db('audit_log').where({ actor_kind: 'cli' }).pluck<string[]>('action');
  for (const action of ['api_key.update', 'member.update', 'operator.remove_approver'])
    expect(logged).toContain(action);

  expect(await json('operator', 'disable', operatorId)).toMatchObject({
    revokedKeys: [],
    removedAddresses: [],
    stoppedPolicyChanges: [],
    withdrawalsToLookAt: [approved],
  });
});

it('operator disable withdraws the link by which an operator would still join, and names SIGNER_APPROVERS', async () => {
  const { operatorId } = await newOperator('Cleo');
  const whom = ['--operator', operatorId, '--email', 'cleo@example.com', '--role', 'viewer'];
  await json('member', 'invite', ...whom);
  const { stdout, stderr } = await cli('operator', 'disable', operatorId, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    signIn: null,
    withdrawnLinks: [expect.stringMatching(/^ivt_/)],
  });
  expect(stderr).toContain('SIGNER_APPROVERS');
  expect(await database.db('invitations').whereNull('withdrawn_at')).toEqual([]);
});

it('operator disable refuses an operator that does not exist', async () => {
  const nobody = `opr_${'0'.repeat(26)}`;
  expect(await cli('operator', 'disable', nobody)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `There is no operator ${nobody}. (not_found)\n`,
  });
});
