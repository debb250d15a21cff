import { assertNever } from '../core/errors.js';
import { WAIT_CODES, type WaitCode } from './withdrawal-waits.js';
import type { WithdrawalStatus } from './withdrawal-state.js';

const OPERATOR_LOOKS = 'It waits for the operator, who has to look at it.';

function inWords(code: WaitCode): string {
  switch (code) {
    case 'not_approved':
    case 'wrong_signature':
    case 'unsigned':
    case 'no_signature':
      return 'It waits for the signatures of its approval.';
    case 'held_back':
      return 'It is held back: its asset is frozen, or your account is suspended or has a deficit.';
    case 'halted':
      return 'Its chain is halted. It waits until the operator resumes the chain.';
    case 'no_tokens':
    case 'no_gas':
      return "It waits until the operator's wallet has enough coins.";
    case 'fees_too_high':
      return 'The fees of its chain are too high at the moment. It waits until they fall.';
    case 'refused':
      return 'The chain refuses the payment at the moment. It is tried again.';
    case 'unpayable':
      return 'The token or the chain refuses the payment to this address. The token may have blocked it. It is tried again; when it is refused for long, the withdrawal fails and its amount comes back to you.';
    case 'nonce_used':
    case 'unread':
      return "It waits until the chain's servers answer, or until the chain is read further.";
    case 'malformed':
    case 'not_listed':
    case 'no_chain':
    case 'signer_limit':
    case 'maybe_paid':
    case 'paid_outside':
    case 'unproven':
    case 'other_wallet':
    case 'wrong_key':
      return OPERATOR_LOOKS;
    default:
      return assertNever(code);
  }
}

const isWaitCode = (code: string): code is WaitCode => (WAIT_CODES as readonly string[]).includes(code);

/**
 * Returns the reason for the merchant why a withdrawal has not been sent yet. It depends only on the kind of the
 * reason. The operators' reason names wallets, limits and answers of RPCs, which the merchant must not see.
 *
 * @returns null when the status already says what it waits for.
 */
export function merchantWaitingReason(withdrawal: {
  readonly status: WithdrawalStatus;
  readonly waitingReason: string | null;
  readonly waitingCode: string | null;
}): string | null {
  const { status, waitingReason, waitingCode } = withdrawal;
  if (waitingReason === null || (status !== 'approved' && status !== 'broadcast')) return null;
  // Another version may have written a code that this one doesn't know.
  return waitingCode !== null && isWaitCode(waitingCode) ? inWords(waitingCode) : OPERATOR_LOOKS;
}
