import { suggestFees, type Fees } from '../../../../src/chain/sending/fees.js';
import { readNonceAt } from '../../../../src/chain/blocks/read-nonce.js';
import { readReceipt } from '../../../../src/chain/transfers/receipts.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import { groupBy } from '../../../../src/domain/core/group-by.js';
import {
  listOpenCancellations,
  markSent,
  type CancellationOwner,
  type SentTransaction,
} from '../../../../src/db/wallets/sent-transactions.js';
import { judgeUsedNonce } from '../nonces/lost-nonce.js';
import { sendAttempts } from '../sending/send-attempts.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import type { UsedNonce } from '../nonces/used-nonce.js';

/** The cancellation transactions that a withdrawal or one of our own movements waits behind. */
export interface Cancellations extends Pick<SignableWithdrawal, 'chain' | 'client'> {
  readonly owner: CancellationOwner;
  readonly usedBy: (attempts: readonly SentTransaction[]) => UsedNonce;
  readonly isStuck: (attempts: readonly SentTransaction[]) => Promise<boolean>;
  /** Signs one again for a higher fee. @throws NotYet */
  readonly replace: (attempts: readonly SentTransaction[], advised: Fees) => Promise<SentTransaction>;
}

/**
 * Sends cancellation transactions again. Like payments, they are replaced when they are stuck, and given up when their
 * nonce is lost.
 */
export async function sendCancellations(
  deps: SigningDependencies,
  cancellations: Cancellations,
): Promise<void> {
  const open = await listOpenCancellations(deps.db, cancellations.owner);
  for (const attempts of groupBy(open, ({ nonce }) => String(nonce)).values())
    await sendCancellation(deps, cancellations, attempts);
}

async function sendCancellation(
  deps: SigningDependencies,
  { chain, client, usedBy, isStuck, replace }: Cancellations,
  attempts: readonly SentTransaction[],
): Promise<void> {
  const { chainCode } = chain;
  const { sent } = await sendAttempts({ chain, client }, attempts);
  await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  if (minedNonce > sent.nonce && !(await isAnyMined(client, attempts)))
    await judgeUsedNonce(deps, usedBy(attempts));
  if (minedNonce !== sent.nonce || !(await isStuck(attempts))) return;
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  const raised = await replace(attempts, advised);
  await sendAttempts({ chain, client }, [raised]);
  await markSent(deps.db, { chainCode, txHash: raised.txHash, nowMs: deps.now() });
}

async function isAnyMined(client: ChainClient, attempts: readonly SentTransaction[]): Promise<boolean> {
  for (const { txHash } of attempts) if ((await readReceipt(client, txHash)) !== null) return true;
  return false;
}
