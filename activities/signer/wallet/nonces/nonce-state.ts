import { readNonceAt } from '../../../../src/chain/blocks/read-nonce.js';
import { readReceipt } from '../../../../src/chain/transfers/receipts.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { findHeld } from '../sending/send-attempts.js';

/** The state, by the chain, of a nonce for which something was signed. */
export type NonceState =
  /** One of these transactions is in a block. */
  | { readonly kind: 'mined'; readonly mined: SentTransaction }
  /** The nonce is used, and by none of these transactions as far as the RPC knows. */
  | { readonly kind: 'used' }
  | FreeNonce;

/** The nonce is free. `minedNonce` is below it where earlier ones are free too; `held`: those that a node has. */
export interface FreeNonce {
  readonly kind: 'free';
  readonly minedNonce: number;
  readonly held: readonly SentTransaction[];
}

/** Reads the state of a nonce from the chain. */
export async function readNonceState(
  client: ChainClient,
  { attempts, sent }: { readonly attempts: readonly SentTransaction[]; readonly sent: SentTransaction },
): Promise<NonceState> {
  // Read before the receipts: a transaction that is mined in between has a receipt by then.
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  for (const attempt of attempts)
    if ((await readReceipt(client, attempt.txHash)) !== null) return { kind: 'mined', mined: attempt };
  if (minedNonce > sent.nonce) return { kind: 'used' };
  return { kind: 'free', minedNonce, held: await findHeld(client, attempts) };
}
