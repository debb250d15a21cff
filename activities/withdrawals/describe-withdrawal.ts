import { showStoredAddress } from '../../src/chain/keys/address.js';
import { confirmationsOf } from '../../src/domain/chains/finality.js';
import { formatCrypto } from '../../src/domain/core/money.js';
import type { WithdrawalProgress } from '../contract.js';
import type { WithdrawalSnapshot } from './withdrawal-snapshot.js';

const HALTED_IN_WORDS = 'its chain is halted: waits until an operator resumes it';

/** Describes the state of a withdrawal, and what it waits for. */
export function describeWithdrawal(
  snapshot: WithdrawalSnapshot,
): Required<Pick<WithdrawalProgress, 'said' | 'shownStatus' | 'details' | 'waitingFor' | 'waitsAs'>> {
  const { withdrawal, sent } = snapshot;
  const amount = `${formatCrypto(withdrawal.amountAtomic, withdrawal.decimals)} ${withdrawal.asset.tokenSymbol}`;
  const next = nextInWords(snapshot);
  const details = [
    `**${withdrawal.status}**: ${amount} on ${withdrawal.asset.chainCode} → ${showStoredAddress(withdrawal.address)}`,
    '', // Markdown: a list begins after an empty line
    `- next: ${next}`,
    ...(sent === null ? [] : [`- transaction: ${sent.txHash} (nonce ${sent.nonce})`]),
    `- merchant: ${withdrawal.merchantId}`,
  ].join('\n');
  const waitsAs = [withdrawal.status, withdrawal.waitingCode, sent?.txHash].join(' ');
  const said = sayOf(snapshot, next, amount);
  return { said, shownStatus: shownStatusIn(snapshot), details, waitingFor: next, waitsAs };
}

/** Says whether no block shows yet that it was paid, or that it was reverted. */
const isUnproven = ({ sent }: WithdrawalSnapshot): boolean =>
  sent?.receipt == null || (sent.receipt.succeeded && !sent.receipt.proven);

function shownStatusIn(snapshot: WithdrawalSnapshot): NonNullable<WithdrawalProgress['shownStatus']> {
  const { status, waitingReason } = snapshot.withdrawal;
  const isOpen = status === 'approved' || status === 'broadcast';
  const isHeldUp = snapshot.halted || (isUnproven(snapshot) && waitingReason !== null);
  return isOpen && isHeldUp ? 'waiting' : status;
}

/** Describes the state of the withdrawal in one sentence. */
function sayOf({ withdrawal, sent }: WithdrawalSnapshot, next: string, amount: string): string {
  return withdrawal.status === 'completed' && sent?.receipt != null
    ? `completed: ${amount} was paid by ${sent.txHash}`
    : `${withdrawal.status}: ${next}`;
}

function nextInWords(snapshot: WithdrawalSnapshot): string {
  const { withdrawal, sent, unused, chain, headNumber, halted } = snapshot;
  const isToBeCancelled = unused?.isCancelled === false;
  switch (withdrawal.status) {
    case 'pending_approval':
      return withdrawal.approvalsRequired === 1
        ? "waits for an operator's approval"
        : `waits until ${withdrawal.approvalsRequired} operators have approved it`;
    case 'approved':
      return withdrawal.waitingReason === null
        ? 'is to be signed and sent'
        : `can't be sent yet: ${withdrawal.waitingReason}`;
    case 'broadcast': {
      if (isUnproven(snapshot) && withdrawal.waitingReason !== null) return withdrawal.waitingReason;
      if (sent?.receipt == null) return 'waits to be mined; the same bytes are sent again until it is';
      if (halted) return `mined in block ${sent.receipt.blockNumber}; ${HALTED_IN_WORDS}`;
      const depth = confirmationsOf(sent.receipt.blockNumber, headNumber ?? 0);
      return `mined in block ${sent.receipt.blockNumber}; waits for confirmations: ${depth} of ${chain.confirmations}`;
    }
    case 'completed':
      if (halted && sent?.receipt == null) return HALTED_IN_WORDS;
      if (isToBeCancelled)
        return 'paid; a transaction that moves nothing is to take the nonce of what else was signed for it';
      return 'paid and confirmed; nothing is due';
    case 'rejected':
    case 'cancelled':
    case 'stopped':
    case 'failed':
      if (isToBeCancelled)
        return `its final transaction was undone; a transaction that moves nothing is to take its nonce${withdrawal.waitingReason === null ? '' : `: ${withdrawal.waitingReason}`}`;
      return `${withdrawal.failureReason ?? 'ended'}; ${
        withdrawal.invoiceId === null
          ? 'the amount is available to the merchant again'
          : `the amount is held for ${withdrawal.invoiceId} again`
      }`;
  }
}
