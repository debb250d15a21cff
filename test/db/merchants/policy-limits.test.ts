import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import type { AuditActor } from '../../../src/db/audit/audit-log.js';
import { transaction, type Database } from '../../../src/db/core/database.js';
import { changeMerchant } from '../../../src/db/merchants/merchant-orders.js';
import { listPolicyChanges, type PolicyChange } from '../../../src/db/merchants/policy-changes.js';
import { confirmPolicyChange, stopPolicyChange } from '../../../src/db/merchants/policy-orders.js';
import { getWithdrawalLimits } from '../../../src/db/merchants/withdrawal-limits.js';
import { recordEvent } from '../../../src/db/webhooks/events.js';
import { isLooserLimit, LIMIT_FIELDS, type LimitField } from '../../../src/domain/merchants/policy-change.js';
import { NO_LIMITS, type WithdrawalLimits } from '../../../src/domain/withdrawals/withdrawal-limits.js';
import { insertMerchant, usdc } from '../../helpers/facts/facts.js';
import { orRefused, untilWaiting } from '../../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const DAY_MS = 86_400_000;
const SHELL: AuditActor = { kind: 'cli', id: 'ann', ip: null };

let database: TestDatabase;
let api: Database;
let merchantId: string;
/** An operator whose key is old enough to confirm. */
let bob: AuditActor;

beforeAll(async () => {
  database = await createTestDatabase();
  api = database.as('quittance_api');
  await database.db('operators').insert({ operator_id: 'opr_bob', name: 'Bob' });
  await database.db('api_keys').insert({
    api_key_id: 'key_bob',
    operator_id: 'opr_bob',
    name: 'x',
    status: 'approved',
    scopes: [],
    start: 'qo_0000',
    last4: '0000',
    created_at: new Date(Date.now() - 2 * DAY_MS),
  });
  bob = { kind: 'operator', id: 'opr_bob', apiKeyId: 'key_bob', ip: null };
});
afterAll(() => database.drop());
beforeEach(async () => {
  merchantId = await insertMerchant(database.db);
});

const orderOf = (actor: AuditActor) => ({
  actor,
  nowMs: Date.now(),
  policyDelayMs: DAY_MS,
  tell: recordEvent,
  givenWith: null,
});
const change = (limits: Partial<WithdrawalLimits>): Promise<unknown> =>
  transaction(api, (trx) =>
    changeMerchant(trx, {
      ...orderOf(SHELL),
      merchantId,
      terms: {},
      reason: null,
      limits: [{ asset: usdc(), limits }],
    }),
  );
const limitsNow = async (): Promise<WithdrawalLimits> => {
  const limits = await getWithdrawalLimits(api, { merchantId, asset: usdc() });
  return Object.fromEntries(
    LIMIT_FIELDS.map((field) => [field, limits[field]]),
  ) as unknown as WithdrawalLimits;
};
const changes = (status?: PolicyChange['status']): Promise<PolicyChange[]> =>
  listPolicyChanges(api, { merchantId, limit: 100, ...(status === undefined ? {} : { status }) });
const waitingOf = async (field: LimitField): Promise<PolicyChange | undefined> =>
  (await changes('waiting')).find((one) => one.change['field'] === field);
const decisionOf = ({ policyChangeId }: PolicyChange, actor: AuditActor) => ({
  ...orderOf(actor),
  policyChangeId,
  reason: null,
});
const confirm = (one: PolicyChange, actor = bob): Promise<unknown> =>
  transaction(api, (trx) => confirmPolicyChange(trx, decisionOf(one, actor)));
const stop = (one: PolicyChange): Promise<unknown> =>
  transaction(api, (trx) => stopPolicyChange(trx, decisionOf(one, SHELL)));
/** Lets the delay of waiting changes pass, as the owner of the tables can. Nobody else reads the change. */
const passDelay = (field: LimitField): Promise<unknown> =>
  database.db.raw(
    `UPDATE policy_changes SET requested_at = requested_at - interval '2 days', holds_from = holds_from - interval '2 days'
      WHERE object_id = ? AND status = 'waiting' AND change->>'field' = ?`,
    [merchantId, field],
  );

