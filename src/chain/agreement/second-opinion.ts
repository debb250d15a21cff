import { showsTransfer, type ClaimedTransfer } from '../transfers/claimed-transfer.js';
import { readCoinBrought } from '../transfers/coin-brought.js';
import { decodeArray, decodeBigint, decodeHash, decodeObject, expectSame } from '../rpc/decode.js';
import { NATIVE_POSITION } from '../transfers/prove-transfers.js';
import { findHeader } from '../blocks/read-blocks.js';
import { readReceipt } from '../transfers/receipts.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { RpcBehindError, RpcError, RpcMissingError, RpcUnavailableError } from '../rpc/rpc-errors.js';
import { agreedValue, countOrigins, votesOf } from '../rpc/votes.js';

/**
 * What an RPC says of a transfer that another one has shown.
 * - `shows`, `denies`: its own receipt shows it, in a block of the time that it tells, or its own block leaves no room
 *   for it.
 * - `waits`: those that answer have not got the block, and may get it; or more than half of all have not.
 * - `silent`: it gives no answer that says either.
 */
export type SecondOpinion = (Verdict & { readonly origin: string }) | { readonly says: 'waits' | 'silent' };

type Verdict = { readonly says: 'shows'; readonly blockTimeMs: number } | { readonly says: 'denies' };

/**
 * Asks one RPC, other than the one that has shown a transfer: one receipt and one header, as long as nothing is wrong.
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
    if (!isOfRpc(error)) throw error;
    return { says: isWaitedFor(client, behind) ? 'waits' : 'silent' };
  }
}

/**
 * Is a block waited for that these RPCs have not got? One whose head moves may get it, and may as well be the honest
 * one: only of one that is put aside, as standing still, that says nothing. What more than half of all have not got is
 * waited for without end.
 */
function isWaitedFor(client: ChainClient, behind: ReadonlySet<string>): boolean {
  const rpcs = client.health();
  return (
    behind.size > countOrigins(rpcs) / 2 ||
    rpcs.some(({ origin, status }) => behind.has(origin) && status !== 'aside')
  );
}

/** What all of a chain's RPCs say of a transfer, by their origins. */
export interface PaymentVotes {
  readonly showing: readonly string[];
  readonly denying: readonly string[];
  /** When its block was made, as those that show it say, by their origins. */
  readonly times: ReadonlyMap<string, number>;
  /** Origins that contradict themselves: also what they showed before is no longer said. */
  readonly torn: ReadonlySet<string>;
  /** How many there are, with those that said nothing or are not to be relied upon. */
  readonly all: number;
}

export async function askEach(client: ChainClient, claimed: ClaimedTransfer): Promise<PaymentVotes> {
  const answers = await client.onEachRpc((rpc) => judge(rpc, claimed), { withoutHanging: true });
  const { said, torn, all } = votesOf(
    answers,
    (verdict) => verdict,
    (verdict) => (verdict.says === 'shows' ? verdict.blockTimeMs : verdict.says),
  );
  const times = new Map<string, number>();
  const denying: string[] = [];
  for (const [origin, verdict] of said) {
    if (verdict.says === 'shows') times.set(origin, verdict.blockTimeMs);
    else denying.push(origin);
  }
  return { showing: [...times.keys()], denying, times, torn, all };
}

/**
 * Two show it, and more than deny it. The one that showed it first, where that is known, has said so, unless it takes
 * it back.
 */
export function isShown(votes: PaymentVotes, shownBy: string | null): boolean {
  const { showing, denying } = votes;
  const first = shownBy === null || takesBack(votes, shownBy) ? [] : [shownBy];
  const count = new Set([...showing, ...first]).size;
  return count >= 2 && count > denying.length;
}

/** Does an RPC no longer stand by what it said first? */
function takesBack({ denying, torn }: Pick<PaymentVotes, 'denying' | 'torn'>, origin: string): boolean {
  return denying.includes(origin) || torn.has(origin);
}

/**
 * The time of a transfer's block that two RPCs tell, and more than tell any other; null when there is none. The one that
 * showed it first has told one, unless it tells another now.
 *
 * @param first null: nobody knows who it was.
 */
