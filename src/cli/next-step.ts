import type { showWithdrawalToOperator } from '../http/views/withdrawals.js';
import { tellTerminal } from './tell-terminal.js';

/**
 * Tells the user what happens after a decision. With `--json` nothing is written, because a program reads the output.
 */
export function tellNext(
  withdrawal: ReturnType<typeof showWithdrawalToOperator>,
  { json = false, isSigned = false }: { readonly json?: boolean; readonly isSigned?: boolean },
): void {
  if (json) return;
  for (const line of nextInWords(withdrawal, isSigned)) tellTerminal(line);
}

function nextInWords(
  {
    withdrawalId,
    status,
    kind,
    approvalsGiven,
    approvalsRequired,
  }: ReturnType<typeof showWithdrawalToOperator>,
  isSigned: boolean,
): readonly string[] {
  const back = kind === 'refund' ? 'held again' : 'available to its merchant again';
  switch (status) {
    case 'pending_approval': {
      const count = `${approvalsGiven} of ${approvalsRequired} approvals are there`;
      return [
        `${isSigned ? 'The signature is stored. ' : ''}${count}. The withdrawal is sent after the last one.`,
      ];
    }
    case 'approved':
      return isSigned
        ? ['Approved and signed. The withdrawal is sent within seconds, if enough approvers have signed.']
        : [
            'Approved. The withdrawal is sent within seconds.',
            `This is no signature. If the signing worker has SIGNER_APPROVERS, it waits for signatures: withdrawal approve ${withdrawalId} --keystore FILE`,
          ];
    case 'rejected':
      return [`Rejected. Its amount is ${back}.`];
    case 'stopped':
      return [`Stopped before it was signed. Its amount is ${back}.`];
    case 'broadcast':
    case 'completed':
    case 'cancelled':
    case 'failed':
      return [];
  }
}
