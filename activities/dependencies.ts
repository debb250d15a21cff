import type { Logger } from 'pino';
import type { ChainClient } from '../src/chain/rpc/types.js';
import type { Database } from '../src/db/core/database.js';
import type { Chain } from '../src/domain/core/asset.js';
import type { DeriveDeposit } from '../src/domain/invoices/proven-deposit.js';
import type { ResolveHost, WebhookUrlPolicy } from '../src/webhooks/guard-url.js';

/** The dependencies that the worker's composition root gives to the activities. They reach nothing else. */
export interface ActivityDependencies {
  readonly db: Database;
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly chainClient: (chainCode: string) => ChainClient;
  /** Derives deposit addresses. @throws in a worker with the role `signer` alone, which may have no xpub. */
  readonly depositAddress: DeriveDeposit;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Logger;
  readonly webhooks: {
    readonly policy: WebhookUrlPolicy;
    readonly resolve: ResolveHost;
    /** The wait before each attempt: there are as many attempts as entries. */
    readonly retryDelaysMs: readonly number[];
    /** Time limit of an attempt, from the name look-up to the answer's status. */
    readonly timeoutMs: number;
  };
  /** How long the chain refuses a payment until its withdrawal is given up, in ms. */
  readonly refusedAfterMs: number;
  /** Dispatches the outbox rows of a commit to Temporal. Called after the commit; never rejects. */
  readonly dispatchOutbox: () => Promise<void>;
}
