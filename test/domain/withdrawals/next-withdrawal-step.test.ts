import { describe, expect, it } from '@jest/globals';
import {
  nextWithdrawalStep,
  RESEND_AFTER_MS,
  type TransactionFact,
} from '../../../src/domain/withdrawals/next-withdrawal-step.js';
import {
  canMoveWithdrawal,
  RELEASING_STATUSES,
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalStatus,
} from '../../../src/domain/withdrawals/withdrawal-state.js';

const NOW_MS = 1_000_000;
const sent: TransactionFact = { lastSentAtMs: NOW_MS, receipt: null };
const mined = (blockNumber: number, succeeded = true): TransactionFact => ({
  ...sent,
  receipt: { blockNumber, succeeded, proven: succeeded },
});

function step(
  status: WithdrawalStatus,
  transaction: TransactionFact | null,
  more: {
    headNumber?: number;
    finalizedNumber?: number;
    waitUntilMs?: number;
    halted?: boolean;
    giveUpAtMs?: number;
    unused?: { lastSentAtMs: number; isCancelled?: boolean };
  } = {},
): ReturnType<typeof nextWithdrawalStep> {
  return nextWithdrawalStep({
    status,
    transaction,
    headNumber: more.headNumber ?? 10,
    finalizedNumber: more.finalizedNumber ?? 2,
    confirmationsRequired: 3,
    halted: more.halted ?? false,
    unused: more.unused === undefined ? null : { isCancelled: false, ...more.unused },
    waitUntilMs: more.waitUntilMs ?? null,
    giveUpAtMs: more.giveUpAtMs ?? null,
    nowMs: NOW_MS,
  });
}

