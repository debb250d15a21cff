import type { Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import type { Database } from '../../db/core/database.js';
import type { SecretBox } from '../../db/core/secret-box.js';
import type { AssetId, Chain } from '../../domain/core/asset.js';
import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import type { ContractApprovers } from '../../domain/withdrawals/contract-approvers.js';
import type { RateLimitGroup, RateLimitOverrides } from '../../domain/merchants/rate-limits.js';
import type { RateSource } from '../../rates/rate-source.js';
import type { ResolveHost, WebhookUrlPolicy } from '../../webhooks/guard-url.js';
import type { Background } from './background.js';
import type { HttpMetrics } from '../metrics/http-metrics.js';

/** The simulated customer of local mode, who pays with worthless coins. */
export interface DemoCustomer {
  /** Makes a real transaction on the local chain. `amountAtomic` in base units. */
  pay(payment: {
    readonly asset: AssetId;
    readonly to: string;
    readonly amountAtomic: bigint;
  }): Promise<void>;
}

/** Where operators open Temporal's UI. */
export interface TemporalUi {
  /** Without a trailing slash. */
  readonly url: string;
  readonly namespace: string;
}

/** Everything that the API depends on. */
export interface AppDeps {
  readonly db: Database;
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  /** The chains and assets with which amounts are shown, including those that are no longer offered. See `booksOf`. */
  readonly books: ReadonlyMap<string, Chain>;
  readonly rates: RateSource;
  readonly secretBox: SecretBox;
  readonly depositAddress: DeriveDeposit;
  /**
   * Returns the fingerprint of the xpub from which the address of an index is derived. Null in tests without an xpub.
   */
  readonly xpubFingerprint: (index: number) => string | null;
  /** Sends the outbox rows that were just committed to Temporal. The workers send what this call could not send. */
  readonly dispatchOutbox: () => Promise<void>;
  /** Rejects when Temporal doesn't answer. */
  readonly checkTemporal: () => Promise<void>;
  /** Rejects when Redis doesn't answer. Null: there is no Redis. */
  readonly checkRedis: (() => Promise<void>) | null;
  /** Returns the store of a group's counts. Each group has its own. */
  readonly rateLimitStore: (group: RateLimitGroup) => Store;
  readonly rateLimits: RateLimitOverrides;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The URL at which operators see workflows; null when it is unknown. */
  readonly temporalUi: TemporalUi | null;
  /** The URL of the console, without a trailing slash. Operators' passkeys belong to its host. */
  readonly adminBaseUrl: string;
  /** True: an operator without a passkey may only register one. */
  readonly operatorsNeedPasskeys: boolean;
  readonly toleranceBps: number;
  /** False: an invoice on a halted chain is refused. */
  readonly takesInvoicesWhileHalted: boolean;
  /** Express's `trust proxy`; null: no proxy is trusted. */
  readonly trustProxy: number | readonly string[] | null;
  /** How long a change that loosens a policy waits, in ms. */
  readonly policyDelayMs: number;
  /** How long a change that loosens a key's whitelist of withdrawal addresses waits, in ms. */
  readonly whitelistDelayMs: number;
  readonly webhookUrlPolicy: WebhookUrlPolicy;
  readonly resolveWebhookHost: ResolveHost;
  /** How many webhook endpoints a merchant may have. */
  readonly webhookEndpointsMax: number;
  /** Asks the chains about contract wallets of possible approvers. */
  readonly contractApprovers: ContractApprovers;
  /** Null outside local mode, where no simulated customer exists. */
  readonly demoCustomer: DemoCustomer | null;
  /** Aborted when the process ends. Open streams end then, so that the process need not wait for them. */
  readonly closing: AbortSignal;
  readonly background: Background;
  readonly metrics: HttpMetrics;
  readonly log: Logger;
  /** Epoch ms. */
  readonly now: () => number;
}
