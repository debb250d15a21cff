import { assert } from '../core/errors.js';
import { wordOrQuoted } from '../core/printable.js';
import { ASSET_DECIMALS_MAX, type Asset } from '../core/asset.js';
import { signerLimitKey } from '../wallets/signer-limits.js';
import { APPROVAL_SECONDS_MAX } from './approval-message.js';

/** Thresholds are kept with as many digits after the point as an asset can have. */
export const THRESHOLD_DECIMALS = ASSET_DECIMALS_MAX;

/** An amount above which payments need this many signatures. */
export interface ApprovalThreshold {
  /** In units of 10^-{@link THRESHOLD_DECIMALS} of a whole coin. */
  readonly above: bigint;
  readonly signatures: number;
}

/**
 * The approvers whom the signing worker believes. They come from its own configuration: nothing in the database can
 * change them.
 */
export interface SignerApprovers {
  /** Who each address is, by the address in lower case. Addresses of one name are one person. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * On which chains a contract at an address may sign, by the address in lower case. On another chain somebody else may have
   * put a contract there: the address of a Safe follows from its first owners, who may have been replaced.
   */
  readonly contractChains: ReadonlyMap<string, ReadonlySet<string>>;
  /** The thresholds by `chainCode/tokenSymbol`, and by `*` for every other asset. */
  readonly required: ReadonlyMap<string, readonly ApprovalThreshold[]>;
}

export const ANY_ASSET = '*';

/** Signatures needed when no threshold applies. */
const SIGNATURES_DEFAULT = 1;

/** Returns how many people must have signed for a payment. Of the thresholds below it, the highest one counts. */
export function signaturesRequired(
  { required }: SignerApprovers,
  { asset, amountAtomic }: { asset: Asset; amountAtomic: bigint },
): number {
  assert(asset.decimals <= THRESHOLD_DECIMALS, 'an asset has no more digits than a threshold');
  const amount = amountAtomic * 10n ** BigInt(THRESHOLD_DECIMALS - asset.decimals);
  const thresholds = required.get(signerLimitKey(asset)) ?? required.get(ANY_ASSET) ?? [];
  let found: ApprovalThreshold | null = null;
  for (const threshold of thresholds) {
    if (amount > threshold.above && (found === null || threshold.above > found.above)) found = threshold;
  }
  return found?.signatures ?? SIGNATURES_DEFAULT;
}

/** A signature that was given for a payment, after it was verified. */
export interface VerifiedSignature {
  /** Lower-case. */
  readonly approver: string;
  /** Epoch seconds. */
  readonly validUntil: number;
  /** True when the approver has signed exactly this payment. */
  readonly isOfPayment: boolean;
  /** True when a contract at the approver's address is believed on the payment's chain. */
  readonly mayBeContract: boolean;
}

export interface ApprovalJudgement {
  readonly isEnough: boolean;
  /**
   * True when a signature is for another payment, or not from its approver: somebody has altered a row, or signed
   * wrongly.
   */
  readonly isSuspicious: boolean;
  /** The signatures that are there and those that are missing, for the operator. */
  readonly words: string;
}

/**
 * Judges the signatures of a payment. People are counted, not signatures: nobody counts twice, whatever keys they have.
 * An invalid signature does not keep others from counting, so nobody can stop a payment by adding one.
 */
export function judgeSignatures(
  { names }: SignerApprovers,
  {
    required,
    signatures,
    nowSeconds,
  }: { required: number; signatures: readonly VerifiedSignature[]; nowSeconds: number },
): ApprovalJudgement {
  const people = new Map<string, string>();
  const remarks = new Set<string>();
  let isSuspicious = false;
  for (const { approver, validUntil, isOfPayment, mayBeContract } of signatures) {
    const name = names.get(approver);
    const left = validUntil - nowSeconds;
    if (name === undefined) remarks.add(`${wordOrQuoted(approver)} is not in SIGNER_APPROVERS`);
    else if (!isOfPayment)
      remarks.add(
        `${name} (${approver}) has not signed this payment as it stands${mayBeContract ? '' : ', and no contract is believed at this address on this chain'}`,
      );
    else if (left <= 0) remarks.add(`the signature of ${name} has expired`);
    else if (left > APPROVAL_SECONDS_MAX) remarks.add(`the signature of ${name} is valid for too long`);
    else people.set(personOf(name), name);
    isSuspicious ||= name === undefined || !isOfPayment;
  }
  const signed = people.size === 0 ? '' : `, by ${[...people.values()].join(', ')}`;
  const told = remarks.size === 0 ? '' : `; ${[...remarks].join('; ')}`;
  return {
    isEnough: people.size >= required,
    isSuspicious,
    words: `${people.size} of ${required} signatures of approvers are there${signed}${told}`,
  };
}

/** Returns the key by which people are told apart: the same name in other case is the same person. */
export function personOf(name: string): string {
  return name.toLowerCase();
}
