import type { ActivityDependencies } from '../dependencies.js';

/** The dependencies of reconciliation. */
export type ReconcilingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'depositAddress' | 'now' | 'log'
>;
