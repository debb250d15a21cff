import type { Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import type { Database } from '../../db/core/database.js';
import type { SecretBox } from '../../db/core/secret-box.js';
import type { Chain } from '../../domain/core/asset.js';
import type { RateLimitGroup, RateLimitOverrides } from '../../domain/merchants/rate-limits.js';
import type { RateSource } from '../../rates/rate-source.js';
import type { ResolveHost, WebhookUrlPolicy } from '../../webhooks/guard-url.js';
import type { Background } from './background.js';
import type { HttpMetrics } from '../metrics/http-metrics.js';

/** All that the API stands on. */
export interface AppDeps {
  readonly db: Database;
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  /** What amounts are shown by, also of what is offered no more. See `booksOf`. */
  readonly books: ReadonlyMap<string, Chain>;
  readonly rates: RateSource;
  readonly secretBox: SecretBox;
  /** The lower-case deposit address of an index. */
  readonly depositAddress: (index: number) => string;
  /** Brings what was just committed to Temporal; what it can't, the workers do. */
  readonly dispatchOutbox: () => Promise<void>;
  /** Rejects when Temporal doesn't answer. */
  readonly checkTemporal: () => Promise<void>;
  /** Rejects when Redis doesn't answer; null: there is none. */
  readonly checkRedis: (() => Promise<void>) | null;
  /** Where a limit's counts are kept; one store for each group. */
  readonly rateLimitStore: (group: RateLimitGroup) => Store;
  readonly rateLimits: RateLimitOverrides;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly toleranceBps: number;
  /** Express's `trust proxy`; null: no proxy is believed. */
  readonly trustProxy: number | readonly string[] | null;
  /** How long what loosens a key's whitelist of addresses waits, in ms. */
  readonly whitelistDelayMs: number;
  readonly webhookUrlPolicy: WebhookUrlPolicy;
  readonly resolveWebhookHost: ResolveHost;
  /** How many webhook endpoints a merchant may have. */
  readonly webhookEndpointsMax: number;
  readonly background: Background;
  readonly metrics: HttpMetrics;
  readonly log: Logger;
  /** Epoch ms. */
  readonly now: () => number;
}
