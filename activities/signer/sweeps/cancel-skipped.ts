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
import type { Carrying } from './sweep-context.js';
import { replaceMovement, signerOf } from './replace-movement.js';

/** Where nonces before a movement's own are missing, has each of them used by a transaction that moves nothing. */
export async function cancelSkipped(
  carrying: Carrying,
  movement: OpenMovement,
  gap: { fromNonce: number; belowNonce: number },
): Promise<void> {
  const { movementId, fromAddress } = movement;
  const signer = await signerOf(carrying, fromAddress);
  const filled = await cancelGaps(carrying.deps, { ...carrying, ...gap, signer, owner: { movementId } });
  if (filled > 0) await sendSweepCancellations(carrying, movement);
}

/** What fills nonces before a movement's own is sent again, raised or given up like any other. */
export async function sendSweepCancellations(carrying: Carrying, movement: OpenMovement): Promise<void> {
  const { movementId } = movement;
  const fills = await listOpenCancellations(carrying.deps.db, { movementId });
  for (const nonce of new Set(fills.map((fill) => fill.nonce)))
    await sendFill(
      carrying,
      movement,
      fills.filter((fill) => fill.nonce === nonce),
    );
}

async function sendFill(
  carrying: Carrying,
  movement: OpenMovement,
  attempts: readonly SentTransaction[],
): Promise<void> {
  const { deps, chain, client } = carrying;
  const { chainCode, replaceAfterMs } = chain;
  const { sent } = await sendAttempts(carrying, attempts);
  await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  if (minedNonce > sent.nonce && !(await isAnyMined(carrying, attempts))) {
    await settleUsedNonce(deps, {
      ...{ chain, client, attempts, objectKind: 'movement', objectId: String(movement.movementId) },
      onLost: () => Promise.resolve(),
    });
  }
  if (minedNonce !== sent.nonce || !isStuck({ ...sent, ...carrying, replaceAfterMs })) return;
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  const raised = await replaceMovement(carrying, movement, { attempts, advised });
  await sendAttempts(carrying, [raised]);
  await markSent(deps.db, { chainCode, txHash: raised.txHash, nowMs: deps.now() });
}

async function isAnyMined({ client }: Carrying, attempts: readonly SentTransaction[]): Promise<boolean> {
  for (const { txHash } of attempts) if ((await readReceipt(client, txHash)) !== null) return true;
  return false;
}
