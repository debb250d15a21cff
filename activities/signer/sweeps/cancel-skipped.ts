import type { OpenMovement } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { cancelGaps } from '../wallet/cancellations/cancel-gaps.js';
import { requireOwnBytes } from '../wallet/policy/require-own-bytes.js';
import { sendCancellations } from '../wallet/cancellations/send-cancellations.js';
import { waitingSinceMs } from '../wallet/sending/send-attempts.js';
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
  const { chainId, chainCode } = context.chain;
  // For an invented nonce we would have to cancel thousands before it.
  await requireOwnBytes(movement.attempts, { chainId, chainCode, address: signer.address });
  const cancelled = await cancelGaps(context.deps, { ...context, ...gap, signer, owner: { movementId } });
  if (cancelled > 0) await sendSweepCancellations(context, movement);
}

/** Sends again the cancellation transactions that a movement waits behind. */
export function sendSweepCancellations(context: MovementContext, movement: OpenMovement): Promise<void> {
  const { deps, chain, client } = context;
  const { movementId } = movement;
  return sendCancellations(deps, {
    chain,
    client,
    owner: { movementId },
    usedBy: (attempts) => ({
      chain,
      client,
      attempts,
      objectKind: 'movement',
      objectId: String(movementId),
      onLost: () => Promise.resolve(),
    }),
    isStuck: (attempts) => Promise.resolve(isMovementStuck(context, attempts)),
    replace: (attempts, advised) => replaceMovement(context, movement, { attempts, advised }),
  });
}

/** Says whether new blocks have come without a transaction of a movement for too long. */
export function isMovementStuck(
  { chain, chainTimeMs }: MovementContext,
  attempts: readonly SentTransaction[],
): boolean {
  const { replaceAfterMs } = chain;
  return isStuck({ firstSentAtMs: waitingSinceMs(attempts), chainTimeMs, replaceAfterMs });
}
