import { isolate } from '../../design/isolate.js';

/** Joins what there is to say about a thing. Texts of other people don't turn the words beside them around. */
export const aboutOf = (parts: readonly (string | null)[]): string | undefined =>
  parts
    .filter((words) => words !== null)
    .map(isolate)
    .join(' · ') || undefined;
