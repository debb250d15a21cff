import type { EventData, EventType } from '../domain/webhooks/events.js';

/** An event as its body tells it, told apart by `event`: `data` has the fields of that one. */
export type WebhookEvent = { readonly [Type in EventType]: WebhookEventOf<Type> }[EventType];

export interface WebhookEventOf<Type extends EventType> {
  readonly event: Type;
  /** ISO 8601 in UTC: when it happened. Events are put in order by it, not by their arrival. */
  readonly timestamp: string;
  readonly data: EventData[Type];
}
