import { findChainCursor } from '../../src/db/chains/chain-cursor.js';
import type { Transaction } from '../../src/db/core/database.js';
import { findUnusedSignature } from '../../src/db/wallets/lost-nonces.js';
import { listWithdrawalTransactions, type SentTransaction } from '../../src/db/wallets/sent-transactions.js';
import { findRefusedSince } from '../../src/db/withdrawals/payment-refusals.js';
import { lockWithdrawal, type Withdrawal } from '../../src/db/withdrawals/withdrawals.js';
import type { Chain } from '../../src/domain/core/asset.js';
import { quoted } from '../../src/domain/core/printable.js';
import { listedDecimals } from '../../src/domain/withdrawals/altered-withdrawal.js';
import type { UnusedSignature } from '../../src/domain/withdrawals/next-withdrawal-step.js';
import type { ActivityDependencies } from '../dependencies.js';
import { recordNotFound } from '../record-not-found.js';
import { NotYet } from './not-yet.js';

/** A withdrawal, its transaction and its chain, as of one moment. */
export interface WithdrawalSnapshot {
  readonly withdrawal: Withdrawal;
  readonly sent: SentTransaction | null;
  /** See {@link findUnusedSignature}. */
  readonly unused: UnusedSignature | null;
  /** When it is given up, epoch ms; null: it can't be. */
  readonly giveUpAtMs: number | null;
  readonly chain: Chain;
  readonly headNumber: number | null;
  readonly finalizedNumber: number | null;
  readonly halted: boolean;
}

/** Reads it under the withdrawal's lock. @throws NotYet `no_chain` when its chain is not configured. */
export async function readWithdrawalSnapshot(
  trx: Transaction,
  deps: Pick<ActivityDependencies, 'chains' | 'now' | 'refusedAfterMs'>,
  withdrawalId: string,
): Promise<WithdrawalSnapshot> {
  const locked = await lockWithdrawal(trx, withdrawalId);
  if (locked === undefined) throw recordNotFound('withdrawal', withdrawalId);
  // Operators read the amount: the row's own decimals may have been altered.
  const withdrawal = { ...locked, decimals: listedDecimals(deps.chains, locked) };
  const chain = deps.chains.get(withdrawal.asset.chainCode);
  if (chain === undefined) throw noChain(withdrawal.asset.chainCode);
  const [sent] = await listWithdrawalTransactions(trx, [withdrawalId]);
  const cursor = await findChainCursor(trx, chain.chainCode);
  const isPaidByGivenUp = sent?.receipt != null && sent.foreignHash !== null;
  const isUnpayable = withdrawal.status === 'failed' || isPaidByGivenUp;
  const refusedSinceMs = await findRefusedSince(trx, withdrawal, { nowMs: deps.now() });
  return {
    withdrawal,
    chain,
    sent: sent ?? null,
    unused: isUnpayable ? await findUnusedSignature(trx, withdrawalId) : null,
    giveUpAtMs: refusedSinceMs === null ? null : refusedSinceMs + deps.refusedAfterMs,
    headNumber: cursor?.height ?? null,
    // The amount is not given back when only one RPC calls the transaction reverted: see recheckOwnReceipts.
    finalizedNumber: cursor?.verifiedHeight ?? cursor?.finalizedHeight ?? null,
    halted: cursor?.haltedReason != null,
  };
}

/** While a new CHAINS_FILE is rolled out, workers differ: the step is retried by whichever worker takes it next. */
function noChain(chainCode: string): NotYet {
  return new NotYet(
    'no_chain',
    `the CHAINS_FILE of a worker (role core) has no chain ${quoted(chainCode)}; it goes on by itself when that is listed there again`,
  );
}
