import { isolate } from '../../design/isolate.js';

/** Joins the parts of a description. No part can reverse the direction of the text beside it (UAX #9). */
export const aboutOf = (parts: readonly (string | null)[]): string | undefined =>
  parts
    .filter((words) => words !== null)
    .map(isolate)
    .join(' · ') || undefined;
