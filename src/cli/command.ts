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
  /** Returns the chains by chain code. The map is empty if CHAINS_FILE is not set. */
  readonly findChains: () => ReadonlyMap<string, Chain>;
  /** Returns the chains by chain code. @throws Error if CHAINS_FILE is not set. */
  readonly getChains: () => ReadonlyMap<string, Chain>;
  /** Returns the configured xpubs. @throws Error if DEPOSIT_XPUB is not set. */
  readonly getDepositXpubs: () => DepositXpubs;
  /** Returns the function that derives deposit addresses. @throws Error if DEPOSIT_XPUB is not set. */
  readonly getDepositDeriver: () => Promise<DeriveDeposit>;
  /** Returns the box that encrypts stored secrets. @throws Error if SECRETS_KEY is not set. */
  readonly getSecretBox: () => SecretBox;
  readonly publicBaseUrl: string;
  /** The URL of the console, without a trailing slash. */
  readonly adminBaseUrl: string;
  /** The person who gives the orders, for the audit log. */
  readonly actor: AuditActor;
  /** Returns the terms of an order about a policy: who gives it, and how long a change that loosens it waits. */
  readonly policyOrder: () => PolicyOrder;
  /**
   * Compares all chains, ledger entries and invoices. `onStart` is called first, in the transaction that starts the
   * run.
   */
  readonly reconcile: (
    onStart: (trx: Transaction, runId: number) => Promise<void>,
  ) => Promise<{ readonly runId: number; readonly outcome: string; readonly summary: string }>;
  /**
   * Verifies the whole audit log. @param kept the hash of a head, in hex without `0x`, which must be among the log's
   * heads.
   */
  readonly verifyAuditLog: (kept?: string) => Promise<{
    readonly count: number;
    readonly rows: number;
    readonly heads: number;
    readonly newest: SignedHead | null;
    readonly broken: readonly BrokenChain[];
  }>;
  /**
   * Sends the outbox rows that were just committed to Temporal. If Temporal does not answer, the workers send them
   * later.
   */
  readonly dispatchOutbox: () => Promise<void>;
  /**
   * Pays as a customer on the local chain. `amountAtomic` is in base units. The block of the payment is later than
   * `afterMs` (epoch ms).
   *
   * @throws Error outside local mode.
   */
  readonly payAsCustomer: (payment: {
    readonly chain: Chain;
    readonly asset: Asset;
    readonly to: string;
    readonly amountAtomic: bigint;
    readonly from: string | null;
    readonly afterMs: number | null;
  }) => Promise<{ readonly txHash: string; readonly from: string }>;
  /** Starts a sweep of a chain now. @throws Error if Temporal is not configured or does not answer. */
  readonly sweepNow: (chainCode: string) => Promise<void>;
}

/**
 * The result of a command. With `--json`, it is printed unchanged, in the form of the API's `data`. Otherwise it is
 * printed as text for people.
 */
export type Result = object | readonly object[];

/** Adds a command to its parent. `run` opens the context, prints the result and closes everything. */
export type Register = (parent: Command, run: Run) => void;
/**
 * Runs the work of a command and prints its result. @param columns the columns of a list's table. Fields that give a
 * reason are added. Default: every field.
 */
export type Run = (
  options: { readonly json?: boolean; readonly wide?: boolean },
  work: (context: CliContext) => Promise<Result>,
  columns?: readonly string[],
) => Promise<void>;

/** Adds a command that needs no instance. */
export type RegisterAlone = (parent: Command, run: RunAlone) => void;
export type RunAlone = (options: { readonly json?: boolean }, work: () => Promise<Result>) => Promise<void>;

/** The option `--wide` of list commands: its flag and its help. */
export const WIDE = ['--wide', 'print each item on one line with every field'] as const;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}

/** The option `--limit` of list commands: its flag, its help, its parser and its default. */
export const LIMIT = ['--limit <n>', 'how many at most', parseLimit, 25] as const;
