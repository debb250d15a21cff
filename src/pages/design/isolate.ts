/** Letters written from right to left, and characters that turn the direction of the text after them (UAX #9). */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** The characters whose effect goes on after the end of their own text. */
const LASTING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a merchant's text for use inside a sentence: it can't turn around the words beside it. */
export function isolate(text: string): string {
  return TURNING.test(text) ? `\u2068${text.replaceAll(LASTING, '')}\u2069` : text;
}
