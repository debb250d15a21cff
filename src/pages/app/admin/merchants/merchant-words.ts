import type { Schemas } from '../../../../client/client.js';
import { policyLimit, policyTermsInWords } from '../../../../domain/merchants/policy-change-in-words.js';
import { isolate } from '../../../design/isolate.js';
import { groupDigits, shorten, trimZeros } from '../../data/figures.js';
import type { StatusWords } from '../../parts/status.js';

type Merchant = Schemas['Merchant'];
type PolicyChange = Schemas['PolicyChange'];

export const MERCHANT_WORDS: Readonly<Record<Merchant['status'], StatusWords>> = {
  active: ['done', 'Active'],
  suspended: ['failed', 'Suspended'],
};

/** The limits of one asset: the field of the API without its unit, and its label. */
export const LIMIT_WORDS = [
  ['perWithdrawal', 'Most for one withdrawal'],
  ['perDay', 'Most in 24 hours'],
  ['twoApprovalsAbove', 'Two approvals above'],
  ['autoApproveBelow', 'No approval below'],
] as const;

/** Writes an amount of a policy change. A word, such as `none`, stays. */
const amountWords = (figure: string): string =>
  /^\d+\.\d+$/.test(figure) ? groupDigits(trimZeros(figure)) : figure;

/** Says what a policy change lets through, in the words of the command line and the notices. */
export function policyChangeWords(
  { kind, change, objectName }: PolicyChange,
  networkName: (chainCode: string) => string,
): string {
  const key = kind === 'key_whitelist' ? objectName : null;
  const words = policyTermsInWords(
    kind,
    { key, change },
    { amount: amountWords, network: networkName, name: (name) => isolate(`“${name}”`) },
  );
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Names the result of a change, for the button that confirms or stops it. */
export function changedTo({ kind, change }: PolicyChange): string {
  if (kind === 'withdrawal_limit') {
    const { to = null, tokenSymbol = '' } = change;
    if (to === null) return 'no limit';
    return `${amountWords(policyLimit(change, 'to'))} ${tokenSymbol ?? ''}`.trim();
  }
  if (change['lifted'] !== undefined) return 'any address';
  if (typeof change['address'] === 'string') return shorten(change['address']);
  return kind === 'member_role' ? `the role ${String(change['role'])}` : 'the key';
}
