/** Ends words as a sentence: those of a person may have their own full stop. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
