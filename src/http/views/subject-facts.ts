import { z } from 'zod';
import type { SubjectFact } from '../../db/invoices/subject-facts.js';
import { formatCrypto } from '../../domain/core/money.js';
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownAtomic, shownChainCode, shownCrypto, shownMoment, shownTokenSymbol } from './fields.js';
import { heldSchema } from './invoices.js';
import { iso } from './iso.js';

export const amountFields = { amountCrypto: shownCrypto, amountAtomic: shownAtomic };
export const assetFields = { chainCode: shownChainCode, tokenSymbol: shownTokenSymbol };

const entryFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('ledger_entry'),
  entry: z.string().meta({ examples: ['transfer_none_to_credited'] }),
  ...assetFields,
  postings: z.array(
    z.strictObject({
      account: z.string().meta({ examples: ['available'] }),
      side: z.enum(['debit', 'credit']),
      ...amountFields,
    }),
  ),
});

const eventFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('event'),
  event: z.enum(EVENT_TYPES),
  eventId: idOf('evt'),
  held: z
    .array(heldSchema)
    .nullable()
    .meta({ description: 'The payments of an event `invoice.payment_held`.' }),
});

const attemptFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('delivery_attempt'),
  deliveryId: idOf('dlv'),
  endpointId: idOf('we'),
  endpointHost: z.string().meta({
    description: "Host and port of the endpoint's current URL.",
    examples: ['shop.example'],
  }),
  event: z.enum(EVENT_TYPES),
  number: z.int().min(1),
  durationMs: z.int().min(0).nullable(),
  statusCode: z.int().nullable(),
  errorClass: z.string().nullable(),
});

const orderFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('order'),
  action: z.string().meta({ examples: ['invoice.cancel'] }),
  by: z.string().meta({ examples: ['merchant'] }),
  reason: z.string().nullable(),
});

/** The facts that timelines of invoices and of withdrawals both have. */
export const SUBJECT_FACTS = [entryFactSchema, eventFactSchema, attemptFactSchema, orderFactSchema] as const;

type ShownSubjectFact = Shown<(typeof SUBJECT_FACTS)[number]>;

/** Shows a booking, an event, a delivery attempt or an order. */
export function showSubjectFact(
  fact: SubjectFact & { readonly atMs: number },
  books: Chains,
): ShownSubjectFact {
  const at = iso(fact.atMs);
  switch (fact.kind) {
    case 'ledger_entry': {
      const { asset } = getKnownAsset(books, fact);
      return {
        at,
        kind: fact.kind,
        entry: fact.entryKind,
        chainCode: fact.chainCode,
        tokenSymbol: fact.tokenSymbol,
        postings: fact.postings.map(({ account, amountAtomic }) => ({
          account,
          side: amountAtomic > 0n ? 'debit' : 'credit',
          ...shownAmounts(amountAtomic > 0n ? amountAtomic : -amountAtomic, asset.decimals),
        })),
      };
    }
    case 'event':
      return { at, kind: fact.kind, event: fact.event as EventType, eventId: fact.eventId, held: fact.held };
    case 'delivery_attempt': {
      const { event, atMs: _shown, ...attempt } = fact;
      return { at, ...attempt, event: event as EventType };
    }
    case 'order':
      return { at, kind: fact.kind, action: fact.action, by: fact.actorKind, reason: fact.reason };
  }
}

/** Shows an amount in whole tokens and in base units. */
export function shownAmounts(
  amountAtomic: bigint,
  decimals: number,
): Shown<z.ZodObject<typeof amountFields>> {
  return { amountCrypto: formatCrypto(amountAtomic, decimals), amountAtomic: amountAtomic.toString() };
}