export function agreedTimeOf(
  votes: Pick<PaymentVotes, 'times' | 'denying' | 'torn'>,
  first: { readonly origin: string | null; readonly blockTimeMs: number },
): number | null {
  const { origin, blockTimeMs } = first;
  const said = new Map(votes.times);
  if (origin !== null && !said.has(origin) && !takesBack(votes, origin)) said.set(origin, blockTimeMs);
  return agreedValue({ said }, 2);
}

/** What was read stands unless more than half of all the chain's RPCs say otherwise. */
export function isDenied({ denying, all }: PaymentVotes): boolean {
  return denying.length > all / 2;
}

/**
 * @throws RpcBehindError when the RPC has not got the block, or another one at its height; RpcMissingError when it has, with
 *   the transaction in it, but not the receipt, or not the state that native coin inside a transaction is told by: so it
 *   says nothing.
 */
async function judge(rpc: RpcSession, claimed: ClaimedTransfer): Promise<Verdict> {
  const [receipt, header] = await Promise.all([
    readReceipt(rpc, claimed.txHash),
    // By its number: a block that was replaced may still be served by its hash.
    findHeader(rpc, claimed.blockNumber),
  ]);
  if (receipt?.blockHash !== claimed.blockHash) {
    if (!(await isListed(rpc, claimed))) return { says: 'denies' };
    throw new RpcMissingError(`the receipt of ${claimed.txHash} is not known in the block that it stands in`);
  }
  const isShownHere = showsTransfer(receipt, claimed) && (await hasItsAmount(rpc, claimed));
  if (!isShownHere) return { says: 'denies' };
  if (header?.hash !== claimed.blockHash)
    throw new RpcBehindError(`block ${claimed.blockHash} is not the one at its height`);
  // The hash doesn't tell the time: each chain makes it of other fields.
  return { says: 'shows', blockTimeMs: header.timestampMs };
}

/** Of native coin no receipt tells the amount. */
function hasItsAmount(rpc: RpcSession, claimed: ClaimedTransfer): boolean | Promise<boolean> {
  if (claimed.position > NATIVE_POSITION) return true;
  return claimed.position === NATIVE_POSITION ? carries(rpc, claimed) : wasBrought(rpc, claimed);
}

/** Is the transaction one of the block's? */
async function isListed(rpc: RpcSession, { blockHash, txHash }: ClaimedTransfer): Promise<boolean> {
  return rpc.request('eth_getBlockByHash', [blockHash, false], (result) => {
    if (result === null) throw new RpcBehindError(`block ${blockHash} is not known`);
    const block = decodeObject(result, 'the block');
    expectSame(decodeHash(block['hash'], 'block.hash'), { expected: blockHash, what: 'block.hash' });
    return decodeArray(block['transactions'], 'block.transactions').includes(txHash);
  });
}

/** Does the transaction itself carry so much native coin? */
async function carries(rpc: RpcSession, { txHash, amountAtomic }: ClaimedTransfer): Promise<boolean> {
  return rpc.request('eth_getTransactionByHash', [txHash], (result) => {
    const transaction = decodeObject(result, 'the transaction');
    expectSame(decodeHash(transaction['hash'], 'transaction.hash'), { expected: txHash, what: 'its hash' });
    return decodeBigint(transaction['value'], 'transaction.value') === amountAtomic;
  });
}

/**
 * Did so much native coin come to the recipient in the block? What moved inside a transaction is in no receipt, and
 * traces are offered by few.
 */
async function wasBrought(
  rpc: RpcSession,
  { to: address, blockHash, amountAtomic, besidesAtomic }: ClaimedTransfer,
): Promise<boolean> {
  return (await readCoinBrought(rpc, { address, blockHash })) >= amountAtomic + besidesAtomic;
}

/** Did RPCs fail, or not have what was asked for? What else is thrown is a fault of ours, or the work's end. */
export function isOfRpc(error: unknown): boolean {
  return (
    error instanceof RpcUnavailableError || error instanceof RpcError || error instanceof RpcMissingError
  );
}
