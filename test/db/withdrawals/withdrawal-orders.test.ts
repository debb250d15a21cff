import { moveWithdrawal } from '../../../src/db/withdrawals/move-withdrawal.js';
import { createWithdrawal, type NewWithdrawal } from '../../../src/db/withdrawals/create-withdrawal.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { findApprovalFaults } from '../../../src/db/withdrawals/approval-faults.js';
import type { AuditActor } from '../../../src/db/audit/audit-log.js';
import { listBalances } from '../../../src/db/ledger/balances.js';
import { sqlState, transaction } from '../../../src/db/core/database.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { changeMerchant } from '../../../src/db/merchants/merchant-orders.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { requestWithdrawal } from '../../../src/db/withdrawals/request-withdrawal.js';
import { findForgedApprovals } from '../../../src/db/withdrawals/forged-approvals.js';
import { decideWithdrawal, type WithdrawalDecision } from '../../../src/db/withdrawals/decide-withdrawal.js';
import {
  findWithdrawal,
  listWithdrawals,
  lockWithdrawal,
  type Withdrawal,
} from '../../../src/db/withdrawals/withdrawals.js';
import { payoutPostings } from '../../../src/domain/ledger/postings.js';
import type { WithdrawalLimits } from '../../../src/domain/withdrawals/withdrawal-limits.js';
import {
  RELEASING_STATUSES,
  type WithdrawalStatus,
} from '../../../src/domain/withdrawals/withdrawal-state.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { addressOf, insertMerchant, usdc } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { commitSignature } from '../../helpers/circuits/signed.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { orRefused, untilWaiting, WITHOUT_DELAY } from '../../helpers/facts/orders.js';

const CREDIT = 100n;
const showAddress = (address: string): string => address;
const MERCHANT: AuditActor = { kind: 'merchant', id: 'mer_test', ip: null };
const CLI: AuditActor = { kind: 'cli', id: 'ann', ip: null };

const orderOf = (of: string) => ({
  ...WITHOUT_DELAY,
  merchantId: of,
  terms: {},
  reason: null,
  actor: CLI,
  nowMs: Date.now(),
});

let database: TestDatabase;
let merchantId: string;
let operators: readonly AuditActor[];

beforeAll(async () => {
  database = await createTestDatabase();
  await noteChainRead(database.db);
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map((name) => insertOperator(database.db, { name })));
  operators = [ann, bob].map((operator) => ({
    kind: 'operator',
    id: operator?.operatorId ?? null,
    ip: null,
  }));
});
afterAll(() => database.drop());
beforeEach(() => newMerchant());

async function newMerchant(limits: Partial<WithdrawalLimits> = {}): Promise<void> {
  merchantId = await insertMerchant(database.db);
  await transaction(database.db, async (trx) => {
    await postEntry(trx, {
      cause: `test/${merchantId}`,
      kind: 'test',
      asset: usdc(),
      merchantId,
      postings: [
        { account: 'custody_hot', amountAtomic: CREDIT },
        { account: 'available', amountAtomic: -CREDIT },
      ],
    });
    const change = { asset: usdc(), limits };
    await changeMerchant(trx, { ...orderOf(merchantId), limits: [change] });
  });
}

const newWithdrawal = (amountAtomic: bigint): NewWithdrawal => ({
  merchantId,
  asset: usdc(),
  amountAtomic,
  address: addressOf(77),
  merchantReference: null,
  metadata: {},
  nowMs: Date.now(),
});
const request = (amountAtomic: bigint): Promise<Withdrawal | undefined> =>
  orRefused(
    transaction(database.db, (trx) =>
      requestWithdrawal(trx, { ...newWithdrawal(amountAtomic), actor: MERCHANT, showAddress }),
    ),
  );
const decide = (withdrawalId: string, decision: WithdrawalDecision, actor: AuditActor = CLI) =>
  orRefused(
    transaction(database.db, (trx) =>
      decideWithdrawal(trx, { withdrawalId, decision, reason: 'why', actor, nowMs: Date.now(), showAddress }),
    ),
  );