describe('the next step of a withdrawal', () => {
  it.each([
    [
      'waits until the time when it is given up',
      { giveUpAtMs: NOW_MS + 1 },
      { kind: 'wait', untilMs: NOW_MS + 1 },
    ],
    [
      'waits for its next check, if that comes earlier',
      { giveUpAtMs: NOW_MS + 60_001 },
      { untilMs: NOW_MS + 60_000 },
    ],
    ['is given up at that time', { giveUpAtMs: NOW_MS }, { kind: 'give_up' }],
    ['is not given up while its chain is halted', { giveUpAtMs: NOW_MS, halted: true }, { kind: 'wait' }],
    ['is tried once more after a long pause', { giveUpAtMs: 1, waitUntilMs: NOW_MS }, { kind: 'send' }],
  ])('that the chain refuses: it %s', (_, more, expected) => {
    expect(step('approved', null, { waitUntilMs: NOW_MS + 60_000, ...more })).toMatchObject(expected);
  });

  it.each(['pending_approval', 'broadcast', 'completed', 'failed'] as const)(
    'never abandons a withdrawal that is %s',
    (status) => {
      expect(step(status, null, { giveUpAtMs: 1, waitUntilMs: NOW_MS + 60_000 }).kind).not.toBe('give_up');
    },
  );

  it('waits for an operator without a limit', () => {
    expect(step('pending_approval', null)).toEqual({ kind: 'wait', untilMs: null, atHeight: null });
  });
  it('sends an approved withdrawal, unless it is known that it cannot be sent yet', () => {
    expect(step('approved', null)).toEqual({ kind: 'send' });
    expect(step('approved', null, { waitUntilMs: NOW_MS + 5 })).toMatchObject({
      kind: 'wait',
      untilMs: NOW_MS + 5,
    });
  });
  it('does nothing for a failed withdrawal, until the cause of the failure is undone and its nonce is unused', () => {
    expect(step('failed', sent)).toEqual({ kind: 'closed' });
    expect(step('failed', sent, { unused: { lastSentAtMs: 0 } })).toEqual({ kind: 'send' });
    expect(step('failed', sent, { unused: { lastSentAtMs: NOW_MS } })).toMatchObject({
      kind: 'wait',
      untilMs: NOW_MS + RESEND_AFTER_MS,
    });
    expect(step('failed', sent, { unused: { lastSentAtMs: 0 }, waitUntilMs: NOW_MS + 5 })).toMatchObject({
      kind: 'wait',
      untilMs: NOW_MS + 5,
    });
    expect(step('failed', sent, { unused: { lastSentAtMs: 0 }, halted: true })).toMatchObject({
      kind: 'wait',
    });
  });
  it('replaces the new signature when the abandoned transaction is mined after all, and then ends as usual', () => {
    const receipt = { blockNumber: 9, succeeded: true, proven: true };
    const mined = { lastSentAtMs: 0, receipt };
    const unused = { lastSentAtMs: 0 };
    expect(step('broadcast', mined, { unused })).toEqual({ kind: 'send' });
    expect(step('broadcast', mined, { unused: { lastSentAtMs: NOW_MS } })).toEqual({
      kind: 'wait',
      untilMs: NOW_MS + RESEND_AFTER_MS,
      atHeight: 11,
    });
    expect(step('broadcast', mined, { unused, headNumber: 11 })).toEqual({ kind: 'complete' });
    expect(step('broadcast', mined, { unused, halted: true })).toMatchObject({ kind: 'wait', atHeight: 0 });
    expect(step('completed', mined, { unused })).toEqual({ kind: 'send' });
    expect(step('completed', mined, { unused, halted: true })).toMatchObject({ kind: 'wait', atHeight: 0 });
    expect(step('completed', mined)).toEqual({ kind: 'closed' });
  });
  it('fails it only when the nonces of all other transactions signed for it are finally used, so that none can be mined', () => {
    const final = { headNumber: 20, finalizedNumber: 12 };
    const reverted = mined(3, false);
    expect(step('broadcast', reverted, { ...final, unused: { lastSentAtMs: 0 } })).toEqual({ kind: 'send' });
    expect(step('broadcast', reverted, { ...final, unused: { lastSentAtMs: NOW_MS } })).toMatchObject({
      kind: 'wait',
      untilMs: NOW_MS + RESEND_AFTER_MS,
    });
    const cancelled = { lastSentAtMs: 0, isCancelled: true };
    expect(step('broadcast', reverted, { ...final, unused: cancelled })).toMatchObject({
      kind: 'wait',
      untilMs: NOW_MS + RESEND_AFTER_MS,
    });
    expect(step('broadcast', reverted, final)).toEqual({ kind: 'fail' });
    // Only a failure waits for the cancellation transaction.
    expect(step('broadcast', mined(8), { unused: cancelled })).toEqual({ kind: 'complete' });
    expect(step('completed', mined(8), { unused: cancelled })).toEqual({ kind: 'closed' });
    expect(step('failed', reverted, { unused: cancelled })).toEqual({ kind: 'closed' });
  });
  it('asks for an operator when it is confirmed but not proven, and still continues with a replacement', () => {
    const unproven: TransactionFact = {
      ...sent,
      receipt: { blockNumber: 8, succeeded: true, proven: false },
    };
    expect(step('broadcast', unproven)).toEqual({ kind: 'attend', untilMs: null });
    expect(step('broadcast', unproven, { unused: { lastSentAtMs: NOW_MS - 5 } })).toEqual({
      kind: 'attend',
      untilMs: NOW_MS - 5 + RESEND_AFTER_MS,
    });
    expect(step('broadcast', unproven, { unused: { lastSentAtMs: 0 } })).toEqual({ kind: 'send' });
    // The reason that keeps the replacement from being signed is still shown.
    const kept = { unused: { lastSentAtMs: 0 }, waitUntilMs: NOW_MS + 5 };
    expect(step('broadcast', unproven, kept)).toMatchObject({ kind: 'wait', untilMs: NOW_MS + 5 });
  });
  it('does not pay, fail or reverse it by facts of a halted chain, until the chain goes on', () => {
    const halted = { halted: true, headNumber: 99, finalizedNumber: 98 };
    const untilResumed = { kind: 'wait', untilMs: null, atHeight: 0 };
    const unproven: TransactionFact = {
      ...sent,
      receipt: { blockNumber: 10, succeeded: true, proven: false },
    };
    for (const fact of [mined(10), mined(10, false), unproven]) {
      expect(step('broadcast', fact, halted)).toEqual(untilResumed);
    }
    expect(step('completed', sent, halted)).toEqual(untilResumed);
    expect(step('completed', mined(10), halted)).toEqual({ kind: 'closed' });
  });
  it('sends the same bytes again when no block includes them', () => {
    expect(step('broadcast', sent)).toMatchObject({ kind: 'wait', untilMs: NOW_MS + RESEND_AFTER_MS });
    expect(step('broadcast', { ...sent, lastSentAtMs: NOW_MS - RESEND_AFTER_MS })).toEqual({ kind: 'send' });
  });
  it('completes it at its confirmations and not before', () => {
    expect(step('broadcast', mined(9))).toEqual({ kind: 'wait', untilMs: null, atHeight: 11 });
    expect(step('broadcast', mined(8))).toEqual({ kind: 'complete' });
  });
  it('fails a reverted transaction only when its block is final', () => {
    expect(step('broadcast', mined(3, false))).toMatchObject({ kind: 'wait' });
    expect(step('broadcast', mined(3, false), { finalizedNumber: 3 })).toEqual({ kind: 'fail' });
  });
  it('reopens a completed withdrawal when its block is gone', () => {
    expect(step('completed', mined(8))).toEqual({ kind: 'closed' });
    expect(step('completed', sent)).toEqual({ kind: 'reopen' });
  });
  it.each(RELEASING_STATUSES)('does nothing more for a withdrawal that is %s', (status) => {
    expect(step(status, null)).toEqual({ kind: 'closed' });
    expect(WITHDRAWAL_TRANSITIONS[status]).toEqual([]);
  });
});

describe('the state machine of withdrawals', () => {
  it('pays only what was approved: every path to broadcast or completed goes through approved', () => {
    const reachable = (without: WithdrawalStatus): Set<WithdrawalStatus> => {
      const seen = new Set<WithdrawalStatus>(['pending_approval']);
      for (const from of seen) {
        for (const to of WITHDRAWAL_STATUSES) if (to !== without && canMoveWithdrawal(from, to)) seen.add(to);
      }
      return seen;
    };
    expect([...reachable('approved')].sort()).toEqual(['cancelled', 'pending_approval', 'rejected']);
  });
  it('releases no reservation of a withdrawal that may still be mined', () => {
    expect(canMoveWithdrawal('broadcast', 'stopped')).toBe(false);
    expect(canMoveWithdrawal('broadcast', 'cancelled')).toBe(false);
    expect(canMoveWithdrawal('approved', 'cancelled')).toBe(false);
  });
});
