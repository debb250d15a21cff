import pLimit from 'p-limit';
import { hashApproval, recoverApprover } from '../../../src/chain/keys/approval-signature.js';
import { isAcceptedByContract } from '../../../src/chain/agreement/read-contract-signature.js';
import {
  listApprovalSignatures,
  type StoredSignature,
} from '../../../src/db/withdrawals/approval-signatures.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset, Chain } from '../../../src/domain/core/asset.js';
import { approvalMessage } from '../../../src/domain/withdrawals/approval-message.js';
import {
  judgeSignatures,
  signaturesRequired,
  type SignerApprovers,
  type VerifiedSignature,
} from '../../../src/domain/withdrawals/required-signatures.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';

/** How many signatures contracts are asked about at once. One after the other would hold up the whole batch. */
const ASKED_AT_ONCE = 8;

/** The signatures that were given for some withdrawals. They were read before anything is locked. */
export interface PaymentApprovals {
  /**
   * Finds out whether enough approvers have signed exactly this payment. It asks neither the database nor the chain. The
   * payment is given as it is about to be signed, so it makes no difference who has altered which row.
   *
   * @returns `unsigned` or `wrong_signature`; null: enough have.
   */
  findRefusal(payment: PaymentToSign): Promise<NotYet | null>;
}

/** A payment that is about to be signed: on this chain, in this asset, and otherwise as in the locked row. */
export interface PaymentToSign {
  readonly chain: Chain;
  readonly asset: Asset;
  readonly withdrawal: Withdrawal;
}

/**
 * Reads the approvers' signatures for some withdrawals, and asks the chain about the signatures of contracts. Without
 * approvers in its configuration the signing worker asks for no signatures.
 *
 * @param signables their transfers must be possible.
 */
export async function readPaymentApprovals(
  deps: SigningDependencies,
  signables: readonly SignableWithdrawal[],
): Promise<PaymentApprovals> {
  const { approvers, now } = deps;
  if (approvers === null) return { findRefusal: () => Promise.resolve(null) };
  const ids = signables.map(({ withdrawal }) => withdrawal.withdrawalId);
  const stored = await listApprovalSignatures(deps.db, ids);
  const storedFor = ({ withdrawalId }: Withdrawal): readonly StoredSignature[] =>
    stored.filter((given) => given.withdrawalId === withdrawalId);
  const accepted = new Set<string>();
  const verify = async (payment: PaymentToSign, given: StoredSignature): Promise<VerifiedSignature> => {
    const mayBeContract = isContractChain(approvers, given, payment.chain);
    if (!isPossible(given)) return { ...given, mayBeContract, isOfPayment: false };
    const hash = hashOf(payment, given);
    const signer = await recoverApprover(hash, given.signature);
    const isOfPayment = signer === given.approver || (mayBeContract && accepted.has(keyOf(hash, given)));
    return { ...given, mayBeContract, isOfPayment };
  };
  const askContract = async (signable: SignableWithdrawal, given: StoredSignature): Promise<void> => {
    const mayBeContract = isContractChain(approvers, given, signable.chain) && isPossible(given);
    if (!mayBeContract || given.validUntil * 1_000 <= now()) return;
    const hash = hashOf(signable, given);
    if ((await recoverApprover(hash, given.signature)) === given.approver) return;
    const asked = { contract: given.approver, hash, signature: given.signature };
    if (await isAcceptedByContract(signable.client, asked)) accepted.add(keyOf(hash, given));
  };
  const limit = pLimit(ASKED_AT_ONCE);
  await Promise.all(
    signables.flatMap((signable) =>
      storedFor(signable.withdrawal).map((given) => limit(() => askContract(signable, given))),
    ),
  );
  return {
    findRefusal: async (payment) => {
      const { asset, withdrawal } = payment;
      const required = signaturesRequired(approvers, { asset, amountAtomic: withdrawal.amountAtomic });
      const signatures = await Promise.all(storedFor(withdrawal).map((given) => verify(payment, given)));
      const judged = judgeSignatures(approvers, { required, signatures, nowSeconds: now() / 1_000 });
      if (judged.isEnough) return null;
      const code = judged.isSuspicious ? 'wrong_signature' : 'unsigned';
      const how = `withdrawal approve ${withdrawal.withdrawalId} --keystore FILE`;
      return new NotYet(
        code,
        `${judged.words}; nothing is signed until enough approvers have signed it, in the console or with: ${how}`,
      );
    },
  };
}

/** Says whether the approver may be a contract wallet on the chain. */
function isContractChain(
  { names, contractChains }: SignerApprovers,
  { approver }: StoredSignature,
  { chainCode }: Chain,
): boolean {
  return names.has(approver) && contractChains.get(approver)?.has(chainCode) === true;
}

/** Only somebody who alters the database writes other signatures. They don't count, and stop no other payment. */
function isPossible({ validUntil, signature }: StoredSignature): boolean {
  return validUntil >= 0 && /^0x(?:[0-9a-f]{2})*$/.test(signature);
}

function hashOf({ chain, asset, withdrawal }: PaymentToSign, { validUntil }: StoredSignature): string {
  const { withdrawalId, merchantId, kind, amountAtomic, address } = withdrawal;
  const payment = {
    withdrawalId,
    merchantId,
    kind,
    asset,
    amountAtomic,
    chainId: chain.chainId,
    recipient: address,
  };
  return hashApproval(approvalMessage(payment, validUntil));
}

/** The key of one signature of one payment, under which a contract's answer is kept. */
function keyOf(hash: string, { approver, signature }: StoredSignature): string {
  return `${approver}/${hash}/${signature}`;
}
