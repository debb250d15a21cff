import { countOrigins } from '../../domain/chains/count-origins.js';
import { readBalance } from '../blocks/read-balance.js';
import { hasSecondRpc } from '../rpc/has-second-rpc.js';
import type { ChainClient } from '../rpc/types.js';
import { agreedAmong, VOTES_MIN } from './agreed-answer.js';
import type { Holding } from './read-agreed-balances.js';

/** What may be spent of a balance. */
export interface Spendable {
  /** In base units. */
  readonly atomic: bigint;
  /** True when a single RPC of several says it, because the others don't answer. */
  readonly isOneRpcsWord: boolean;
  /**
   * In base units: by how much the highest answer is above `atomic`, which is the lowest one then. 0n when the RPCs agree,
   * or when one answers alone.
   */
  readonly disputedAtomic: bigint;
}

const AGREED = { isOneRpcsWord: false, disputedAtomic: 0n } as const;

/**
 * Reads what an address can spend at the head: what most RPCs say, at least two of them, or else the lowest answer. So a
 * single RPC can't have more signed than there is, and among three it can't keep a payment back. RPCs that are a block
 * apart may differ without a lie.
 *
 * @throws RpcMissingError when the asset's address holds no contract.
 */
export async function readSpendable(client: ChainClient, { address, asset }: Holding): Promise<Spendable> {
  const holding = { address, asset };
  if (!hasSecondRpc({ client })) return { ...AGREED, atomic: await readBalance(client, holding) };
  const answers = await client.onEachRpc((rpc) => readBalance(rpc, holding), { withoutHanging: true });
  const heard = answers.flatMap((answer) =>
    answer.ok && !answer.quarantined ? [{ origin: answer.origin, atomic: answer.value }] : [],
  );
  const [first, ...others] = heard;
  // None answers now: each is tried again, as for every other question.
  if (first === undefined)
    return { ...AGREED, atomic: await readBalance(client, holding), isOneRpcsWord: true };
  const lowest = others.reduce((low, { atomic }) => (atomic < low ? atomic : low), first.atomic);
  const highest = others.reduce((high, { atomic }) => (atomic > high ? atomic : high), first.atomic);
  const agreed = agreedAmong(answers, (balance) => balance);
  const isOneRpcsWord = countOrigins(heard) < VOTES_MIN;
  const isDisputed = agreed === null && !isOneRpcsWord;
  return { atomic: agreed ?? lowest, isOneRpcsWord, disputedAtomic: isDisputed ? highest - lowest : 0n };
}
