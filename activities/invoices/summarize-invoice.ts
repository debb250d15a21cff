import { decimalsOf } from '../../src/db/chains/known-assets.js';
import type { SettledInvoice } from '../../src/db/invoices/settle-invoice.js';
import type { Transfer } from '../../src/db/invoices/transfers.js';
import { listRefundsOf } from '../../src/db/withdrawals/refunds-of-invoice.js';
import { groupBy } from '../../src/domain/core/group-by.js';
import { formatCrypto } from '../../src/domain/core/money.js';
import { heldReason } from '../../src/domain/invoices/held-reason.js';
import {
  invoiceInWords,
  shownStatusOf,
  type OtherMoney,
} from '../../src/domain/invoices/invoice-in-words.js';
import { isCredit } from '../../src/domain/invoices/is-credit.js';
import type { InvoiceProgress } from '../contract.js';
import type { SettlingDependencies } from './settle-now.js';

const sum = (transfers: readonly Transfer[]): bigint =>
  transfers.reduce((total, { amountAtomic }) => total + amountAtomic, 0n);

/** Describes the state of an invoice that was just settled, with its held money: in a sentence, and in a word. */
export async function summarizeInvoice(
  deps: Pick<SettlingDependencies, 'db' | 'chains'>,
  { invoice, settlement, transfers }: SettledInvoice,
): Promise<Required<Pick<InvoiceProgress, 'said' | 'shownStatus'>>> {
  const moved = new Map(settlement.bookings.map(({ transferId, to }) => [transferId, to]));
  const booked = transfers.map((transfer) => ({
    ...transfer,
    booking: moved.get(transfer.transferId) ?? transfer.booking,
  }));
  const credits = booked.filter((transfer) => isCredit(transfer, invoice.asset));
  const others = booked.filter(
    (transfer) => transfer.booking !== 'none' && !isCredit(transfer, invoice.asset),
  );
  const inWords = (atomic: bigint): string => formatCrypto(atomic, invoice.decimals);
  const outcome = {
    status: settlement.status,
    enough: settlement.enough,
    overpaid: settlement.overpaid,
    asked: `${inWords(invoice.amountAtomic)} ${invoice.asset.tokenSymbol}`,
    paid: inWords(settlement.amountPaidAtomic),
    credited: inWords(sum(credits)),
    hasCome: settlement.amountPaidAtomic > 0n,
    confirmations: settlement.confirmations,
    confirmationsRequired: invoice.confirmationsRequired,
    others: others.length === 0 ? [] : await sayOthers(deps, { invoice, settlement, transfers: others }),
  };
  return { said: invoiceInWords(outcome), shownStatus: shownStatusOf(outcome) };
}

/** Payments of one kind are added up: there may be thousands. */
async function sayOthers(
  { db, chains }: Pick<SettlingDependencies, 'db' | 'chains'>,
  { invoice, settlement, transfers }: SettledInvoice,
): Promise<OtherMoney[]> {
  const findings = new Map(settlement.payments.map(({ transferId, status }) => [transferId, status]));
  const refunds = await listRefundsOf(db, invoice.invoiceId);
  // Of several refunds of a payment the first one is said.
  const refundOf = new Map(
    [...refunds].reverse().flatMap((refund) => refund.transferIds.map((id) => [id, refund] as const)),
  );
  const nowOf = ({ booking, transferId }: Transfer): OtherMoney['now'] => {
    if (booking !== 'refunding') return { kind: booking === 'credited' ? 'credited' : 'held' };
    const refund = refundOf.get(transferId);
    return {
      kind: 'refund',
      withdrawalId: refund?.withdrawalId ?? null,
      isPaid: refund?.isPaid === true,
    };
  };
  const said: OtherMoney[] = [];
  const kinds = groupBy(transfers, (transfer) =>
    JSON.stringify([
      transfer.chainCode,
      transfer.tokenSymbol,
      findings.get(transfer.transferId),
      nowOf(transfer),
    ]),
  );
  for (const [first, ...rest] of kinds.values()) {
    if (first === undefined) continue;
    const { chainCode, tokenSymbol, transferId } = first;
    const decimals = await decimalsOf(db, chains, { chainCode, tokenSymbol });
    said.push({
      amount: `${formatCrypto(sum([first, ...rest]), decimals)} ${tokenSymbol}`,
      reason: heldReason(findings.get(transferId) ?? 'late', settlement.status),
      now: nowOf(first),
    });
  }
  return said;
}
