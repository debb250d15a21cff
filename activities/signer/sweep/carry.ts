import { isTransactionKnown, readSigned } from '../../../src/chain/broadcast.js';
import { readNonceAt, suggestFees, type Fees } from '../../../src/chain/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys.js';
import { readBalance } from '../../../src/chain/read-balance.js';
import { readRollupFee } from '../../../src/chain/rollup-fee.js';
import { readReceipt } from '../../../src/chain/receipts.js';
import { transaction, type Transaction } from '../../../src/db/database.js';
import {
  endMovement,
  findDepositIndex,
  listOpenMovements,
  lockOpenMovement,
  type OpenMovement,
} from '../../../src/db/movements.js';
import {
  insertSigned,
  listCommitments,
  listMovementTransactions,
  lockWallet,
  markSent,
  type SentTransaction,
} from '../../../src/db/sent-transactions.js';
import { isStuck, raiseFees, type FeePair } from '../../../src/domain/raise-fees.js';
import { committedWei } from '../funds.js';
import { settleUsedNonce } from '../lost-nonce.js';
import { NotYet } from '../outgoing.js';
import { dearest, sendAttempts } from '../sent.js';
import { orNote, type House } from './house.js';

/** Movements looked at in one turn. */
const MAX_MOVEMENTS = 500;

/**
 * Brings each open movement further: what was signed is sent, the same bytes as often as it takes, for higher fees when
 * the chain goes on without it; and what is final is ended.
 *
 * @returns how many are still open.
 */
export async function carryMovements(house: House): Promise<number> {
  const { deps, chain } = house;
  const open = await listOpenMovements(deps.db, { chainCode: chain.chainCode, limit: MAX_MOVEMENTS });
  let ended = 0;
  for (const movement of open) {
    const isEnded = await orNote(house, describe(movement), () => carry(house, movement));
    if (isEnded === true) ended += 1;
  }
  return open.length - ended;
}

function describe({ kind, movementId }: OpenMovement): string {
  return `${kind} ${movementId}`;
}

/** @returns whether it has ended. */
async function carry(house: House, movement: OpenMovement): Promise<boolean> {
  const { attempts } = movement;
  const mined = attempts.find(({ receipt }) => receipt !== null);
  if (mined?.receipt != null) {
    if (mined.receipt.blockNumber > house.finalizedHeight) return false;
    await end(house, movement, mined);
    return true;
  }
  const { sent, answer } = await sendAttempts(house, attempts);
  if (answer.outcome === 'accepted' && sent.firstSentAtMs === null) {
    await noteSent(house, movement, sent);
    return false;
  }
  return lookAfter(house, movement, { sent, words: answer.message });
}

