import type { ActivityDependencies } from '../dependencies.js';

/** What reconciling needs of the world. */
export type ReconcilingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'now' | 'log'
>;
