import type { Forwarded, SignedRequest } from './forward.js';

/** One event that was forwarded, as `--json` prints it. */
export interface ForwardedEvent extends Forwarded {
  readonly event: string | null;
  readonly eventId: string | null;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
}

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

/** For people: when, what, whose, and what came of it. */
export function formatForwarded(told: ForwardedEvent, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(11, 19);
  const about = told.invoiceId ?? told.withdrawalId ?? '-';
  const result = told.statusCode === null ? `failed: ${told.errorMessage ?? ''}` : String(told.statusCode);
  return `${time}  ${(told.event ?? '?').padEnd(20)}  ${told.eventId ?? '?'}  ${about}  → ${result} (${told.durationMs} ms)`;
}

/** The event's type and data; nothing where the body is none. */
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
