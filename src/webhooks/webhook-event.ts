import type { EventData, EventType } from '../domain/webhooks/events.js';

/** An event as its body has it. `event` tells the types apart: `data` has the fields of that type. */
export type WebhookEvent = { readonly [Type in EventType]: WebhookEventOf<Type> }[EventType];

export interface WebhookEventOf<Type extends EventType> {
  readonly event: Type;
  /** When it happened, in ISO 8601 and UTC. Order events by this time, not by their arrival. */
  readonly timestamp: string;
  readonly data: EventData[Type];
}
