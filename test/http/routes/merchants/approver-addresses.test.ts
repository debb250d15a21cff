import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createContractApprovers } from '../../../../src/chain/agreement/contract-approvers.js';
import { toChecksumAddress } from '../../../../src/chain/keys/address.js';
import { hashApproval, signApproval } from '../../../../src/chain/keys/approval-signature.js';
import type { RegistrationMessage } from '../../../../src/domain/withdrawals/approver-registration.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { startAnvil, type Anvil } from '../../../helpers/chain/anvil.js';
import { putContractWallet } from '../../../helpers/chain/contract-wallet.js';
import { localChain } from '../../../chain/chain-fixture.js';

const DAY_MS = 86_400_000;
/** Public keys of a well-known test mnemonic. */
const KEYS = [
  {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    key: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    key: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
] as const;
const [MINE, OTHER] = KEYS;

let anvil: Anvil;
let api: TestApi;
let ann: { operatorId: string; key: string };
let bob: { operatorId: string; key: string; apiKeyId: string };

beforeAll(async () => {
  anvil = await startAnvil();
  const chain = localChain({ rpcUrls: [anvil.url] });
  const chains = new Map([[chain.chainCode, chain]]);
  const books = { chains, books: chains, contractApprovers: createContractApprovers() };
  api = await startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS, ...books });
});
afterAll(async () => {
  await Promise.all([api.close(), anvil.stop()]);
});
beforeEach(async () => {
  await api.db('approver_addresses').whereNull('removed_at').update({ removed_at: new Date() });
  [ann, bob] = [await api.addOperator(), await api.addOperator()];
  const created_at = new Date(Date.now() - 2 * DAY_MS);
  await api.db('api_keys').where({ api_key_id: bob.apiKeyId }).update({ created_at });
});

const ask = (who: { key: string }, method: string, path: string, json?: object): Promise<Answer> =>
  api.ask(method, `/admin/v1/${path}`, { key: who.key, ...(json === undefined ? {} : { json }) });
async function messageFor(who: { key: string }, address: string): Promise<RegistrationMessage> {
  const { body } = await ask(who, 'GET', `approver-addresses/${address}/registration-message`);
  return body.data as unknown as RegistrationMessage;
}
/** Registers MINE for somebody. The message may be altered, and the key may be somebody else's. */
async function register(
  who: { key: string },
  altered: { readonly by?: string; readonly message?: object; readonly sent?: object } = {},
): Promise<Answer> {
  const message = await messageFor(who, MINE.address);
  const signed = { ...message, message: { ...message.message, ...altered.message } };
  const signature = await signApproval(signed, altered.by ?? MINE.key);
  const { validUntil } = message.message;
  return ask(who, 'POST', 'approver-addresses', {
    address: MINE.address,
    signature,
    validUntil,
    ...altered.sent,
  });
}
const shownOf = async (who: { operatorId: string }): Promise<unknown> => {
  const { list } = await ask(bob, 'GET', 'operators?limit=100');
  const shown = list as unknown as readonly { operatorId: string; approverAddresses: readonly object[] }[];
  return shown.find(({ operatorId }) => operatorId === who.operatorId)?.approverAddresses;
};
const codeOf = ({ status, body }: Answer): unknown => (status < 300 ? status : [status, body.error.code]);

describe('an approver address', () => {
  it('waits after its key has proved it, is shown with its operator, and counts when a second operator confirms it', async () => {
    expect((await messageFor(ann, MINE.address)).message).toMatchObject({
      operatorId: ann.operatorId,
      operatorName: 'Test operator',
      approver: MINE.address,
    });
    const { status, body } = await register(ann);
    expect([status, body.data]).toMatchObject([201, { status: 'waiting', address: MINE.address }]);
    expect(await shownOf(ann)).toMatchObject([{ address: MINE.address, status: 'waiting' }]);
    const confirm = `policy-changes/${body.data.policyChangeId}/confirm`;
    expect(codeOf(await ask(ann, 'POST', confirm))).toEqual([409, 'invalid_state']);
    expect(codeOf(await ask(bob, 'POST', confirm))).toBe(200);
    expect(await shownOf(ann)).toMatchObject([{ status: 'in_force' }]);
    // The address belongs to one person, so it can't be registered again for the same or another person.
    expect(codeOf(await register(ann))).toEqual([409, 'invalid_state']);
    expect(codeOf(await register(bob))).toEqual([409, 'invalid_state']);
  });

  it('counts without a confirmation after its delay', async () => {
    await register(ann);
    await api.db.raw(`UPDATE policy_changes SET requested_at = requested_at - interval '2 days',
      holds_from = holds_from - interval '2 days' WHERE status = 'waiting'`);
    expect(await shownOf(ann)).toMatchObject([{ status: 'in_force' }]);
  });

  it.each(['stopped', 'removed'])(
    'is no longer shown when it was %s, and can be registered again',
    async (how) => {
      const { body } = await register(ann);
      const { policyChangeId } = body.data;
      await (how === 'stopped'
        ? ask(bob, 'POST', `policy-changes/${policyChangeId}/stop`)
        : ask(bob, 'DELETE', `operators/${ann.operatorId}/approver-addresses/${MINE.address}`));
      expect(await shownOf(ann)).toEqual([]);
      const change = await api
        .db('policy_changes')
        .where({ policy_change_id: policyChangeId })
        .first<{ status: string }>();
      expect(change.status).toBe('stopped');
      expect(codeOf(await register(ann))).toBe(201);
    },
  );

  it.each([
    ['signed by another key', { by: OTHER.key }],
    ['signed for another operator', { message: { operatorId: 'opr_00000000000000000000000000' } }],
    ['signed for another name', { message: { operatorName: 'Somebody else' } }],
    ['signed for another time', { message: { validUntil: 4_000_000_000 } }],
    ['sent as another address', { sent: { address: OTHER.address } }],
    ['out of date', { sent: { validUntil: 1_000 } }],
    ['valid for too long', { sent: { validUntil: 4_000_000_000 } }],
  ])('is refused when %s', async (_, altered) => {
    expect(codeOf(await register(ann, altered))).toEqual([422, 'invalid_signature']);
    expect(await shownOf(ann)).toEqual([]);
  });

  it('of a contract wallet is proved by the contract itself, on the chain that is named', async () => {
    const safe = toChecksumAddress(`0x${'5a'.repeat(20)}`);
    const message = await messageFor(ann, safe);
    const { validUntil } = message.message;
    const sent = { address: safe, signature: '0x', validUntil, chainCode: 'local' };
    const give = (altered: object): Promise<Answer> =>
      ask(ann, 'POST', 'approver-addresses', { ...sent, ...altered });
    // There is no contract at the address yet.
    expect(codeOf(await give({}))).toEqual([422, 'invalid_signature']);
    await putContractWallet(anvil, { address: safe, accepts: hashApproval(message) });
    expect(codeOf(await give({ chainCode: undefined }))).toEqual([422, 'invalid_signature']);
    expect(codeOf(await give({ chainCode: 'elsewhere' }))).toEqual([422, 'unsupported_asset']);
    expect(codeOf(await give({ validUntil: validUntil - 1 }))).toEqual([422, 'invalid_signature']);
    // The contract accepts a message that names Ann, and no other.
    expect(codeOf(await ask(bob, 'POST', 'approver-addresses', sent))).toEqual([422, 'invalid_signature']);
    const shown = { address: safe, status: 'waiting', chainCode: 'local' };
    expect((await give({})).body.data).toMatchObject(shown);
    expect(await shownOf(ann)).toMatchObject([shown]);
  });
});
