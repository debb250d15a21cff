/**
 * How the last attempt of a delivery was answered. `other`: an answer of a status that is none of these. The names of
 * failures before an answer are those of an attempt's `errorClass`.
 */
export const DELIVERY_OUTCOMES = [
  '2xx',
  '4xx',
  '5xx',
  'other',
  'redirect',
  'timeout',
  'dns',
  'connect',
  'tls',
  'url_not_allowed',
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

const isOutcome = (text: string): text is DeliveryOutcome =>
  (DELIVERY_OUTCOMES as readonly string[]).includes(text);

/** Returns the outcome of an attempt that has ended. */
export function outcomeOf({
  statusCode,
  errorClass,
}: {
  readonly statusCode: number | null;
  readonly errorClass: string | null;
}): DeliveryOutcome {
  if (errorClass === null) return '2xx';
  if (errorClass !== 'status') return isOutcome(errorClass) ? errorClass : 'other';
  const hundreds = `${Math.floor((statusCode ?? 0) / 100)}xx`;
  return hundreds === '4xx' || hundreds === '5xx' ? hundreds : 'other';
}
