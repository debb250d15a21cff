import type { Forwarded, SignedRequest } from './forward.js';

/** A forwarded event, as `--json` prints it. */
export interface ForwardedEvent extends Forwarded {
  readonly event: string | null;
  readonly eventId: string | null;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
}

/** Returns the event of a forwarded delivery, with its result. */
export function describeForwarded(request: SignedRequest, forwarded: Forwarded): ForwardedEvent {
  const { event, data } = readEnvelope(request.body);
  const id = request.headers['webhook-id'];
  return {
    event: textOf(event),
    eventId: textOf(id),
    invoiceId: textOf(data['invoiceId']),
    withdrawalId: textOf(data['withdrawalId']),
    ...forwarded,
  };
}

/** Returns one line for people: time, event, object and result. */
export function formatForwarded(forwarded: ForwardedEvent, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(11, 19);
  const about = forwarded.invoiceId ?? forwarded.withdrawalId ?? '-';
  const result =
    forwarded.statusCode === null ? `failed: ${forwarded.errorMessage ?? ''}` : String(forwarded.statusCode);
  return `${time}  ${(forwarded.event ?? '?').padEnd(20)}  ${forwarded.eventId ?? '?'}  ${about}  → ${result} (${forwarded.durationMs} ms)`;
}

/** Returns the type and the data of the event. They are empty if the body is not an event. */
export function readEnvelope(body: Buffer): { event: unknown; data: Readonly<Record<string, unknown>> } {
  try {
    const envelope = JSON.parse(body.toString('utf8')) as { event?: unknown; data?: unknown } | null;
    const data = envelope?.data;
    return {
      event: envelope?.event,
      data: typeof data === 'object' && data !== null ? { ...data } : {},
    };
  } catch {
    return { event: undefined, data: {} };
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
