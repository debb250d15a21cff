import { InvalidArgumentError, type Command } from 'commander';
import type { DepositXpubs } from '../chain/keys/deposit-address.js';
import type { AuditActor } from '../db/audit/audit-log.js';
import type { PolicyOrder } from '../db/merchants/policy-changes.js';
import type { Database, Transaction } from '../db/core/database.js';
import type { SignedHead } from '../domain/core/audit-head.js';
import type { BrokenChain } from '../db/audit/check-hash-chains.js';
import type { SecretBox } from '../db/core/secret-box.js';
import type { Asset, Chain } from '../domain/core/asset.js';
import type { DeriveDeposit } from '../domain/invoices/proven-deposit.js';

/** What commands work with. It is opened when a command runs. */
export interface CliContext {
  readonly db: Database;
  /** Returns the chains by chain code. @throws when no CHAINS_FILE is known. */
  readonly getChains: () => ReadonlyMap<string, Chain>;
  /** Returns the configured xpubs. @throws when no DEPOSIT_XPUB is known. */
  readonly getDepositXpubs: () => DepositXpubs;
  /** Returns what derives deposit addresses. @throws when no DEPOSIT_XPUB is known. */
  readonly getDepositDeriver: () => Promise<DeriveDeposit>;
  /** Returns the box of the stored secrets. @throws when no SECRETS_KEY is given. */
  readonly getSecretBox: () => SecretBox;
  readonly publicBaseUrl: string;
  /** Where operators open the console. */
  readonly adminBaseUrl: string;
  /** Who gives the orders, for the audit log. */
  readonly actor: AuditActor;
  /** Returns who gives an order about a policy, and how long a loosening waits. */
  readonly policyOrder: () => PolicyOrder;
  /** Compares chains, ledger and invoices from the beginning, as the schedule does. `onStart` is called first. */
  readonly reconcile: (
    onStart: (trx: Transaction, runId: number) => Promise<void>,
  ) => Promise<{ readonly runId: number; readonly outcome: string; readonly summary: string }>;
  /** Checks the whole audit log, and that a head that was kept is among its heads. @param kept its hash in hex. */
  readonly verifyAuditLog: (kept?: string) => Promise<{
    readonly count: number;
    readonly rows: number;
    readonly heads: number;
    readonly newest: SignedHead | null;
    readonly broken: readonly BrokenChain[];
  }>;
  /** Tells Temporal what was just committed. While Temporal is away, this is left to the workers. */
  readonly dispatchOutbox: () => Promise<void>;
  /**
   * Pays as a customer on the local chain. Amounts in base units, `afterMs` as epoch ms: the payment's block is later.
   *
   * @throws outside local mode.
   */
  readonly payAsCustomer: (payment: {
    readonly chain: Chain;
    readonly asset: Asset;
    readonly to: string;
    readonly amountAtomic: bigint;
    readonly from: string | null;
    readonly afterMs: number | null;
  }) => Promise<{ readonly txHash: string; readonly from: string }>;
  /** Starts a sweep of a chain now. @throws when Temporal is not configured or does not answer. */
  readonly sweepNow: (chainCode: string) => Promise<void>;
}

/**
 * The result of a command. `--json` prints it as it is, in the form of the API's `data`; otherwise as lines to read.
 */
export type Result = object | readonly object[];

/** Adds a command to its parent. `run` opens the context, prints the result and closes everything. */
export type Register = (parent: Command, run: Run) => void;
/** @param columns what the table of a list has, beside the reason. Default: every field. */
export type Run = (
  options: { readonly json?: boolean; readonly wide?: boolean },
  work: (context: CliContext) => Promise<Result>,
  columns?: readonly string[],
) => Promise<void>;

/** Adds a command that needs no instance. */
export type RegisterAlone = (parent: Command, run: RunAlone) => void;
export type RunAlone = (options: { readonly json?: boolean }, work: () => Promise<Result>) => Promise<void>;

/** The option of commands that list: its flag and what it does. */
export const WIDE = ['--wide', 'a line for each with every field, however long'] as const;

export const LIST_LIMIT_DEFAULT = 25;

/** For commander: reads `--limit`. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}