describe('two orders at the same moment', () => {
  it('give the tighter limit: a tightening wins over a waiting loosening, and over one that is being confirmed', async () => {
    await change({ perDayAtomic: 100n });
    await change({ perDayAtomic: 500n });
    const [loosening] = await changes('waiting');
    let confirming: Promise<unknown> | undefined;
    await transaction(api, async (trx) => {
      await changeMerchant(trx, {
        ...orderOf(SHELL),
        merchantId,
        terms: {},
        reason: null,
        limits: [{ asset: usdc(), limits: { perDayAtomic: 50n } }],
      });
      confirming = orRefused(confirm(loosening as PolicyChange));
      await untilWaiting(database.db);
    });
    expect(await confirming).toBeUndefined();
    expect((await limitsNow()).perDayAtomic).toBe(50n);
    expect(await changes()).toMatchObject([{ status: 'stopped' }]);
  });

  it('about one limit keep the later order', async () => {
    await change({ perDayAtomic: 100n });
    await Promise.all([change({ perDayAtomic: 500n }), change({ perDayAtomic: 600n })]);
    const all = await changes();
    expect(all.map(({ status }) => status).sort()).toEqual(['stopped', 'waiting']);
    expect((await limitsNow()).perDayAtomic).toBe(100n);
  });

  it('a confirmation and a stop of one change, have one effect: only one of them counts', async () => {
    await change({ perDayAtomic: 100n });
    await change({ perDayAtomic: 500n });
    const [loosening] = (await changes('waiting')) as [PolicyChange];
    const won = await Promise.all([orRefused(confirm(loosening)), orRefused(stop(loosening))]);
    expect(won.filter((one) => one !== undefined)).toHaveLength(1);
    const [{ status }] = (await changes()) as [PolicyChange];
    expect((await limitsNow()).perDayAtomic).toBe(status === 'in_force' ? 500n : 100n);
  });
});

it('a decided change is never changed again, even by the owner of the tables', async () => {
  await change({ perDayAtomic: 100n });
  await change({ perDayAtomic: 500n });
  await stop((await changes('waiting'))[0] as PolicyChange);
  await expect(database.db('policy_changes').update({ status: 'waiting' })).rejects.toThrow('append-only');
  await expect(api('policy_changes').update({ holds_from: new Date() })).rejects.toThrow('permission denied');
});

/** The present limit, and the limit that waits. */
interface Modelled {
  now: bigint | null;
  waits: { readonly to: bigint | null } | null;
}

const amount = fc.option(fc.bigInt({ min: 0n, max: 30n }), { nil: null });
const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), to: amount }),
  fc.record({ kind: fc.constantFrom('confirm' as const, 'stop' as const, 'pass' as const) }),
);

it('whatever is asked, confirmed, stopped or waited for, a limit is loosened only after its delay or by a second person', async () => {
  // One limit at a time: two that contradict each other are refused, which the rule's own test covers.
  const fields = LIMIT_FIELDS.filter((field) => field !== 'autoApproveBelowAtomic');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...fields, 'autoApproveBelowAtomic' as const),
      fc.array(step, { minLength: 1, maxLength: 10 }),
      async (field, steps) => {
        merchantId = await insertMerchant(database.db);
        const model: Modelled = { now: NO_LIMITS[field], waits: null };
        for (const one of steps) {
          if (one.kind === 'ask') {
            await change({ [field]: one.to });
            if (isLooserLimit(field, model.now, one.to)) model.waits = { to: one.to };
            else Object.assign(model, { now: one.to, waits: null });
          } else if (one.kind === 'pass') {
            await passDelay(field);
            if (model.waits !== null) Object.assign(model, { now: model.waits.to, waits: null });
          } else {
            const waiting = await waitingOf(field);
            expect(waiting === undefined).toBe(model.waits === null);
            if (waiting === undefined || model.waits === null) continue;
            expect(await orRefused(confirm(waiting, SHELL))).toBeUndefined();
            await (one.kind === 'confirm' ? confirm(waiting) : stop(waiting));
            if (one.kind === 'confirm') model.now = model.waits.to;
            model.waits = null;
          }
          expect((await limitsNow())[field]).toBe(model.now);
          expect((await waitingOf(field))?.change['to']).toBe(
            model.waits === null ? undefined : (model.waits.to?.toString() ?? null),
          );
        }
      },
    ),
    { numRuns: 15 },
  );
});
