import { z } from 'zod';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import { sameAsset } from '../../domain/core/asset.js';
import { formatCrypto, formatExact } from '../../domain/core/money.js';
import { heldReason, type HeldReason } from '../../domain/invoices/held-reason.js';
import { ATTENTION_KINDS, sayAttention, type AttentionFact } from '../../domain/merchants/attention.js';
import { isolate } from '../../pages/design/isolate.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownChainCode, shownCrypto, shownMoment, shownTokenSymbol } from './fields.js';
import { isoOrNull } from './iso.js';
import { paymentsOf } from './payments-of.js';

/** The schema of {@link showAttention}'s answer. */
export const attentionSchema = z
  .strictObject({
    kind: z.enum(ATTENTION_KINDS).meta({ id: 'AttentionKind', examples: ['money_held'] }),
    message: z.string().meta({
      description: 'What happened, and what to do.',
      examples: ['Order order-1001: 25.00 USDC came too late. Accept it or send it back.'],
    }),
    since: shownMoment.nullable(),
    invoiceId: idOf('inv').nullable(),
    withdrawalId: idOf('wd').nullable(),
    endpointId: idOf('we').nullable(),
    apiKeyId: idOf('key').nullable(),
    chainCode: shownChainCode.nullable(),
    tokenSymbol: shownTokenSymbol.nullable(),
    amountCrypto: shownCrypto.nullable(),
  })
  .meta({ id: 'Attention', description: 'Something that you should look at.' });

const HELD_WORDS: Readonly<Record<HeldReason, string>> = {
  late: 'too late',
  too_little: 'and was less than was asked for',
  cancelled: 'after the invoice was cancelled',
  unexpected: 'in another asset than was asked for',
};

/** Adds the merchant's reference and the reason to a fact about held money, as the invoice shows them. */
export function explainHeld(fact: AttentionFact, views: readonly InvoiceView[]): AttentionFact {
  const view = views.find(({ invoice }) => invoice.invoiceId === fact.subjectId);
  if (view === undefined) return fact;
  const { invoice } = view;
  const reasons = paymentsOf(view).flatMap(({ transfer, status }) => {
    if (transfer.booking !== 'held' || fact.asset === null || !sameAsset(transfer, fact.asset)) return [];
    return [HELD_WORDS[heldReason(status, invoice.status)]];
  });
  const reason = reasons.length === 0 ? null : [...new Set(reasons)].join(', ');
  return { ...fact, name: invoice.merchantReference, reason };
}

/** Shows something that a merchant should look at. */
export function showAttention(fact: AttentionFact, books: Chains): Shown<typeof attentionSchema> {
  const amountIn = (write: typeof formatCrypto): string | null =>
    fact.asset === null || fact.amount === null
      ? null
      : write(fact.amount, getKnownAsset(books, fact.asset).asset.decimals);
  // Trailing zeros are removed, but two decimals stay, as on the pages.
  const shown = (amountIn(formatExact) ?? '').replace(/(\.\d\d\d*?)0+$/, '$1');
  const name = fact.name === null ? null : isolate(fact.name);
  const message = sayAttention({ ...fact, name }, `${shown} ${fact.asset?.tokenSymbol ?? ''}`.trim());
  const idIf = (start: string): string | null =>
    fact.subjectId?.startsWith(`${start}_`) === true ? fact.subjectId : null;
  return {
    kind: fact.kind,
    message,
    since: isoOrNull(fact.sinceMs),
    invoiceId: idIf('inv'),
    withdrawalId: idIf('wd'),
    endpointId: idIf('we'),
    apiKeyId: idIf('key'),
    chainCode: fact.asset?.chainCode ?? null,
    tokenSymbol: fact.asset?.tokenSymbol ?? null,
    amountCrypto: amountIn(formatCrypto),
  };
}
