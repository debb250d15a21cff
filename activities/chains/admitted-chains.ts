import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import type { Logger } from 'pino';
import { findHeader } from '../../src/chain/blocks/read-blocks.js';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import { ChainMismatchError, verifyChain } from '../../src/chain/contracts/verify-chain.js';
import { noteMismatch } from '../../src/db/chains/chain-reports.js';
import type { Database } from '../../src/db/core/database.js';
import {
  findFormerReading,
  listAssetsInBooks,
  noteKnownAssets,
  type KnownAsset,
} from '../../src/db/chains/known-assets.js';
import { gasAsset, type Chain } from '../../src/domain/core/asset.js';
import { keepTrying } from '../../src/temporal/keep-trying.js';

/** A chain that didn't fit its configuration is compared again after this time. */
const RECHECK_INTERVAL_MS = 60_000;
const NOT_ADMITTED = 'ChainNotAdmitted';
/**
 * The shortest retry delay for work on a chain that has not been compared yet. The delay is as long as the worker has
 * waited so far: while a chain is unavailable, work that waits for it must not crowd out work on other chains.
 */
const UNCOMPARED_RETRY_MS = 1_000;

interface Parts {
  readonly clients: ReadonlyMap<string, ChainClient>;
  readonly db: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Default 60 000. */
  readonly recheckIntervalMs?: number;
  /** The clock, in epoch ms. */
  readonly now?: () => number;
}

/**
 * The chains that this process may follow and sign for: those that fit their configuration. A chain that does not fit
 * is left alone, and the other chains go on. It does not fit in these cases.
 * - Its decimals or its chain id differ, or one of its symbols meant another contract when amounts were booked. Then
 *   amounts would be misread.
 * - It had another code before. Then payments would be read twice.
 */
export class AdmittedChains {
  readonly #parts: Parts;
  readonly #admitted = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #now: () => number;
  readonly #sinceMs: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#sinceMs = this.#now();
  }

  /** @throws ApplicationFailure while the chain is not admitted; it can be retried. */
  client(chainCode: string): ChainClient {
    const client = this.#parts.clients.get(chainCode);
    if (client === undefined) throw new Error(`Chain ${chainCode} is not in CHAINS_FILE`);
    if (this.#admitted.has(chainCode)) return client;
    const isRefused = this.#refused.has(chainCode);
    const waitedMs = Math.max(UNCOMPARED_RETRY_MS, this.#now() - this.#sinceMs);
    throw ApplicationFailure.create({
      type: NOT_ADMITTED,
      message: isRefused
        ? `CHAINS_FILE does not fit the chain ${chainCode}: it is neither followed nor signed for. chain status says what to change.`
        : `The chain ${chainCode} has not been compared with its configuration yet.`,
      nextRetryDelay: isRefused ? RECHECK_INTERVAL_MS : Math.min(RECHECK_INTERVAL_MS, waitedMs),
    });
  }

  /**
   * Compares the chain with its configuration until they fit.
   *
   * @throws ChainMismatchError at the first mismatch when this is the only chain: there is no other work to do.
   */
  async admit(chain: Chain): Promise<void> {
    const { clients, db, log, signal, recheckIntervalMs = RECHECK_INTERVAL_MS } = this.#parts;
    const { chainCode } = chain;
    const client = clients.get(chainCode);
    if (client === undefined) throw new Error(`Chain ${chainCode} has no client`);
    for (;;) {
      const mismatch = await keepTrying(() => findMismatch(db, client, chain), {
        what: `asking ${chainCode} and the books whether they fit its configuration`,
        log,
        signal,
      });
      await this.#note(chain, mismatch);
      if (mismatch === null) break;
      if (clients.size === 1) throw mismatch;
      this.#refused.add(chainCode);
      log.error(
        { chainCode, differences: mismatch.differences },
        'the chain does not fit CHAINS_FILE: it is neither followed nor signed for',
      );
      await pause(recheckIntervalMs, undefined, { signal });
    }
    this.#admitted.add(chainCode);
  }

  /** Records a mismatch for the operator, or for the books the assets that were found right. */
  #note(chain: Chain, mismatch: ChainMismatchError | null): Promise<void> {
    const { db, log, signal } = this.#parts;
    const { chainCode } = chain;
    const reason = mismatch?.differences.join('\n') ?? null;
    const note = async (): Promise<void> => {
      await noteMismatch(db, { chainCode, reason, nowMs: Date.now() });
      if (mismatch === null) await noteKnownAssets(db, chain);
    };
    return keepTrying(note, {
      what: `noting whether ${chainCode} fits its configuration`,
      log,
      signal,
    });
  }
}

/** Returns why {@link AdmittedChains.client} refused a chain, in words; null for any other error. */
export function whyNotAdmitted(error: unknown): string | null {
  return error instanceof ApplicationFailure && error.type === NOT_ADMITTED ? error.message : null;
}

async function findMismatch(
  db: Database,
  client: ChainClient,
  chain: Chain,
): Promise<ChainMismatchError | null> {
  const others = (await listAssetsInBooks(db, chain.chainCode)).flatMap((known) =>
    differenceOf(chain, known),
  );
  if (others.length > 0) return new ChainMismatchError(others);
  try {
    await verifyChain(client, chain);
    return await findRenaming(db, client, chain);
  } catch (error) {
    if (error instanceof ChainMismatchError) return error;
    throw error;
  }
}

/**
 * Looks for an earlier reading of this chain under another code. It compares a block, since two chains with the same id
 * may be different ones: development chains usually are.
 */
async function findRenaming(
  db: Database,
  client: ChainClient,
  chain: Chain,
): Promise<ChainMismatchError | null> {
  const former = await findFormerReading(db, chain);
  if (former === undefined) return null;
  const header = await findHeader(client, former.blockNumber);
  if (header?.hash !== former.blockHash) return null;
  return new ChainMismatchError([
    `chain "${chain.chainCode}": payments on this chain were read as "${former.chainCode}", and the last of them would count ` +
      `again under another code. Set "chainCode": "${former.chainCode}".`,
  ]);
}

/** Compares an asset in the books with the chain: from now on, its symbol could mean another contract or chain. */
function differenceOf(chain: Chain, known: KnownAsset): string[] {
  const { chainCode, chainId, assets } = chain;
  const { tokenSymbol } = known;
  const name = `chain "${chainCode}", ${tokenSymbol}: the books hold amounts of it`;
  if (chainId !== known.chainId)
    return [
      `${name} on the chain with id ${known.chainId}, CHAINS_FILE says ${chainId}. Set "chainId": ${known.chainId}, and list the other chain under a chainCode of its own.`,
    ];
  const listed = [...assets, gasAsset(chain)].find((asset) => asset.tokenSymbol === tokenSymbol);
  if (listed === undefined || listed.address === known.address) return [];
  const [before, now] = [known.address, listed.address].map((address) => address ?? 'the native coin');
  return [
    `${name} as ${before}, CHAINS_FILE says ${now}. Set it back to ${before}, and list the other one under a symbol of its own.`,
  ];
}
