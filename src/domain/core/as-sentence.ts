/** Adds a full stop to a reason that somebody else wrote, an operator for example, when it has none. */
export function asSentence(reason: string | null): string {
  const text = (reason ?? 'no reason is on record').trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
