import type { Asset } from '../domain/asset.js';
import { NATIVE_POSITION } from './prove-transfers.js';
import { readReceipt, type Receipt } from './receipts.js';
import type { ChainClient } from './rpc.js';
import { readTransfer } from './transfer-log.js';

/** A transfer that somebody says is in a block. Position: see `ChainTransfer`. */
export interface ClaimedTransfer {
  readonly asset: Asset;
  readonly blockHash: string;
  readonly txHash: string;
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
}

/** What the RPCs in good standing say of a transfer by its receipt, by their origins. */
export interface Proof {
  readonly showing: readonly string[];
  readonly denying: readonly string[];
}

/**
 * Asks every RPC of the chain for the receipt of a transfer's transaction. One that gives no answer, or is not to be
 * relied upon, says nothing.
 */
export async function askForProof(client: ChainClient, claimed: ClaimedTransfer): Promise<Proof> {
  const answers = await client.onEachRpc((rpc) => readReceipt(rpc, claimed.txHash), { withoutHanging: true });
  const told = answers.flatMap((answer) => (answer.ok && !answer.aside ? [answer] : []));
  const shows = (receipt: Receipt | null): boolean => receipt !== null && showsTransfer(receipt, claimed);
  return {
    showing: told.filter(({ value }) => shows(value)).map(({ origin }) => origin),
    denying: told.filter(({ value }) => !shows(value)).map(({ origin }) => origin),
  };
}

/** More of them show it than deny it. */
export function isProven({ showing, denying }: Proof): boolean {
  return showing.length > denying.length;
}

/**
 * Is the transfer in the receipt, at its place and in its block? Of native coin a receipt tells no amount, and of what
 * moved inside a transaction only that it took effect.
 */
export function showsTransfer(receipt: Receipt, { asset, ...claimed }: ClaimedTransfer): boolean {
  if (!receipt.succeeded || receipt.blockHash !== claimed.blockHash) return false;
  if (claimed.position < NATIVE_POSITION) return true;
  if (asset.address === null) return receipt.from === claimed.from && receipt.to === claimed.to;
  const log = receipt.logs[claimed.position];
  const transfer = log?.address === asset.address ? readTransfer(log) : null;
  return (
    transfer?.from === claimed.from &&
    transfer.to === claimed.to &&
    transfer.amountAtomic === claimed.amountAtomic
  );
}
