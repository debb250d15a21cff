import { showsTransfer, type ClaimedTransfer } from '../transfers/claimed-transfer.js';
import { readCoinBrought } from '../transfers/coin-brought.js';
import { decodeArray, decodeBigint, decodeHash, decodeObject, expectSame } from '../rpc/decode.js';
import { NATIVE_POSITION } from '../transfers/prove-transfers.js';
import { findHeader } from '../blocks/read-blocks.js';
import { readReceipt } from '../transfers/receipts.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { RpcBehindError, RpcError, RpcMissingError, RpcUnavailableError } from '../rpc/rpc-errors.js';
import { countOrigins } from '../../domain/chains/count-origins.js';
import { agreedValue, votesOf } from '../rpc/votes.js';

/**
 * What another RPC says about a transfer that one RPC showed.
 * - `shows`: its own receipt shows the transfer, in a block with the given time.
 * - `denies`: its own receipt or block contradicts the transfer.
 * - `waits`: the answering RPCs do not have the block, and may get it; or more than half of all RPCs do not have it.
 * - `silent`: no other RPC gives an answer that shows or denies the transfer.
 */
export type SecondOpinion = (Verdict & { readonly origin: string }) | { readonly says: 'waits' | 'silent' };

type Verdict = { readonly says: 'shows'; readonly blockTimeMs: number } | { readonly says: 'denies' };

/**
 * Asks another RPC than the one that showed a transfer. This takes one receipt and one header, unless something is
 * wrong.
 */
export async function askAnother(
  client: ChainClient,
  { claimed, shownBy }: { claimed: ClaimedTransfer; shownBy: string },
): Promise<SecondOpinion> {
  const behind = new Set<string>();
  try {
    return await client.without(shownBy).onOneRpc(async (rpc) => {
      try {
        return { ...(await judge(rpc, claimed)), origin: rpc.origin };
      } catch (error) {
        if (error instanceof RpcBehindError) behind.add(rpc.origin);
        throw error;
      }
    });
  } catch (error) {
    if (!isRpcFailure(error)) throw error;
    return { says: isWaitedFor(client, behind) ? 'waits' : 'silent' };
  }
}

/**
 * Returns whether to wait for a block that these RPCs do not have. An RPC that is not quarantined may still get the
 * block, and it may be the honest one. A quarantined RPC, whose head stands still for example, is not waited for. We wait
 * without limit for a block that most RPCs lack.
 */
function isWaitedFor(client: ChainClient, behind: ReadonlySet<string>): boolean {
  const rpcs = client.health();
  return (
    behind.size > countOrigins(rpcs) / 2 ||
    rpcs.some(({ origin, status }) => behind.has(origin) && status !== 'quarantined')
  );
}

/** The votes of all of a chain's RPCs about a transfer. RPCs are named by their origins. */
export interface PaymentVotes {
  readonly showing: readonly string[];
  readonly denying: readonly string[];
  /** The time of its block, in epoch ms, from each origin that shows it. */
  readonly times: ReadonlyMap<string, number>;
  /** Origins whose URLs contradict each other. What they showed before no longer counts. */
  readonly inconsistent: ReadonlySet<string>;
  /** The number of all origins, including the silent and the quarantined ones. */
  readonly all: number;
}

/** Asks all RPCs whether they show a transfer. */
export async function askEach(client: ChainClient, claimed: ClaimedTransfer): Promise<PaymentVotes> {
  const answers = await client.onEachRpc((rpc) => judge(rpc, claimed), { withoutHanging: true });
  const { byOrigin, inconsistent, all } = votesOf(
    answers,
    (verdict) => verdict,
    (verdict) => (verdict.says === 'shows' ? verdict.blockTimeMs : verdict.says),
  );
  const times = new Map<string, number>();
  const denying: string[] = [];
  for (const [origin, verdict] of byOrigin) {
    if (verdict.says === 'shows') times.set(origin, verdict.blockTimeMs);
    else denying.push(origin);
  }
  return { showing: [...times.keys()], denying, times, inconsistent, all };
}

/**
 * True when at least two RPCs show the transfer, and more than deny it. The RPC that showed it first, if known, counts
 * as showing it, unless it retracts.
 */
export function isShown(votes: PaymentVotes, shownBy: string | null): boolean {
  const { showing, denying } = votes;
  const first = shownBy === null || retracts(votes, shownBy) ? [] : [shownBy];
  const count = new Set([...showing, ...first]).size;
  return count >= 2 && count > denying.length;
}

/** True when an RPC no longer confirms its first answer. */
function retracts(
  { denying, inconsistent }: Pick<PaymentVotes, 'denying' | 'inconsistent'>,
  origin: string,
): boolean {
  return denying.includes(origin) || inconsistent.has(origin);
}