/** Moves a withdrawal as facts from the follower do, with their bookings. */
const move = (withdrawalId: string, to: WithdrawalStatus) =>
  orRefused(
    transaction(database.db, async (trx) => {
      const withdrawal = await lockWithdrawal(trx, withdrawalId);
      if (withdrawal === undefined) throw new Error('the withdrawal is there');
      const signed = await trx('sent_transactions')
        .where({ withdrawal_id: withdrawalId })
        .first<{ nonce: number } | undefined>('nonce');
      if (signed === undefined) return;
      if (to === 'completed' && withdrawal.status === 'broadcast') {
        await postEntry(trx, {
          cause: `test/${withdrawalId}/paid`,
          kind: 'withdrawal_paid',
          asset: usdc(),
          merchantId,
          withdrawalId,
          postings: payoutPostings(withdrawal.amountAtomic),
        });
      }
      await moveWithdrawal(trx, withdrawal, { to, reason: null, nowMs: Date.now(), showAddress });
    }),
  );
async function approved(amountAtomic = 10n): Promise<string> {
  const withdrawalId = (await request(amountAtomic))?.withdrawalId ?? '';
  await decide(withdrawalId, 'approve');
  return withdrawalId;
}
const statusOf = async (withdrawalId: string): Promise<WithdrawalStatus | undefined> =>
  (await findWithdrawal(database.db, { withdrawalId }))?.status;

/** Checks the invariants of every moment, whatever was ordered and in whatever order. */
async function checkBooks(limits: Partial<WithdrawalLimits>): Promise<void> {
  const withdrawals = await listWithdrawals(database.db, { merchantId, filters: {}, limit: 100 });
  const sumOf = (statuses: readonly WithdrawalStatus[]): bigint =>
    withdrawals
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
  const open = sumOf(['pending_approval', 'approved', 'broadcast']);
  const paid = sumOf(['completed']);
  const [balance] = await listBalances(database.db, merchantId);
  expect(balance).toMatchObject({ available: CREDIT - open - paid, reserved: open, deficit: 0n, held: 0n });
  if (limits.perDayAtomic != null) expect(open + paid <= limits.perDayAtomic).toBe(true);
  const ids = withdrawals.map(({ withdrawalId }) => withdrawalId);
  const [released, approvals, signed] = await Promise.all([
    database
      .db('ledger_entries')
      .whereIn('withdrawal_id', ids)
      .where({ kind: 'withdrawal_released' })
      .pluck<string[]>('withdrawal_id'),
    database.db('withdrawal_approvals').whereIn('withdrawal_id', ids).pluck<string[]>('withdrawal_id'),
    database.db('sent_transactions').whereIn('withdrawal_id', ids).pluck<string[]>('withdrawal_id'),
  ]);
  for (const { withdrawalId, status, approvedAtMs, approvalsRequired, amountAtomic } of withdrawals) {
    const countOf = (list: readonly string[]): number => list.filter((id) => id === withdrawalId).length;
    expect([status, countOf(released)]).toEqual([status, RELEASING_STATUSES.includes(status) ? 1 : 0]);
    const isAutomatic = amountAtomic < (limits.autoApproveBelowAtomic ?? 0n);
    if (approvedAtMs !== null && !isAutomatic) expect(countOf(approvals)).toBe(approvalsRequired);
    if (countOf(signed) > 0) expect(['approved', 'broadcast', 'completed', 'failed']).toContain(status);
  }
}

type Step =
  | { readonly do: 'request'; readonly amount: number }
  | { readonly do: WithdrawalDecision; readonly which: number; readonly who: number }
  | { readonly do: 'sign' | 'broadcast' | 'completed' | 'failed'; readonly which: number };

const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('request' as const), amount: fc.integer({ min: 1, max: 70 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'approve' as const,
        'approve' as const,
        'reject' as const,
        'cancel' as const,
        'stop' as const,
      ),
      which,
      who: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('sign' as const, 'broadcast' as const, 'completed' as const, 'failed' as const),
      which,
    }),
  },
);

