import { suggestFees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { transaction } from '../../../src/db/core/database.js';
import { endMovement, listOpenMovements, type OpenMovement } from '../../../src/db/sweeps/movements.js';
import { markSent, type SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { judgeUsedNonce } from '../wallet/nonces/lost-nonce.js';
import { cancelUndone } from '../wallet/cancellations/cancel-undone.js';
import { readNonceState, type FreeNonce } from '../wallet/nonces/nonce-state.js';
import { sendAttempts, sendReplacement } from '../wallet/sending/send-attempts.js';
import { cancelSkipped, isMovementStuck, sendSweepCancellations } from './cancel-skipped.js';
import { orNote, type MovementContext, type SweepContext } from './sweep-context.js';
import { giveUpUnpayable } from './give-up-cold.js';
import { replaceMovement, signerOf } from './replace-movement.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/** Movements that are advanced in one round. */
const MAX_MOVEMENTS = 500;

/**
 * Advances each open movement. What was signed is sent, the same bytes as often as it takes, and for higher fees when
 * new blocks come without it. A movement whose transaction is final is ended.
 *
 * @returns how many are still open.
 */
export async function advanceMovements(context: SweepContext): Promise<number> {
  const { deps, chain } = context;
  const open = await listOpenMovements(deps.db, { chainCode: chain.chainCode, limit: MAX_MOVEMENTS });
  let ended = 0;
  for (const movement of open) {
    const isEnded = await orNote(context, describe(movement), () => advance(context, movement));
    if (isEnded === true) ended += 1;
  }
  return open.length - ended;
}

function describe({ kind, movementId }: OpenMovement): string {
  return `${kind} ${movementId}`;
}

/** Sends a movement, or ends it when it is final. @returns whether it has ended. */
async function advance(context: SweepContext, movement: OpenMovement): Promise<boolean> {
  const { attempts } = movement;
  const mined = attempts.find(({ receipt }) => receipt !== null);
  if (mined?.receipt != null) {
    if (mined.receipt.blockNumber > context.finalizedHeight) return false;
    await end(context, movement, mined);
    return true;
  }
  return sendMovement(context, movement);
}

/**
 * Sends a movement that is in no block. Its transaction is replaced when it is stuck, as a withdrawal's is.
 *
 * @returns whether it has ended: its nonce is lost for good.
 * @throws NotYet when it can't be mined now.
 */
export async function sendMovement(context: MovementContext, movement: OpenMovement): Promise<boolean> {
  if (movement.hasFailed) {
    const { deps } = context;
    const { attempts, fromAddress, movementId } = movement;
    const signer = (): Promise<TransactionSigner> => signerOf(context, fromAddress);
    await cancelUndone(deps, { ...context, attempts, signer, owner: { movementId } });
  }
  await sendSweepCancellations(context, movement);
  if (movement.hasFailed) return false;
  const { sent, answer } = await sendAttempts(context, movement.attempts);
  if (answer.outcome === 'accepted' && sent.firstSentAtMs === null) {
    await noteMovementSent(context, movement, sent);
    return false;
  }
  return continueByChainState(context, movement, { sent, words: answer.message });
}

async function end(
  context: SweepContext,
  { movementId, kind }: OpenMovement,
  mined: SentTransaction,
): Promise<void> {
  const { deps, chain } = context;
  const fields = { chainCode: chain.chainCode, movementId, kind, txHash: mined.txHash };
  const isDone = mined.receipt?.proven === true;
  const outcome = isDone ? 'done' : 'failed';
  await transaction(deps.db, (trx) => endMovement(trx, { movementId, outcome, nowMs: deps.now() }));
  if (isDone) deps.log.info(fields, 'sweep: final');
  else if (mined.receipt?.succeeded === true)
    deps.log.error(
      fields,
      'sweep: the transaction succeeded and does not show the transfers that it was signed for (a fee on transfer?). ' +
        'They are not booked: an operator has to look',
    );
  else
    deps.log.warn(
      fields,
      'sweep: the transaction was reverted; a later round moves the coins again if they are due',
    );
}

async function noteMovementSent(
  context: MovementContext,
  movement: OpenMovement,
  sent: SentTransaction,
): Promise<void> {
  const { deps, chain } = context;
  const { chainCode } = chain;
  await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
  if (sent.firstSentAtMs !== null) return;
  const { movementId, kind, fromAddress } = movement;
  deps.log.info(
    { chainCode, movementId, kind, from: fromAddress, txHash: sent.txHash, nonce: sent.nonce },
    'sweep: sent',
  );
}

/** Reads the state of the nonce from the chain, and does what it needs. @returns whether the movement has ended. */
async function continueByChainState(
  context: MovementContext,
  movement: OpenMovement,
  sending: { readonly sent: SentTransaction; readonly words: string },
): Promise<boolean> {
  const { attempts } = movement;
  const state = await readNonceState(context.client, { attempts, sent: sending.sent });
  switch (state.kind) {
    case 'free':
      await haveMined(context, movement, { ...sending, ...state });
      return false;
    case 'mined':
      await noteMovementSent(context, movement, state.mined);
      return false;
    case 'used':
      return endIfLost(context, movement);
  }
}

/**
 * Has a transaction mined whose nonce is free. Usually a node holds it, and there is nothing to do. It may be stuck, or
 * wait behind a nonce that is missing.
 */
async function haveMined(
  context: MovementContext,
  movement: OpenMovement,
  { sent, words, minedNonce, held }: FreeNonce & { readonly sent: SentTransaction; readonly words: string },
): Promise<void> {
  const { client, chain } = context;
  const { attempts } = movement;
  const isHeld = held.length > 0;
  for (const attempt of held) await noteMovementSent(context, movement, attempt);
  if (!isHeld) await giveUpUnpayable(context, movement, sent);
  const isStuck = isMovementStuck(context, attempts);
  if (minedNonce < sent.nonce) {
    if (isStuck) await cancelSkipped(context, movement, { fromNonce: minedNonce, belowNonce: sent.nonce });
    return;
  }
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  const isPricedOut = !isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei;
  if (isStuck || isPricedOut) {
    const replacement = await replaceMovement(context, movement, { attempts, advised });
    const { isHeld: isTaken, words: refusal } = await sendReplacement(context, replacement);
    if (!isTaken) throw refusedBy(refusal);
    await noteMovementSent(context, movement, replacement);
  } else if (!isHeld) throw refusedBy(words);
}

function refusedBy(words: string): NotYet {
  return new NotYet('refused', `the chain does not take its transaction: ${words}`);
}

/** Ends a movement that has lost its nonce to a transaction from outside: certain only once that one is final. */
async function endIfLost(context: MovementContext, { movementId, attempts }: OpenMovement): Promise<boolean> {
  const { deps, chain, client } = context;
  return judgeUsedNonce(deps, {
    chain,
    client,
    attempts,
    objectKind: 'movement',
    objectId: String(movementId),
    onLost: async (trx) => {
      await endMovement(trx, { movementId, outcome: 'lost', nowMs: deps.now() });
    },
  });
}
