import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../../src/client/client.js';
import {
  withdrawalInWords,
  dueSteps,
  type WithdrawalNetwork,
} from '../../../src/pages/app/dashboard/withdrawals/withdrawal-words.js';

const BASE: WithdrawalNetwork = { chainId: 8_453, confirmationsRequired: 12 };
/** Nobody knows the pace of its blocks. */
const UNKNOWN: WithdrawalNetwork = { chainId: 999_999, confirmationsRequired: 1 };
const WAITS = "It waits until the operator's wallet has enough coins.";

const withdrawal = (changes: Partial<Schemas['Withdrawal']>): Schemas['Withdrawal'] => ({
  withdrawalId: 'wd_00000000000000000000000001',
  kind: 'withdrawal',
  invoiceId: null,
  status: 'broadcast',
  amountCrypto: '20.000000',
  amountAtomic: '20000000',
  tokenSymbol: 'USDC',
  chainCode: 'base',
  address: `0x${'77'.repeat(20)}`,
  txHash: null,
  confirmations: 0,
  merchantReference: null,
  metadata: {},
  approvalsRequired: 1,
  approvalsGiven: 1,
  createdAt: '2026-01-31T12:00:00.000Z',
  approvedAt: null,
  completedAt: null,
  failureReason: null,
  waitingReason: null,
  ...changes,
});

describe('a withdrawal says to its merchant what is next and when', () => {
  it.each([
    [{ status: 'approved' }, BASE, 'It is sent next, within seconds.'],
    [{ status: 'approved', waitingReason: WAITS }, BASE, WAITS],
    [{}, BASE, 'It was sent, and is in no block yet. It is completed after 12 confirmations.'],
    [{}, UNKNOWN, 'It was sent, and is in no block yet. It is completed after 1 confirmation.'],
    [{ confirmations: 2 }, BASE, '2 of 12 confirmations. It is completed when all are there, in about 20 s.'],
    [{ confirmations: 12 }, BASE, '12 of 12 confirmations. It is completed when all are there.'],
    [{ confirmations: 2 }, undefined, 'It was sent. 2 confirmations so far.'],
    [{ waitingReason: WAITS }, BASE, `It was sent. ${WAITS}`],
  ] as const)('%j on %j: "%s"', (changes, network, words) => {
    expect(withdrawalInWords(withdrawal(changes), network)).toBe(words);
  });

  it.each([
    [{ status: 'approved' }, BASE, ['Sent to the chain: The service, within seconds', 'Confirmed']],
    [{ status: 'approved', waitingReason: WAITS }, BASE, ['Sent to the chain', 'Confirmed']],
    [{}, BASE, ['12 more confirmations: Chain']],
    [{ confirmations: 11 }, BASE, ['1 more confirmation: Chain, in about 2 s']],
    [{ confirmations: 2 }, undefined, ['Confirmed']],
    [{ status: 'completed', confirmations: 12 }, BASE, []],
  ] as const)('its timeline ends with what is due: %j on %j: %j', (changes, network, steps) => {
    const due = dueSteps(withdrawal(changes), network);
    expect(
      due.map(({ fact, more }) => [fact, more].filter((part) => typeof part === 'string').join(': ')),
    ).toEqual(steps);
  });
});
