import { readNonceAt, suggestFees } from '../../../src/chain/sending/fees.js';
import { readReceipt } from '../../../src/chain/transfers/receipts.js';
import type { OpenMovement } from '../../../src/db/sweeps/movements.js';
import {
  listOpenCancellations,
  markSent,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { cancelGaps } from '../wallet/cancel-gaps.js';
import { settleUsedNonce } from '../wallet/lost-nonce.js';
import { sendAttempts } from '../wallet/sent.js';
import type { MovementContext } from './sweep-context.js';
import { replaceMovement, signerOf } from './replace-movement.js';

/** Signs and sends a cancellation transaction for each missing nonce before a movement's own. */
export async function cancelSkipped(
  context: MovementContext,
  movement: OpenMovement,
  gap: { fromNonce: number; belowNonce: number },
): Promise<void> {
  const { movementId, fromAddress } = movement;
  const signer = await signerOf(context, fromAddress);
  const cancelled = await cancelGaps(context.deps, { ...context, ...gap, signer, owner: { movementId } });
  if (cancelled > 0) await sendSweepCancellations(context, movement);
}

/**
 * Sends again the cancellation transactions that a movement waits behind. They are replaced when they are stuck, and
 * given up when their nonce is lost.
 */
export async function sendSweepCancellations(
  context: MovementContext,
  movement: OpenMovement,
): Promise<void> {
  const { movementId } = movement;
  const cancellations = await listOpenCancellations(context.deps.db, { movementId });
  for (const nonce of new Set(cancellations.map((cancellation) => cancellation.nonce)))
    await sendCancellation(
      context,
      movement,
      cancellations.filter((cancellation) => cancellation.nonce === nonce),
    );
}

async function sendCancellation(
  context: MovementContext,
  movement: OpenMovement,
  attempts: readonly SentTransaction[],
): Promise<void> {
  const { deps, chain, client } = context;
  const { chainCode, replaceAfterMs } = chain;
  const { sent } = await sendAttempts(context, attempts);
  await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  if (minedNonce > sent.nonce && !(await isAnyMined(context, attempts))) {
    await settleUsedNonce(deps, {
      ...{ chain, client, attempts, objectKind: 'movement', objectId: String(movement.movementId) },
      onLost: () => Promise.resolve(),
    });
  }
  if (minedNonce !== sent.nonce || !isStuck({ ...sent, ...context, replaceAfterMs })) return;
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  const raised = await replaceMovement(context, movement, { attempts, advised });
  await sendAttempts(context, [raised]);
  await markSent(deps.db, { chainCode, txHash: raised.txHash, nowMs: deps.now() });
}

async function isAnyMined(
  { client }: MovementContext,
  attempts: readonly SentTransaction[],
): Promise<boolean> {
  for (const { txHash } of attempts) if ((await readReceipt(client, txHash)) !== null) return true;
  return false;
}