/**
 * Returns the time of a transfer's block that at least two RPCs give, and more than give any other time; null when
 * there is none. The RPC that showed the transfer first votes for the time that it gave then, unless it gives another
 * one now.
 *
 * @param first `origin` is null when the RPC that showed the transfer first is unknown.
 */
export function agreedTimeOf(
  votes: Pick<PaymentVotes, 'times' | 'denying' | 'inconsistent'>,
  first: { readonly origin: string | null; readonly blockTimeMs: number },
): number | null {
  const { origin, blockTimeMs } = first;
  const byOrigin = new Map(votes.times);
  if (origin !== null && !byOrigin.has(origin) && !retracts(votes, origin)) byOrigin.set(origin, blockTimeMs);
  return agreedValue({ byOrigin }, 2);
}

/** True when more than half of all the chain's RPCs deny the transfer. Until then, a transfer that was read stands. */
export function isDenied({ denying, all }: PaymentVotes): boolean {
  return denying.length > all / 2;
}

/**
 * Asks one RPC whether it shows the transfer. When this throws, the RPC says nothing about the transfer.
 *
 * @throws RpcBehindError when the RPC does not have the block, or has another one at its height; RpcMissingError when
 *   it has the block with the transaction, but not the receipt, or not the state that shows native coin inside a
 *   transaction.
 */
async function judge(rpc: RpcSession, claimed: ClaimedTransfer): Promise<Verdict> {
  const [receipt, header] = await Promise.all([
    readReceipt(rpc, claimed.txHash),
    // By the number: an RPC may still serve a replaced block by its hash.
    findHeader(rpc, claimed.blockNumber),
  ]);
  if (receipt?.blockHash !== claimed.blockHash) {
    if (!(await isListed(rpc, claimed))) return { says: 'denies' };
    throw new RpcMissingError(
      `block ${claimed.blockHash} holds ${claimed.txHash}, but no receipt shows it there`,
    );
  }
  const isShownHere = showsTransfer(receipt, claimed) && (await hasItsAmount(rpc, claimed));
  if (!isShownHere) return { says: 'denies' };
  if (header?.hash !== claimed.blockHash)
    throw new RpcBehindError(`block ${claimed.blockHash} is not the one at its height`);
  // The time is returned as well, since the hash does not prove it: each chain computes the hash from other fields.
  return { says: 'shows', blockTimeMs: header.timestampMs };
}

/** Compares the amount of native coin, which no receipt shows. */
function hasItsAmount(rpc: RpcSession, claimed: ClaimedTransfer): boolean | Promise<boolean> {
  if (claimed.position > NATIVE_POSITION) return true;
  return claimed.position === NATIVE_POSITION ? carries(rpc, claimed) : wasBrought(rpc, claimed);
}

/** Returns whether the block holds the transaction. */
async function isListed(rpc: RpcSession, { blockHash, txHash }: ClaimedTransfer): Promise<boolean> {
  return rpc.request('eth_getBlockByHash', [blockHash, false], (result) => {
    if (result === null) throw new RpcBehindError(`block ${blockHash} is not known`);
    const block = decodeObject(result, 'the block');
    expectSame(decodeHash(block['hash'], 'block.hash'), { expected: blockHash, what: 'block.hash' });
    return decodeArray(block['transactions'], 'block.transactions').includes(txHash);
  });
}

/** Returns whether the transaction itself carries this amount of native coin. */
async function carries(rpc: RpcSession, { txHash, amountAtomic }: ClaimedTransfer): Promise<boolean> {
  return rpc.request('eth_getTransactionByHash', [txHash], (result) => {
    const transaction = decodeObject(result, 'the transaction');
    expectSame(decodeHash(transaction['hash'], 'transaction.hash'), { expected: txHash, what: 'its hash' });
    return decodeBigint(transaction['value'], 'transaction.value') === amountAtomic;
  });
}

/**
 * Returns whether the recipient got this amount of native coin in the block. No receipt shows coin that moved inside a
 * transaction, and few RPCs offer traces.
 */
async function wasBrought(
  rpc: RpcSession,
  { to: address, blockHash, amountAtomic, besidesAtomic }: ClaimedTransfer,
): Promise<boolean> {
  return (await readCoinBrought(rpc, { address, blockHash })) >= amountAtomic + besidesAtomic;
}

/** True when RPCs failed or did not have the data. Any other error is a fault of ours, or the end of the work. */
export function isRpcFailure(error: unknown): boolean {
  return (
    error instanceof RpcUnavailableError || error instanceof RpcError || error instanceof RpcMissingError
  );
}
