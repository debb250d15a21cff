import type { showWithdrawalToOperator } from '../http/views/withdrawals.js';
import { tellTerminal } from './tell-terminal.js';

/** What a decision leaves to be done, for a person at the terminal. With `--json` nothing is told: a program reads it. */
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
      return [`${isSigned ? 'The signature is stored. ' : ''}${count}: it leaves after the last of them.`];
    }
    case 'approved':
      return isSigned
        ? ['Approved and signed. It leaves within seconds, when enough approvers have signed.']
        : [
            'Approved. It leaves within seconds.',
            `This is no signature. Where the signing worker has SIGNER_APPROVERS, it waits for theirs: withdrawal approve ${withdrawalId} --keystore FILE`,
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
