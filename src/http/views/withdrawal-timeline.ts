import { z } from 'zod';
import { showStoredAddress } from '../../chain/keys/address.js';
import type { WithdrawalFact } from '../../db/withdrawals/withdrawal-timeline.js';
import type { Withdrawal } from '../../db/withdrawals/withdrawals.js';
import { requireShowable } from '../../domain/withdrawals/altered-withdrawal.js';
import type { Shown } from '../requests/reply.js';
import type { Chains } from './assets.js';
import { shownAddress, shownHash, shownHeight, shownMoment } from './fields.js';
import { iso } from './iso.js';
import { amountFields, assetFields, showSubjectFact, shownAmounts, SUBJECT_FACTS } from './subject-facts.js';

const requestFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('request'),
  ...assetFields,
  ...amountFields,
  address: shownAddress,
});

const transactionFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.enum(['transaction_sent', 'transaction_mined']),
  txHash: shownHash,
  replaces: shownHash.nullable().meta({
    description: 'The transaction that it replaces with a higher fee.',
    examples: [null],
  }),
  blockNumber: shownHeight.nullable(),
  succeeded: z
    .boolean()
    .nullable()
    .meta({ examples: [true] }),
});

/** The schema of one item of {@link showWithdrawalTimeline}'s answer. */
export const withdrawalFactSchema = z
  .discriminatedUnion('kind', [requestFactSchema, transactionFactSchema, ...SUBJECT_FACTS])
  .meta({ id: 'WithdrawalFact' });

type ShownWithdrawalFact = Shown<typeof withdrawalFactSchema>;

/**
 * Shows the timeline of a withdrawal: its request first, then every fact in order of time.
 *
 * @throws QuittanceError `withdrawal_altered`
 */
export function showWithdrawalTimeline(
  withdrawal: Withdrawal,
  facts: readonly WithdrawalFact[],
  books: Chains,
): ShownWithdrawalFact[] {
  requireShowable(books, withdrawal);
  const { createdAtMs, amountAtomic, decimals, asset, address } = withdrawal;
  const request = {
    at: iso(createdAtMs),
    kind: 'request' as const,
    ...asset,
    ...shownAmounts(amountAtomic, decimals),
    address: showStoredAddress(address),
  };
  return [request, ...facts.map((fact) => showFactOf(fact, books))];
}

function showFactOf(fact: WithdrawalFact, books: Chains): ShownWithdrawalFact {
  if (!('txHash' in fact)) return showSubjectFact(fact, books);
  const { kind, txHash, replaces, blockNumber, succeeded } = fact;
  return { at: iso(fact.atMs), kind, txHash, replaces, blockNumber, succeeded };
}
