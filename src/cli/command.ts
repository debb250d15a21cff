import { InvalidArgumentError, type Command } from 'commander';
import type { AuditActor } from '../db/audit/audit-log.js';
import type { Database, Transaction } from '../db/core/database.js';
import type { Chain } from '../domain/core/asset.js';

/** What commands stand on; opened when one runs. */
export interface CliContext {
  readonly db: Database;
  /** By chain code. @throws when no CHAINS_FILE is known. */
  readonly getChains: () => ReadonlyMap<string, Chain>;
  readonly publicBaseUrl: string;
  /** Who gives the orders, for the audit log. */
  readonly actor: AuditActor;
  /** Compares chains, ledger and invoices from the beginning, as the schedule does. `onStart`: before it compares. */
  readonly reconcile: (
    onStart: (trx: Transaction, runId: number) => Promise<void>,
  ) => Promise<{ readonly runId: number; readonly outcome: string; readonly summary: string }>;
  /** Tells Temporal of what was just committed; when it is away the workers do. */
  readonly dispatchOutbox: () => Promise<void>;
  /** Has a chain swept now. @throws when Temporal is not known or doesn't answer. */
  readonly sweepNow: (chainCode: string) => Promise<void>;
}

/** What a command answers: with `--json` as it is, shaped like the API's `data`; else as lines for people. */
export type Result = object | readonly object[];

/** Adds a command to its parent. `run` opens the context, prints the result and closes everything. */
export type Register = (parent: Command, run: Run) => void;
export type Run = (
  options: { readonly json?: boolean },
  work: (context: CliContext) => Promise<Result>,
) => Promise<void>;

/** The same for a command that needs no instance. */
export type RegisterAlone = (parent: Command, run: RunAlone) => void;
export type RunAlone = (options: { readonly json?: boolean }, work: () => Promise<Result>) => Promise<void>;

export const LIST_LIMIT_DEFAULT = 25;

/** For commander: reads `--limit`. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}
