import { groupDigits, shorten, trimZeros } from './figures.js';

/** Adds a full stop, if the words do not end with one. A person may have typed it. */
export const withFullStop = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Makes a text of the API easier to read: hashes are shortened, and figures lose zeros at their ends. An IP stays whole. */
export const atAGlance = (words: string): string =>
  words
    .replaceAll(/0x[0-9a-fA-F]{40,}/g, (hash) => shorten(hash, 8, 6))
    .replaceAll(/(?<![\d.])\d+\.\d{3,}(?![\d.]*\.\d)/g, (figure) => groupDigits(trimZeros(figure)));

/** Makes a sentence of words of the API: with a capital letter and a full stop, and easy to read. */
export const sentenceOf = (words: string): string =>
  withFullStop(`${words.charAt(0).toUpperCase()}${atAGlance(words.slice(1))}`);
