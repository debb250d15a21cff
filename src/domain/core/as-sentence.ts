/** Ends a reason that comes from elsewhere as a sentence: an operator's words, or those of another part. */
export function asSentence(reason: string | null): string {
  const text = (reason ?? 'no reason is on record').trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
