import type { Chain } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { lockFinalHeight } from '../chains/chain-cursor.js';
import type { Transaction } from '../core/database.js';
import { findUnusedSignature } from '../wallets/lost-nonces.js';
import { enqueue } from '../outbox/outbox.js';
import { listWithdrawalTransactions, type SentTransaction } from '../wallets/sent-transactions.js';
import type { ShowAddress } from '../core/show-address.js';
import { stateOutsideOutcome } from './state-outside-outcome.js';
import { moveWithdrawal } from './move-withdrawal.js';
import { lockWithdrawal, type Withdrawal } from './withdrawals.js';

export interface OutcomeStatement {
  readonly withdrawalId: string;
  /**
   * The operator's finding. `paid`: the coins left the hot wallet. `unpaid`: they are still there. `other`: they left
   * it as another payment; only for a withdrawal without a signature.
   */
  readonly outcome: 'paid' | 'unpaid' | 'other';
  readonly reason: string;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
  /** See `WithdrawalMove`. */
  readonly chains?: ReadonlyMap<string, Chain>;
}

/**
 * Stores what an operator says about the outcome of a payout. Its transaction succeeded without the exact Transfer, or
 * was found on the chain and not signed through this database. For a withdrawal without a signature see
 * {@link stateOutsideOutcome}.
 *
 * `paid`: its receipt counts as proven for its block, and the withdrawal completes like any other. `unpaid`: it fails, and
 * the reserved amount is available again. The block must be finalized: in another block the same bytes could do something
 * else.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function stateOutcome(trx: Transaction, order: OutcomeStatement): Promise<Withdrawal> {
  const { withdrawalId, outcome, reason, actor, nowMs } = order;
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  if (withdrawal === undefined)
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  const [known] = await listWithdrawalTransactions(trx, [withdrawalId]);
  if (known === undefined && outcome !== 'unpaid') {
    await stateOutsideOutcome(trx, { withdrawal, outcome, reason, actor, nowMs });
    return (await lockWithdrawal(trx, withdrawalId)) ?? withdrawal;
  }
  if (outcome === 'other') {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}, and ${known?.txHash} was signed for it. Say paid or unpaid.`,
    );
  }
  const sent = await getUnproven(trx, withdrawal);
  if (outcome === 'unpaid') await requireNothingElse(trx, { withdrawalId, sent });
  const moved =
    outcome === 'unpaid'
      ? await moveWithdrawal(trx, withdrawal, { ...order, to: 'failed' })
      : await vouchFor(trx, { withdrawal, sent });
  await appendAudit(trx, {
    actor,
    action: `withdrawal.settle_${outcome}`,
    reason,
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    before: { status: withdrawal.status, txHash: sent.txHash, blockHash: sent.receipt?.blockHash },
    after: { status: moved.status, outcome },
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
  return moved;
}

async function getUnproven(trx: Transaction, withdrawal: Withdrawal): Promise<SentTransaction> {
  const { withdrawalId, asset, status } = withdrawal;
  // This lock comes first: it keeps the facts that are read after it unchanged.
  const finalizedHeight = await lockFinalHeight(trx, asset.chainCode);
  const [sent] = await listWithdrawalTransactions(trx, [withdrawalId]);
  const receipt = sent?.receipt ?? null;
  const isUnproven = status === 'broadcast' && receipt?.succeeded === true && !receipt.proven;
  if (sent === undefined && (status === 'approved' || status === 'pending_approval')) {
    const end = status === 'approved' ? 'stop' : 'reject';
    throw new QuittanceError(
      'invalid_state',
      `Nothing is signed for the withdrawal, so it can't be settled as unpaid. Say paid or other about a transaction found on the chain, or ${end} the withdrawal.`,
    );
  }
  if (sent === undefined || receipt === null || !isUnproven) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${status}. No transaction of it succeeded without the exact transfer, and none was found on the chain: there is nothing to settle.`,
    );
  }
  if (finalizedHeight === null || finalizedHeight < receipt.blockNumber) {
    throw new QuittanceError(
      'invalid_state',
      `Block ${receipt.blockNumber} is not final yet: a reorganisation could still change what its transaction did. Try again when it is.`,
    );
  }
  return sent;
}

/**
 * Checks that no other signed transaction of the withdrawal can still be mined. The transaction in question may have
 * been given up and then mined after all. The transaction that was signed in its place is public too. Until that is
 * cancelled, the amount is not released.
 */
async function requireNothingElse(
  trx: Transaction,
  { withdrawalId, sent }: { withdrawalId: string; sent: SentTransaction },
): Promise<void> {
  if (sent.foreignHash === null || (await findUnusedSignature(trx, withdrawalId)) === null) return;
  throw new QuittanceError(
    'invalid_state',
    'Another transaction that was signed for the withdrawal can still be mined, until a cancellation transaction has its nonce in a final block. Try again then.',
  );
}

/** Marks the receipt as proven, as the follower does when it shows the transfer. It is undone with its block. */
async function vouchFor(
  trx: Transaction,
  { withdrawal, sent }: { withdrawal: Withdrawal; sent: SentTransaction },
): Promise<Withdrawal> {
  const { chainCode, txHash, revision } = sent;
  const vouched = await trx('sent_transactions')
    .where({ chain_code: chainCode, tx_hash: txHash, revision, proven: false })
    .update({ proven: true });
  if (vouched === 1) return withdrawal;
  throw new QuittanceError('invalid_state', 'The chain has moved meanwhile; look at the withdrawal again.');
}
