import { z } from 'zod';
import { formatCrypto } from '../../domain/core/money.js';
import { ATTENTION_KINDS, sayAttention, type AttentionFact } from '../../domain/merchants/attention.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownChainCode, shownCrypto, shownMoment, shownTokenSymbol } from './fields.js';
import { isoOrNull } from './iso.js';

/** What {@link showAttention} shows. */
export const attentionSchema = z
  .strictObject({
    kind: z.enum(ATTENTION_KINDS).meta({ id: 'AttentionKind', examples: ['money_held'] }),
    message: z.string().meta({
      description: 'What happened, and what to do.',
      examples: [
        '25.000000 USDC came that the invoice did not ask for in this way. Accept it or send it back.',
      ],
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

/** Shows what a merchant should look at. */
export function showAttention(fact: AttentionFact, books: Chains): Shown<typeof attentionSchema> {
  const amountCrypto =
    fact.asset === null || fact.amount === null
      ? null
      : formatCrypto(fact.amount, getKnownAsset(books, fact.asset).asset.decimals);
  const message = sayAttention(fact, `${amountCrypto ?? ''} ${fact.asset?.tokenSymbol ?? ''}`.trim());
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
    amountCrypto,
  };
}
