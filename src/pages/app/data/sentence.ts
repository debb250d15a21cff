/** Adds a full stop, if the words do not end with one. A person may have typed it. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