async function take(taken: Step, ids: string[]): Promise<void> {
  if (taken.do === 'request') {
    const made = await request(BigInt(taken.amount));
    if (made !== undefined) ids.push(made.withdrawalId);
    return;
  }
  const withdrawalId = ids[taken.which % Math.max(ids.length, 1)];
  if (withdrawalId === undefined) return;
  switch (taken.do) {
    case 'sign':
      await commitSignature(database.db, withdrawalId);
      return;
    case 'broadcast':
    case 'completed':
    case 'failed':
      await move(withdrawalId, taken.do);
      return;
    case 'approve':
    case 'reject':
    case 'cancel':
    case 'stop':
      await decide(withdrawalId, taken.do, [...operators, CLI][taken.who] ?? CLI);
  }
}

describe('orders about withdrawals, in any order', () => {
  it('keep the ledger consistent: a reserved amount is paid or released, once', async () => {
    const limits = fc.constantFrom<Partial<WithdrawalLimits>>(
      {},
      { perDayAtomic: 60n, twoApprovalsAboveAtomic: 20n },
      { autoApproveBelowAtomic: 15n, twoApprovalsAboveAtomic: 40n },
    );
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { minLength: 5, maxLength: 30 }), async (limit, steps) => {
        await newMerchant(limit);
        const ids: string[] = [];
        for (const taken of steps) {
          await take(taken, ids);
          await checkBooks(limit);
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('keep the ledger consistent when they come at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        const limit = { perDayAtomic: 60n, twoApprovalsAboveAtomic: 20n };
        await newMerchant(limit);
        const ids: string[] = [];
        for (const amount of [30, 15, 15]) await take({ do: 'request', amount }, ids);
        await Promise.all(steps.map((taken) => take(taken, ids)));
        await checkBooks(limit);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

describe('what the signer reads of an approval', () => {
  const faultOf = (withdrawalId: string): Promise<string | null> =>
    transaction(database.db, async (trx) => {
      if ((await lockWithdrawal(trx, withdrawalId)) === undefined) throw new Error('the withdrawal is there');
      return (await findApprovalFaults(trx, [withdrawalId])).get(withdrawalId) ?? null;
    });

  it('is enough when zero, one or two people approved it, as its amount requires', async () => {
    await newMerchant({ autoApproveBelowAtomic: 10n, twoApprovalsAboveAtomic: 20n });
    const small = (await request(9n))?.withdrawalId ?? '';
    expect([await statusOf(small), await faultOf(small)]).toEqual(['approved', null]);
    const middle = await approved(20n);
    expect([await statusOf(middle), await faultOf(middle)]).toEqual(['approved', null]);
    const large = (await request(21n))?.withdrawalId ?? '';
    await decide(large, 'approve', operators[0]);
    expect(await statusOf(large)).toBe('pending_approval');
    expect(await faultOf(large)).not.toBeNull();
    await decide(large, 'approve', operators[1]);
    expect([await statusOf(large), await faultOf(large)]).toEqual(['approved', null]);
  });
});

describe('a withdrawal that the owner of the database has altered since its approval', () => {
  const alter = (table: string, withdrawalId: string, fields: object): Promise<unknown> =>
    tamper(database.db, table, () =>
      database.db(table).where({ withdrawal_id: withdrawalId }).update(fields),
    );
  const checked = (find: typeof findApprovalFaults, withdrawalId: string): Promise<string | undefined> =>
    transaction(database.db, async (trx) => (await find(trx, [withdrawalId])).get(withdrawalId));
  const RESERVED: readonly [string, object][] = [
    ['chain', { chain_code: 'base' }],
    ['token', { token_symbol: 'WBTC' }],
    ['amount', { amount_atomic: '11' }],
    ['merchant', { merchant_id: 'mer_thief' }],
  ];

  it.each([...RESERVED, ['address', { address: addressOf(666) }] as const])(
    'does not match what was approved: the %s',
    async (_, fields) => {
      const withdrawalId = await approved();
      expect(await checked(findApprovalFaults, withdrawalId)).toBeUndefined();
      await alter('withdrawals', withdrawalId, fields);
      expect(await checked(findApprovalFaults, withdrawalId)).toContain('is not what was approved');
    },
  );

  it.each(RESERVED)(
    'does not match what the ledger has reserved, even if the recorded approval was altered too: the %s',
    async (_, fields) => {
      const withdrawalId = await approved();
      expect(await checked(findForgedApprovals, withdrawalId)).toBeUndefined();
      for (const table of ['withdrawals', 'approved_payments']) await alter(table, withdrawalId, fields);
      expect(await checked(findApprovalFaults, withdrawalId)).toBeUndefined();
      expect(await checked(findForgedApprovals, withdrawalId)).toContain('is not reserved in the ledger');
    },
  );
});

describe('stopping and signing at the same moment', () => {
  it.each([
    ['stop', ['stopped', 0]],
    ['sign', ['approved', 1]],
  ])('never both succeed: the first one, here to %s, decides', async (first, outcome) => {
    const withdrawalId = await approved();
    const orders = [() => decide(withdrawalId, 'stop'), () => commitSignature(database.db, withdrawalId)];
    if (first === 'sign') orders.reverse();
    const given: Promise<unknown>[] = [];
    await transaction(database.db, async (trx) => {
      await lockWithdrawal(trx, withdrawalId);
      for (const give of orders) {
        given.push(give());
        await untilWaiting(database.db, given.length);
      }
    });
    await Promise.all(given);
    const signed = await database.db('sent_transactions').where({ withdrawal_id: withdrawalId });
    expect([await statusOf(withdrawalId), signed.length]).toEqual(outcome);
  });

  it.each(['pending_approval', 'rejected', 'stopped'] as const)(
    'the database itself refuses a signature for a withdrawal that is %s',
    async (status) => {
      const withdrawalId = (await request(10n))?.withdrawalId ?? '';
      if (status === 'rejected') await decide(withdrawalId, 'reject');
      if (status === 'stopped')
        await decide(withdrawalId, 'approve').then(() => decide(withdrawalId, 'stop'));
      expect(await statusOf(withdrawalId)).toBe(status);
      await approveAnother();
      const forged = database.db.raw(
        `INSERT INTO sent_transactions SELECT (jsonb_populate_record(s, jsonb_build_object(
           'withdrawal_id', CAST(? AS text), 'tx_hash', 'forged', 'nonce', s.nonce + 1000))).* FROM sent_transactions s LIMIT 1`,
        [withdrawalId],
      );
      expect(await forged.then(() => 'allowed', sqlState)).toBe('23001');
    },
  );

  it('the database itself refuses to stop a signed withdrawal', async () => {
    const withdrawalId = await approved();
    await commitSignature(database.db, withdrawalId);
    const forced = database
      .db('withdrawals')
      .where({ withdrawal_id: withdrawalId })
      .update({ status: 'stopped' });
    expect(await forced.then(() => 'allowed', sqlState)).toBe('23001');
    expect(await decide(withdrawalId, 'stop')).toBeUndefined();
    expect(await statusOf(withdrawalId)).toBe('approved');
  });
});

/** Makes a signed transaction, which a test copies. */
async function approveAnother(): Promise<void> {
  await commitSignature(database.db, await approved());
}

describe("a merchant's limits", () => {
  it('change only when no request that was checked against them is running', async () => {
    let changing: Promise<unknown> | undefined;
    await transaction(database.db, async (trx) => {
      await createWithdrawal(trx, newWithdrawal(20n));
      const change = { asset: usdc(), limits: { perDayAtomic: 20n } };
      changing = transaction(database.db, (other) =>
        changeMerchant(other, { ...orderOf(merchantId), limits: [change] }),
      );
      await untilWaiting(database.db);
    });
    await changing;
    expect(await request(1n)).toBeUndefined();
  });
});
