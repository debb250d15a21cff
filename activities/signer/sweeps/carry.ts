import { readNonceAt, suggestFees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { readReceipt } from '../../../src/chain/transfers/receipts.js';
import { transaction } from '../../../src/db/core/database.js';
import { endMovement, listOpenMovements, type OpenMovement } from '../../../src/db/sweeps/movements.js';
import { markSent, type SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { settleUsedNonce } from '../wallet/lost-nonce.js';
import { cancelUndone } from '../wallet/cancel-undone.js';
import { findHeld, sendAttempts, waitingSinceMs } from '../wallet/sent.js';
import { cancelSkipped, sendSweepCancellations } from './cancel-skipped.js';
import { orNote, type Carrying, type SweepContext } from './sweep-context.js';
import { replaceMovement, signerOf } from './replace-movement.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** Movements looked at in one turn. */
const MAX_MOVEMENTS = 500;

/**
 * Brings each open movement further: what was signed is sent, the same bytes as often as it takes, for higher fees when
 * the chain goes on without it; and what is final is ended.
 *
 * @returns how many are still open.
 */
export async function carryMovements(context: SweepContext): Promise<number> {
  const { deps, chain } = context;
  const open = await listOpenMovements(deps.db, { chainCode: chain.chainCode, limit: MAX_MOVEMENTS });
  let ended = 0;
  for (const movement of open) {
    const isEnded = await orNote(context, describe(movement), () => carry(context, movement));
    if (isEnded === true) ended += 1;
  }
  return open.length - ended;
}

function describe({ kind, movementId }: OpenMovement): string {
  return `${kind} ${movementId}`;
}

/** @returns whether it has ended. */
async function carry(context: SweepContext, movement: OpenMovement): Promise<boolean> {
  const { attempts } = movement;
  const mined = attempts.find(({ receipt }) => receipt !== null);
  if (mined?.receipt != null) {
    if (mined.receipt.blockNumber > context.finalizedHeight) return false;
    await end(context, movement, mined);
    return true;
  }
  return haveMined(context, movement);
}

/**
 * Sends a movement that is in no block, and looks after it like after a withdrawal.
 *
 * @returns whether it has ended: its nonce is lost for good.
 * @throws NotYet when it can't be mined now.
 */
export async function haveMined(carrying: Carrying, movement: OpenMovement): Promise<boolean> {
  if (movement.hasFailed) {
    const { deps } = carrying;
    const { attempts, fromAddress, movementId } = movement;
    const signer = (): Promise<TransactionSigner> => signerOf(carrying, fromAddress);
    await cancelUndone(deps, { ...carrying, attempts, signer, owner: { movementId } });
  }
  await sendSweepCancellations(carrying, movement);
  if (movement.hasFailed) return false;
  const { sent, answer } = await sendAttempts(carrying, movement.attempts);
  if (answer.outcome === 'accepted' && sent.firstSentAtMs === null) {
    await noteSent(carrying, movement, sent);
    return false;
  }
  return lookAfter(carrying, movement, { sent, words: answer.message });
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
  else deps.log.warn(fields, 'sweep: the transaction was reverted; what it was to move is looked at again');
}

async function noteSent(carrying: Carrying, movement: OpenMovement, sent: SentTransaction): Promise<void> {
  const { deps, chain } = carrying;
  const { chainCode } = chain;
  await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
  if (sent.firstSentAtMs !== null) return;
  const { movementId, kind, fromAddress } = movement;
  deps.log.info(
    { chainCode, movementId, kind, from: fromAddress, txHash: sent.txHash, nonce: sent.nonce },
    'sweep: sent',
  );
}

/** The node did not just take it: where it stands is what the chain says. */
async function lookAfter(
  carrying: Carrying,
  movement: OpenMovement,
  { sent, words }: { sent: SentTransaction; words: string },
): Promise<boolean> {
  const { client, chain } = carrying;
  const { attempts } = movement;
  // Before the receipts: what is mined in between has one by then.
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  for (const attempt of attempts) {
    if ((await readReceipt(client, attempt.txHash)) === null) continue;
    await noteSent(carrying, movement, attempt);
    return false;
  }
  if (minedNonce > sent.nonce) return endIfLost(carrying, movement);
  const held = await findHeld(client, attempts);
  const isHeld = held.length > 0;
  for (const attempt of held) await noteSent(carrying, movement, attempt);
  const { replaceAfterMs } = chain;
  const stuck = isStuck({ ...carrying, firstSentAtMs: waitingSinceMs(attempts), replaceAfterMs });
  if (minedNonce < sent.nonce) {
    if (stuck) await cancelSkipped(carrying, movement, { fromNonce: minedNonce, belowNonce: sent.nonce });
    return false;
  }
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  if (stuck || (!isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei)) {
    const replacement = await replaceMovement(carrying, movement, { attempts, advised });
    const { answer } = await sendAttempts(carrying, [replacement]);
    if (answer.outcome === 'accepted') await noteSent(carrying, movement, replacement);
  } else if (!isHeld) throw new NotYet('refused', `the chain does not take its transaction: ${words}`);
  return false;
}

/** A transaction from outside may have its nonce: certain only once that one is final. */
async function endIfLost(carrying: Carrying, { movementId, attempts }: OpenMovement): Promise<boolean> {
  const { deps, chain, client } = carrying;
  return settleUsedNonce(deps, {
    ...{ chain, client, attempts, objectKind: 'movement', objectId: String(movementId) },
    onLost: (trx) => endMovement(trx, { movementId, outcome: 'lost', nowMs: deps.now() }),
  });
}
