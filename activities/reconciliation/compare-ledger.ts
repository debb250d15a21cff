import {
  findUnbalancedEntries,
  findWrongAccounts,
  findWrongCustody,
  findWrongReservations,
  inLongStatements,
  type LedgerFinding,
} from '../../src/db/reconciliation/ledger-checks.js';
import type { Difference, DifferenceKind } from '../../src/domain/reconciliation/difference.js';
import { exactAmount, gapInWords } from '../../src/domain/reconciliation/difference-in-words.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/**
 * Compares the ledger with itself: accounts with their postings, and the debits of each entry with its credits. Then
 * compares it with the facts that it records: custody with transfers, payments and fees, and reservations with
 * withdrawals.
 *
 * @param sincePostingId postings up to this one were checked before; 0: none were.
 */
export async function compareLedger(
  deps: ReconcilingDependencies,
  { sincePostingId }: { sincePostingId: number },
): Promise<Difference[]> {
  const since = { sincePostingId };
  const nativeSymbols = new Map(
    [...deps.chains.values()].map((chain) => [chain.chainCode, chain.nativeSymbol]),
  );
  const found = await inLongStatements(deps.db, async (trx) => ({
    accounts: await findWrongAccounts(trx, since),
    entries: await findUnbalancedEntries(trx, since),
    custody: await findWrongCustody(trx, nativeSymbols),
    reservations: await findWrongReservations(trx),
  }));
  const describe = (
    finding: LedgerFinding,
    about: { kind: DifferenceKind; subject: string; what: string; against: string },
  ): Difference => {
    const { asset, expectedAtomic, foundAtomic } = finding;
    const amount = (atomic: bigint): string => exactAmount(deps.chains, asset, atomic);
    const gap = gapInWords(deps.chains, finding);
    return {
      kind: about.kind,
      asset,
      subject: about.subject,
      expectedAtomic,
      foundAtomic,
      words: `${about.what} on ${asset.chainCode}: ${amount(foundAtomic)}, ${about.against} ${amount(expectedAtomic)}: ${gap}.`,
    };
  };
  return [
    ...found.accounts.map((finding) =>
      describe(finding, {
        kind: 'account',
        subject: String(finding.accountId),
        what: `Balance of the account ${finding.kind} of ${finding.merchantId ?? 'the operator'}`,
        against: 'by its postings',
      }),
    ),
    ...found.entries.map((finding) =>
      describe(finding, {
        kind: 'entry',
        subject: String(finding.entryId),
        what: `Credits of ledger entry ${finding.entryId}`,
        against: 'its debits',
      }),
    ),
    ...found.custody.map((finding) =>
      describe(finding, {
        kind: 'custody',
        subject: 'custody',
        what: 'All custody accounts together',
        against: 'by transfers, payments and fees',
      }),
    ),
    ...found.reservations.map((finding) =>
      describe(finding, {
        kind: 'reserved',
        subject: finding.merchantId,
        what: `Reserved of ${finding.merchantId}`,
        against: 'by its withdrawals under way',
      }),
    ),
  ];
}
