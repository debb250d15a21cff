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

/** The resources that commands use. They are opened when a command runs. */
export interface CliContext {
  readonly db: Database;
  /** Returns the chains by chain code; none when no CHAINS_FILE is known. */
  readonly findChains: () => ReadonlyMap<string, Chain>;
  /** Returns the chains by chain code. @throws when no CHAINS_FILE is known. */
  readonly getChains: () => ReadonlyMap<string, Chain>;
  /** Returns the configured xpubs. @throws when no DEPOSIT_XPUB is known. */
  readonly getDepositXpubs: () => DepositXpubs;
  /** Returns the function that derives deposit addresses. @throws when no DEPOSIT_XPUB is known. */
  readonly getDepositDeriver: () => Promise<DeriveDeposit>;
  /** Returns the box of the stored secrets. @throws when no SECRETS_KEY is given. */
  readonly getSecretBox: () => SecretBox;
  readonly publicBaseUrl: string;
  /** The address at which operators open the console. */
  readonly adminBaseUrl: string;
  /** The person who gives the orders, for the audit log. */
  readonly actor: AuditActor;
  /** Returns the terms of an order about a policy: who gives it, and how long a change that loosens it waits. */
  readonly policyOrder: () => PolicyOrder;
  /** Compares all chains, ledger entries and invoices, as the schedule does. `onStart` is called first. */
  readonly reconcile: (
    onStart: (trx: Transaction, runId: number) => Promise<void>,
  ) => Promise<{ readonly runId: number; readonly outcome: string; readonly summary: string }>;
  /** Checks the whole audit log, and that a kept head is among its heads. @param kept the hash of that head, in hex. */
  readonly verifyAuditLog: (kept?: string) => Promise<{
    readonly count: number;
    readonly rows: number;
    readonly heads: number;
    readonly newest: SignedHead | null;
    readonly broken: readonly BrokenChain[];
  }>;
  /** Tells Temporal about what was just committed. If Temporal does not answer, the workers tell it later. */
  readonly dispatchOutbox: () => Promise<void>;
  /**
   * Pays as a customer on the local chain. If `afterMs` (epoch ms) is given, the block of the payment is later than that.
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
 * The result of a command. `--json` prints it unchanged, in the form of the API's `data`. Otherwise it is printed as lines
 * for people.
 */
export type Result = object | readonly object[];

/** Adds a command to its parent. `run` opens the context, prints the result and closes everything. */
export type Register = (parent: Command, run: Run) => void;
/** @param columns the columns of a list's table. Fields that give a reason are added. Default: every field. */
export type Run = (
  options: { readonly json?: boolean; readonly wide?: boolean },
  work: (context: CliContext) => Promise<Result>,
  columns?: readonly string[],
) => Promise<void>;

/** Adds a command that needs no instance. */
export type RegisterAlone = (parent: Command, run: RunAlone) => void;
export type RunAlone = (options: { readonly json?: boolean }, work: () => Promise<Result>) => Promise<void>;

/** The option `--wide` of commands that list: its flag and its help. */
export const WIDE = ['--wide', 'print every field of each on one line, however long'] as const;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}

/** The option `--limit` of commands that list: its flag, its help, how it is read, and its default. */
export const LIMIT = ['--limit <n>', 'how many at most', parseLimit, 25] as const;
