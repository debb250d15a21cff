import { describe, expect, it } from '@jest/globals';
import {
  isLooserLimit,
  mayTakeMoneyOut,
  refusalToConfirm,
  type LimitField,
  type PolicyPerson,
} from '../../../src/domain/merchants/policy-change.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { consistentLimits, NO_LIMITS } from '../../../src/domain/withdrawals/withdrawal-limits.js';

describe('a looser limit', () => {
  const CAPS: readonly LimitField[] = ['perWithdrawalAtomic', 'perDayAtomic', 'twoApprovalsAboveAtomic'];

  it.each(
    CAPS.flatMap((field) => [
      [field, 10n, 11n, true] as const,
      [field, 10n, null, true] as const,
      [field, 0n, null, true] as const,
      [field, 10n, 10n, false] as const,
      [field, 10n, 9n, false] as const,
      [field, null, 0n, false] as const,
      [field, null, null, false] as const,
    ]),
  )('%s from %s to %s: %s', (field, before, asked, expected) => {
    expect(isLooserLimit(field, before, asked)).toBe(expected);
  });

  it.each([
    [10n, 11n, true],
    [null, 1n, true],
    [null, 0n, true],
    [10n, 10n, false],
    [10n, 9n, false],
    [10n, null, false],
    [null, null, false],
  ])('autoApproveBelow from %s to %s: %s', (before, asked, expected) => {
    expect(isLooserLimit('autoApproveBelowAtomic', before, asked)).toBe(expected);
  });

  it('with two contradictory settings is judged by the tighter one', () => {
    const limits = { ...NO_LIMITS, twoApprovalsAboveAtomic: 20n };
    expect(consistentLimits({ ...limits, autoApproveBelowAtomic: 50n }).autoApproveBelowAtomic).toBe(20n);
    expect(consistentLimits({ ...limits, autoApproveBelowAtomic: 5n }).autoApproveBelowAtomic).toBe(5n);
    expect(consistentLimits(limits)).toEqual(limits);
  });
});

it('of all merchant scopes, exactly one can take money out', () => {
  expect(MERCHANT_SCOPES.filter((scope) => mayTakeMoneyOut([scope]))).toEqual(['withdrawals:write']);
  expect(mayTakeMoneyOut(MERCHANT_SCOPES)).toBe(true);
  expect(mayTakeMoneyOut([])).toBe(false);
});

describe("a second person's confirmation", () => {
  const [ann, bob, shop] = [
    { kind: 'operator', id: 'opr_ann' },
    { kind: 'operator', id: 'opr_bob' },
    { kind: 'merchant', id: 'mer_shop' },
  ] as const satisfies readonly PolicyPerson[];
  const [shell, otherShell] = [
    { kind: 'cli', id: 'ann' },
    { kind: 'cli', id: 'root' },
  ] as const satisfies readonly PolicyPerson[];
  const OLD = 0;
  const NEW = 1;

  it.each([
    [ann, bob, OLD, true],
    [ann, ann, OLD, false],
    [ann, bob, NEW, false],
    [shell, ann, OLD, true],
    [shop, shell, null, true],
    // Nobody proves at the command line who they are.
    [ann, shell, null, false],
    [shell, otherShell, null, false],
    [shop, ann, OLD, true],
    [shop, ann, NEW, false],
  ] as const)(
    'of a change that %j has requested, by %j, whose key was created at %s: counts %s',
    (requester, confirmer, sinceMs, expected) => {
      const refusal = refusalToConfirm(requester, { ...confirmer, sinceMs }, { nowMs: 100, delayMs: 100 });
      expect(refusal === null).toBe(expected);
    },
  );
});
