import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { OperatorWithdrawalFact } from '../../db/withdrawals/operator-withdrawal-timeline.js';
import type { Withdrawal } from '../../db/withdrawals/withdrawals.js';
import { formatCrypto } from '../../domain/core/money.js';
import { requireShowable } from '../../domain/withdrawals/altered-withdrawal.js';
import type { Shown } from '../requests/reply.js';
import type { Chains } from './assets.js';
import {
  shownAddress,
  shownAtomic,
  shownCount,
  shownCrypto,
  shownHash,
  shownHeight,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { iso } from './iso.js';
import { showSubjectFact, SUBJECT_FACTS } from './subject-facts.js';

const requestSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('requested'),
  amountCrypto: shownCrypto,
  amountAtomic: shownAtomic,
  tokenSymbol: shownTokenSymbol,
  address: shownAddress,
});

const namedOrderSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('named_order'),
  action: z.string().meta({ examples: ['withdrawal.approve'] }),
  by: z.string().meta({ examples: ['operator'] }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'A member, an operator, or the name of a key.', examples: ['Night shift'] }),
  reason: z.string().nullable(),
});

const signatureSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('approval_signed'),
  approver: shownAddress,
});

const transactionSchema = z.strictObject({
  at: shownMoment,
  kind: z.enum(['transaction_signed', 'transaction_sent', 'transaction_mined']),
  txHash: shownHash,
  nonce: shownCount,
  purpose: z.enum(['payment', 'cancellation']).meta({
    description:
      '`cancellation`: it moves no money. It uses its nonce, so that no payment with this nonce can be mined.',
    examples: ['payment'],
  }),
  replaces: shownHash
    .nullable()
    .meta({ description: 'The earlier transaction with the same nonce that it replaces.' }),
  blockNumber: shownHeight.nullable(),
  succeeded: z
    .boolean()
    .nullable()
    .meta({ description: 'False: it is in a block, but was reverted and had no effect.' }),
});

/** The schema of one item of {@link showOperatorWithdrawalTimeline}'s answer. */
export const operatorWithdrawalFactSchema = z
  .discriminatedUnion('kind', [
    requestSchema,
    namedOrderSchema,
    signatureSchema,
    transactionSchema,
    ...SUBJECT_FACTS,
  ])
  .meta({ id: 'WithdrawalLifeFact' });

/**
 * Shows the timeline of a withdrawal to an operator: its request first, then every fact in order of time.
 *
 * @throws QuittanceError `withdrawal_altered`
 */
export function showOperatorWithdrawalTimeline(
  withdrawal: Withdrawal,
  facts: readonly OperatorWithdrawalFact[],
  books: Chains,
): Shown<typeof operatorWithdrawalFactSchema>[] {
  requireShowable(books, withdrawal);
  const { createdAtMs, amountAtomic, decimals, asset, address } = withdrawal;
  const request = {
    at: iso(createdAtMs),
    kind: 'requested' as const,
    tokenSymbol: asset.tokenSymbol,
    amountCrypto: formatCrypto(amountAtomic, decimals),
    amountAtomic: amountAtomic.toString(),
    address: toChecksumAddress(address),
  };
  return [request, ...facts.map((fact) => showOperatorWithdrawalFact(fact, books))];
}

function showOperatorWithdrawalFact(
  fact: OperatorWithdrawalFact,
  books: Chains,
): Shown<typeof operatorWithdrawalFactSchema> {
  const at = iso(fact.atMs);
  switch (fact.kind) {
    case 'named_order': {
      const { kind, action, actorKind: by, name, reason } = fact;
      return { at, kind, action, by, name, reason };
    }
    case 'approval_signed':
      return { at, kind: fact.kind, approver: toChecksumAddress(fact.approver) };
    case 'transaction_signed':
    case 'transaction_sent':
    case 'transaction_mined': {
      const { kind, txHash, nonce, purpose, replaces, blockNumber, succeeded } = fact;
      return { at, kind, txHash, nonce, purpose, replaces, blockNumber, succeeded };
    }
    case 'ledger_entry':
    case 'event':
    case 'delivery_attempt':
    case 'order':
      return showSubjectFact(fact, books);
  }
}
