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

/** A chain that didn't fit its configuration is compared again after this. */
const RECHECK_INTERVAL_MS = 60_000;
const NOT_ADMITTED = 'ChainNotAdmitted';
/**
 * How soon, at least, work on a chain is tried again that has not been compared yet. As long again as it has waited:
 * while a chain is away, whatever waits for it must leave the others their turns.
 */
const UNCOMPARED_RETRY_MS = 1_000;

interface Parts {
  readonly clients: ReadonlyMap<string, ChainClient>;
  readonly db: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Default 60 000. */
  readonly recheckIntervalMs?: number;
  /** Epoch ms. */
  readonly now?: () => number;
}

/**
 * The chains that this process may follow and sign for: those that fit their configuration. One that doesn't, with other
 * decimals or another id, or with a symbol that stood for another contract when its amounts came into the books, would
 * have amounts misread, and one under another code than before would have payments read twice; it is left alone, and the
 * others go on.
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

  /** @throws ApplicationFailure, to be tried again, while the chain is not admitted. */
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
   * Compares the chain with its configuration until they fit, and returns then.
   *
   * @throws ChainMismatchError at the first difference of a chain that is the only one: there is nothing else to do.
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

  /** For the operator, who sees it at the chain; and what was found right, for the books. */
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

/** Why {@link AdmittedChains.client} refused a chain, in words; null for an error of anything else. */
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

/** Chains of one id need not be the same one: those of developers seldom are. */
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

/** What the books call by a symbol would be paid out, and looked for, in another contract from now on. */
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
