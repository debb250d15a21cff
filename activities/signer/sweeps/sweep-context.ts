import type { SweepKeys } from '../../../src/chain/keys/types.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { Asset, Chain } from '../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../src/domain/core/money.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { notYetOf, type NotYet } from '../../withdrawals/not-yet.js';

/** Everything that is needed to have a signed movement mined. */
export interface MovementContext {
  readonly deps: SigningDependencies;
  readonly chain: Chain;
  readonly client: ChainClient;
  /** The coin that gas is paid in. */
  readonly native: Asset;
  /** Timestamp of the last block read, epoch ms. */
  readonly chainTimeMs: number | null;
}

/** The context of one round of sweeping a chain. */
export interface SweepContext extends MovementContext {
  readonly keys: SweepKeys;
  /** The last final block: nothing changes at or below it. */
  readonly finalizedHeight: number;
  /** Reasons why something could not be done now, in words for the operator. */
  readonly notes: Set<string>;
  /** The notes about failures. The others are about waits. */
  readonly failures: Set<string>;
  /** The notes that say that somebody has altered the database: they are logged as errors. */
  readonly alarms: Set<string>;
  /** The advice about the memory's file, by note. */
  readonly advice: Map<string, Pick<NotYet, 'memory'>>;
}

/** Does work that may not be possible now. If it is not, adds a note for the operator; everything else goes on. */
export async function orNote<T>(
  context: SweepContext,
  what: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code, message, memory } = notYetOf(error);
    const note = `${what}: ${message}`;
    context.notes.add(note);
    context.failures.add(note);
    if (code === 'malformed') context.alarms.add(note);
    if (memory !== null) context.advice.set(note, { memory });
    return null;
  }
}

/** `12.500000 USDC` */
export function inWords(asset: Asset, amountAtomic: bigint): string {
  return `${formatCrypto(amountAtomic, asset.decimals)} ${asset.tokenSymbol}`;
}
