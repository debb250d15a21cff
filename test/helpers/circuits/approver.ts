import { transaction } from '../../../src/db/core/database.js';
import { approveWithSignature } from '../../../src/db/withdrawals/approve-with-signature.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { signApproval } from '../../../src/chain/keys/approval-signature.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { approvalMessage } from '../../../src/domain/withdrawals/approval-message.js';
import { ANY_ASSET, type SignerApprovers } from '../../../src/domain/withdrawals/required-signatures.js';
import type { PayoutCircuit } from './payout-circuit.js';

const APPROVER_KEY = `0x${'11'.repeat(32)}`;
const approver = walletOfPrivateKey(APPROVER_KEY).address;
const VALID_SECONDS = 3_600;

/** One approver, who has to sign for every payment. */
export const ONE_APPROVER: SignerApprovers = {
  names: new Map([[approver, 'Ann']]),
  contractChains: new Map(),
  required: new Map([[ANY_ASSET, [{ above: 0n, signatures: 1 }]]]),
};

/** Asks for a withdrawal, and approves it with the signature of that approver. */
export async function approveSigned(
  circuit: PayoutCircuit,
  { amountAtomic, address }: { amountAtomic: bigint; address?: string },
): Promise<Withdrawal> {
  const withdrawal = await circuit.withdrawal(amountAtomic, address === undefined ? {} : { address });
  const validUntil = Math.floor(Date.now() / 1_000) + VALID_SECONDS;
  const message = approvalMessage(
    { ...withdrawal, chainId: circuit.chain.chainId, recipient: withdrawal.address },
    validUntil,
  );
  const signature = await signApproval(message, APPROVER_KEY);
  return transaction(circuit.database.db, (trx) =>
    approveWithSignature(trx, {
      withdrawalId: withdrawal.withdrawalId,
      given: { approver, signature, validUntil },
      reason: null,
      nowMs: Date.now(),
      showAddress: toChecksumAddress,
      actor: { kind: 'cli', id: 'ann', ip: null },
    }),
  );
}
