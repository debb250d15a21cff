import { readOwnTransaction } from '../../../src/chain/sending/find-nonce-use.js';
import { decodeReceiptOrNull, readReceipt, type Receipt } from '../../../src/chain/transfers/receipts.js';
import { adoptPayment } from '../../../src/db/wallets/adopt-transaction.js';
import { appendAudit } from '../../../src/db/audit/audit-log.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { transaction, type Transaction } from '../../../src/db/core/database.js';
import { listOutsidePayments } from '../../../src/db/wallets/outside-payments.js';
import { listWithdrawalTransactions } from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import { lockWithdrawal, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { wordOrQuoted } from '../../../src/domain/core/printable.js';
import {
  findPaidBy,
  waitsForRecord,
  type OutsidePayment,
} from '../../../src/domain/wallets/outside-payment.js';
import { showsWhatWasSigned } from '../../chains/reading/receipts-of-ours.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { requireStillFinal } from '../wallet/nonces/used-nonce.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Finds the withdrawals that a transaction from outside has paid, or may have paid. They are locked, and nothing is
 * signed for them.
 *
 * @returns a `maybe_paid` for each of these withdrawals, by its id.
 */
export async function findPaidOutside(
  trx: Transaction,
  withdrawals: readonly Withdrawal[],
): Promise<ReadonlyMap<string, NotYet>> {
  const payments = await listOutsidePayments(
    trx,
    withdrawals.map(({ withdrawalId }) => withdrawalId),
  );
  const refusals = withdrawals.flatMap((withdrawal) => {
    const found = findPaidBy(withdrawal, payments);
    return found === null ? [] : [[withdrawal.withdrawalId, explain(found)] as const];
  });
  return new Map(refusals);
}

function explain({ payment, isCertain }: { payment: OutsidePayment; isCertain: boolean }): NotYet {
  const { blockNumber } = payment;
  const [txHash, from] = [wordOrQuoted(payment.txHash), wordOrQuoted(payment.from)];
  const words = isCertain
    ? waitsForRecord(payment)
    : `transaction ${txHash} of block ${blockNumber} sent this very amount from ${from} to its address and is not on record here: it may be its payment (signed before a database was restored, or by somebody else who has the key); an operator has to look, and says what it is with the command: withdrawal settle`;
  return new NotYet('maybe_paid', words);
}

/**
 * Finds out whether a waiting withdrawal was paid from outside. If an operator says that a transaction is its payment,
 * that transaction is recorded as it is found in a final block, and booked like any other payment.
 *
 * @returns whether the withdrawal has a transaction now.
 * @throws NotYet `maybe_paid`
 */
export async function adoptPaidOutside(
  deps: SigningDependencies,
  signable: SignableWithdrawal,
): Promise<boolean> {
  const { withdrawal } = signable;
  const found = findPaidBy(withdrawal, await listOutsidePayments(deps.db, [withdrawal.withdrawalId]));
  if (found === null) return false;
  if (!found.isCertain) throw explain(found);
  await adopt(deps, signable, found.payment);
  return true;
}

async function adopt(
  deps: SigningDependencies,
  { withdrawal: { withdrawalId }, chain, client }: SignableWithdrawal,
  payment: OutsidePayment,
): Promise<void> {
  const { chainCode } = chain;
  const { txHash, from: address } = payment;
  const receipt = await readFinalReceipt(deps, { chain, client }, payment);
  const { nonce, own, block } = await readOwnTransaction(client, {
    chainId: chain.chainId,
    address,
    txHash,
    blockNumber: receipt.blockNumber,
  });
  requireProof(chain, { payment, receipt, valueAtomic: own.valueAtomic });
  const words = `${txHash} in final block ${block.number} is its payment, as an operator says; it was not on record here`;
  const isNew = await transaction(deps.db, async (trx) => {
    await lockWallet(trx, { chainCode, address });
    await requireStillFinal(trx, { chainCode, use: { blockNumber: block.number } });
    const locked = await lockWithdrawal(trx, withdrawalId);
    const [known] = await listWithdrawalTransactions(trx, [withdrawalId]);
    // Checked again under the locks: the operator may have taken that back.
    const still = locked && findPaidBy(locked, await listOutsidePayments(trx, [withdrawalId]));
    if (known !== undefined || still?.isCertain !== true || still.payment.txHash !== txHash) return false;
    await adoptPayment(trx, { payment, withdrawalId, nonce, own, block, receipt });
    await appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      objectKind: 'withdrawal',
      objectId: withdrawalId,
      action: 'withdrawal.transaction_adopted',
      reason: words,
      after: { txHash, nonce, blockNumber: block.number },
    });
    return true;
  });
  if (isNew) deps.log.warn({ withdrawalId, chainCode, nonce, txHash }, words);
}

/** Reads its receipt. Every RPC that answers must know it, in the same final block. @throws NotYet */
async function readFinalReceipt(
  deps: SigningDependencies,
  { chain, client }: Pick<SignableWithdrawal, 'chain' | 'client'>,
  { txHash }: OutsidePayment,
): Promise<Receipt> {
  const cursor = await findChainCursor(deps.db, chain.chainCode);
  const receipt = await readReceipt(client, txHash);
  const says = `an operator says that ${wordOrQuoted(txHash)} has paid it`;
  if (receipt === null) {
    throw new NotYet(
      'maybe_paid',
      `${says}, and it is in no block now; waits until it is, or until an operator says otherwise`,
    );
  }
  if (receipt.blockNumber > (cursor?.finalizedHeight ?? -1))
    throw new NotYet('maybe_paid', `${says}; waits until its block ${receipt.blockNumber} is final`);
  const known = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull);
  for (const answer of known) {
    if (answer.ok && answer.value?.blockHash !== receipt.blockHash)
      throw new NotYet(
        'maybe_paid',
        `${says}, and the RPCs disagree about it (${answer.origin}); waits until they agree`,
      );
  }
  return receipt;
}

function requireProof(
  chain: SignableWithdrawal['chain'],
  { payment, receipt, valueAtomic }: { payment: OutsidePayment; receipt: Receipt; valueAtomic: bigint },
): void {
  const { asset, txHash, amountAtomic, from, to } = payment;
  const isNative = asset.tokenSymbol === chain.nativeSymbol;
  const transfer = { tokenSymbol: asset.tokenSymbol, amountAtomic, from, to };
  const isShown = showsWhatWasSigned(chain, { receipt, transaction: { txHash, transfers: [transfer] } });
  if (isShown && (!isNative || valueAtomic === amountAtomic)) return;
  throw new NotYet(
    'maybe_paid',
    `an operator says that ${wordOrQuoted(txHash)} has paid it, and its receipt does not show that; say that it is another payment with: withdrawal settle --as other`,
  );
}
