import { showsTransfer, type ClaimedTransfer } from './claimed-transfer.js';
import { readCoinBrought } from './coin-brought.js';
import { decodeArray, decodeBigint, decodeHash, decodeObject, expectSame } from './decode.js';
import { NATIVE_POSITION } from './prove-transfers.js';
import { readReceipt } from './receipts.js';
import type { ChainClient, RpcSession } from './rpc.js';
import { RpcBehindError, RpcError, RpcMissingError, RpcUnavailableError } from './rpc-errors.js';

/**
 * What an RPC says of a transfer that another one has shown.
 * - `shows`, `denies`: its own receipt shows it, or its own block leaves no room for it.
 * - `waits`: it has not got the block yet.
 * - `silent`: it gives no answer that says either.
 */
export type SecondOpinion =
  { readonly says: 'shows' | 'denies'; readonly origin: string } | { readonly says: 'waits' | 'silent' };

/** Asks one RPC, other than the one that has shown a transfer: one receipt, as long as nothing is wrong. */
export async function askAnother(
  client: ChainClient,
  { claimed, shownBy }: { claimed: ClaimedTransfer; shownBy: string },
): Promise<SecondOpinion> {
  const behind = new Set<string>();
  try {
    return await client.without(shownBy).onOneRpc(async (rpc) => {
      try {
        return { says: await judge(rpc, claimed), origin: rpc.origin };
      } catch (error) {
        if (error instanceof RpcBehindError) behind.add(rpc.origin);
        throw error;
      }
    });
  } catch (error) {
    if (!isOfRpc(error)) throw error;
    // One that is put aside for it may never get there.
    const waits = client.health().some(({ origin, status }) => behind.has(origin) && status !== 'aside');
    return { says: waits ? 'waits' : 'silent' };
  }
}

/** What all of a chain's RPCs say of a transfer, by their origins: two URLs of one host have one voice. */
export interface Voices {
  readonly showing: readonly string[];
  readonly denying: readonly string[];
  /** How many there are, with those that said nothing or are not to be relied upon. */
  readonly all: number;
}

export async function askEach(client: ChainClient, claimed: ClaimedTransfer): Promise<Voices> {
  const answers = await client.onEachRpc((rpc) => judge(rpc, claimed), { withoutHanging: true });
  const saying = (says: 'shows' | 'denies'): string[] => [
    ...new Set(
      answers.flatMap((each) => (each.ok && !each.aside && each.value === says ? [each.origin] : [])),
    ),
  ];
  const all = new Set(answers.map(({ origin }) => origin)).size;
  return { showing: saying('shows'), denying: saying('denies'), all };
}

/**
 * Two show it, and more than deny it. The one that showed it first, where that is known, has said so, unless it takes
 * it back.
 */
export function isShown({ showing, denying }: Voices, shownBy: string | null): boolean {
  const first = shownBy === null || denying.includes(shownBy) ? [] : [shownBy];
  const count = new Set([...showing, ...first]).size;
  return count >= 2 && count > denying.length;
}

/** What was read stands unless more than half of all the chain's RPCs say otherwise. */
export function isDenied({ denying, all }: Voices): boolean {
  return denying.length > all / 2;
}

/**
 * @throws RpcBehindError when the RPC has not got the block; RpcMissingError when it has, with the transaction in it, but
 *   not the receipt, or not the state that native coin inside a transaction is told by: so it says nothing.
 */
async function judge(rpc: RpcSession, claimed: ClaimedTransfer): Promise<'shows' | 'denies'> {
  const receipt = await readReceipt(rpc, claimed.txHash);
  if (receipt?.blockHash !== claimed.blockHash) {
    if (!(await isListed(rpc, claimed))) return 'denies';
    throw new RpcMissingError(`the receipt of ${claimed.txHash} is not known in the block that it stands in`);
  }
  if (!showsTransfer(receipt, claimed)) return 'denies';
  if (claimed.position < NATIVE_POSITION) return (await wasBrought(rpc, claimed)) ? 'shows' : 'denies';
  return claimed.position === NATIVE_POSITION && !(await carries(rpc, claimed)) ? 'denies' : 'shows';
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

/** Does the transaction itself carry so much native coin? No receipt tells that. */
async function carries(rpc: RpcSession, { txHash, amountAtomic }: ClaimedTransfer): Promise<boolean> {
  return rpc.request('eth_getTransactionByHash', [txHash], (result) => {
    const transaction = decodeObject(result, 'the transaction');
    expectSame(decodeHash(transaction['hash'], 'transaction.hash'), { expected: txHash, what: 'its hash' });
    return decodeBigint(transaction['value'], 'transaction.value') === amountAtomic;
  });
}

/**
 * Did so much native coin come to the recipient in the block? What moved inside a transaction is in no receipt, and traces
 * are offered by few.
 */
async function wasBrought(
  rpc: RpcSession,
  { to: address, blockHash, amountAtomic, besidesAtomic }: ClaimedTransfer,
): Promise<boolean> {
  return (await readCoinBrought(rpc, { address, blockHash })) >= amountAtomic + besidesAtomic;
}

function isOfRpc(error: unknown): boolean {
  return (
    error instanceof RpcUnavailableError || error instanceof RpcError || error instanceof RpcMissingError
  );
}
