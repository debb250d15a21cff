import type { Logger } from 'pino';
import type { ChainClient } from '../src/chain/rpc/types.js';
import type { Database } from '../src/db/core/database.js';
import type { SecretBox } from '../src/db/core/secret-box.js';
import type { Chain } from '../src/domain/core/asset.js';
import type { ResolveHost, WebhookUrlPolicy } from '../src/webhooks/guard-url.js';

/** What the worker's root gives to the activities: all that they know of the world. */
export interface ActivityDependencies {
  readonly db: Database;
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly chainClient: (chainCode: string) => ChainClient;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Logger;
  readonly webhooks: {
    readonly policy: WebhookUrlPolicy;
    readonly resolve: ResolveHost;
    /** The wait before each attempt; as many attempts as entries. */
    readonly retryDelaysMs: readonly number[];
    /** From name look-up to the answer's status. */
    readonly timeoutMs: number;
  };
  readonly secretBox: SecretBox;
  /** After a commit: brings what it left in the outbox to Temporal. Never rejects. */
  readonly dispatchOutbox: () => Promise<void>;
}