async function end(house: House, { movementId, kind }: OpenMovement, mined: SentTransaction): Promise<void> {
  const { deps, chain } = house;
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

async function noteSent(house: House, movement: OpenMovement, sent: SentTransaction): Promise<void> {
  const { deps, chain } = house;
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
  house: House,
  movement: OpenMovement,
  { sent, words }: { sent: SentTransaction; words: string },
): Promise<boolean> {
  const { client, chain } = house;
  const { attempts } = movement;
  // Before the receipts: what is mined in between has one by then.
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  for (const attempt of attempts) {
    if ((await readReceipt(client, attempt.txHash)) === null) continue;
    await noteSent(house, movement, attempt);
    return false;
  }
  if (minedNonce > sent.nonce) return endIfLost(house, movement);
  let isHeld = false;
  for (const { txHash } of attempts) isHeld ||= await isTransactionKnown(client, txHash);
  if (isHeld) await noteSent(house, movement, sent);
  if (minedNonce < sent.nonce) return false;
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  const stuck = isStuck({
    firstSentAtMs: sent.firstSentAtMs,
    chainTimeMs: house.chainTimeMs,
    replaceAfterMs: chain.replaceAfterMs,
  });
  if (stuck || (!isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei)) {
    const replacement = await replace(house, movement, { replaced: sent, advised });
    const { answer } = await sendAttempts(house, [replacement]);
    if (answer.outcome === 'accepted') await noteSent(house, movement, replacement);
  } else if (!isHeld) throw new NotYet('refused', `the chain does not take its transaction: ${words}`);
  return false;
}

/** A transaction from outside may have its nonce: certain only once that one is final. */
async function endIfLost(house: House, { movementId, attempts }: OpenMovement): Promise<boolean> {
  const { deps, chain, client } = house;
  return settleUsedNonce(deps, {
    ...{ chain, client, attempts, objectKind: 'movement', objectId: String(movementId) },
    onLost: (trx) => endMovement(trx, { movementId, outcome: 'lost', nowMs: deps.now() }),
  });
}

/** The same once more for a higher fee, committed before it is sent. */
async function replace(
  house: House,
  movement: OpenMovement,
  { replaced, advised }: { replaced: SentTransaction; advised: Fees },
): Promise<SentTransaction> {
  const { chain, client, native, deps } = house;
  const capWei = chain.maxFeePerGasWei;
  const raised = raiseFees({
    attempts: movement.attempts.map(({ rawTransaction }) => readSigned(rawTransaction)),
    ...{ advised, capWei },
  });
  if (raised.kind === 'capped' || advised.baseFeePerGasWei > capWei)
    throw new NotYet('fees_too_high', 'it is not mined, and may not pay more than maxFeePerGasGwei');
  const [balanceWei, rollupFeeWei, signer] = await Promise.all([
    readBalance(client, { address: replaced.fromAddress, asset: native }),
    readRollupFee(client, readSigned(replaced.rawTransaction)),
    signerOf(house, movement.fromAddress),
  ]);
  const raising = { movement, replaced, signer, fees: raised.fees, balanceWei, rollupFeeWei };
  return transaction(deps.db, (trx) => commitReplacement(trx, house, raising));
}

async function signerOf({ deps, keys }: House, address: string): Promise<TransactionSigner> {
  if (address === deps.hotWallet.address) return deps.hotWallet;
  if (address === keys.wallet.address) return keys.wallet;
  const depositIndex = await findDepositIndex(deps.db, address);
  const signer = depositIndex === undefined ? undefined : keys.deposit(depositIndex);
  if (signer?.address === address) return signer;
  throw new NotYet('refused', `${address} is no address of this seed any more`);
}

async function commitReplacement(
  trx: Transaction,
  { chain, deps }: House,
  raising: {
    movement: OpenMovement;
    replaced: SentTransaction;
    signer: TransactionSigner;
    fees: FeePair;
    balanceWei: bigint;
    rollupFeeWei: bigint;
  },
): Promise<SentTransaction> {
  const { movement, replaced, signer, fees, balanceWei, rollupFeeWei } = raising;
  const { movementId } = movement;
  const { chainCode } = chain;
  const { nonce, fromAddress } = replaced;
  await lockWallet(trx, { chainCode, address: fromAddress });
  const isOpen = await lockOpenMovement(trx, movementId);
  const present = await listMovementTransactions(trx, [movementId]);
  const newest = dearest(present);
  // Somebody else was faster, or the chain was.
  if (!isOpen || newest?.txHash !== replaced.txHash || present.some(({ receipt }) => receipt !== null))
    return newest ?? replaced;
  const original = readSigned(replaced.rawTransaction);
  const maxCostWei = original.valueAtomic + original.gasLimit * fees.maxFeePerGasWei + rollupFeeWei;
  const others = (await listCommitments(trx, { chainCode, address: fromAddress })).filter(
    (commitment) => commitment.nonce !== nonce,
  );
  if (balanceWei - committedWei(others) < maxCostWei)
    throw new NotYet('no_gas', `it is not mined, and ${fromAddress} has not the gas money for a higher fee`);
  const { raw, hash } = await signer.signTransaction({ ...original, ...fees });
  await insertSigned(trx, {
    ...{ chainCode, txHash: hash, fromAddress, nonce, rawTransaction: raw, withdrawalId: null, movementId },
    ...{ purpose: replaced.purpose, payment: replaced.payment, replaces: replaced.txHash, maxCostWei },
    ...{ maxFeePerGasWei: fees.maxFeePerGasWei, signedAtMs: deps.now() },
  });
  return dearest(await listMovementTransactions(trx, [movementId])) ?? replaced;
}
