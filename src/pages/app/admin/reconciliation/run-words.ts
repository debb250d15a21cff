import type { Schemas } from '../../../../client/client.js';
import type { StatusWords } from '../../parts/status.js';

export type ShownRun = Schemas['ReconciliationRun'];

const OUTCOME_WORDS: Readonly<Record<NonNullable<ShownRun['outcome']>, StatusWords>> = {
  clean: ['done', 'Everything agrees'],
  differences: ['failed', 'Differences'],
  incomplete: ['attention', 'Not everything compared'],
  overtaken: ['ended', 'Overtaken'],
};

/** A killed run starts again within this time. An older run without an outcome was cut off. */
const UNDER_WAY_MS = 2 * 3_600_000;

export function statusOfRun({ outcome, startedAt }: ShownRun): StatusWords {
  if (outcome !== null) return OUTCOME_WORDS[outcome];
  return Date.now() - Date.parse(startedAt) < UNDER_WAY_MS ? ['seen', 'Under way'] : ['ended', 'Cut off'];
}

/** Who started a run. */
export const ORIGIN_WORDS: Readonly<Record<ShownRun['origin'], string>> = {
  schedule: 'The schedule',
  cli: 'The command line',
  operator: 'An operator',
};

export const scopeWords = ({ scope }: ShownRun): string => (scope === 'full' ? 'Everything' : 'What changed');
