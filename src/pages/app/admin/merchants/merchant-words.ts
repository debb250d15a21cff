import type { Schemas } from '../../../../client/client.js';
import { fromAtomic, groupDigits, shorten, trimZeros } from '../../data/figures.js';
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

/** The kinds of policy changes, in words. */
const KIND_WORDS: Readonly<Record<PolicyChange['kind'], string>> = {
  withdrawal_limit: 'Withdrawal limit',
  api_key: 'Approval of a key that can take money out',
  key_whitelist: 'Whitelist of a key',
  merchant_whitelist: 'Whitelist of the merchant',
  approver_address: 'Address of an approver',
  member_role: 'Role of a member who moves money',
};

/** A limit in its asset; null: none. */
function limitWords(atomic: string | number | null | undefined, { change }: PolicyChange): string {
  if (atomic === null || atomic === undefined) return 'none';
  const figure = fromAtomic(String(atomic), Number(change['decimals']));
  return `${groupDigits(trimZeros(figure))} ${String(change['tokenSymbol'])}`;
}

/** Says in words what a policy change is about, and what it changes. */
export function policyChangeWords(
  changed: PolicyChange,
  networkName: (chainCode: string) => string,
): readonly [what: string, change: string] {
  const { kind, change } = changed;
  if (kind === 'withdrawal_limit') {
    const field = LIMIT_WORDS.find(([name]) => `${name}Atomic` === change['field']);
    return [
      `${field?.[1] ?? KIND_WORDS[kind]}, on ${networkName(String(change['chainCode']))}`,
      `${limitWords(change['from'], changed)} → ${limitWords(change['to'], changed)}`,
    ];
  }
  if (change['lifted'] !== undefined) return [KIND_WORDS[kind], 'The list ends: every address is allowed'];
  return [
    KIND_WORDS[kind],
    Object.entries(change)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => (field === 'chainCode' ? networkName(String(value)) : value))
      .join(' · '),
  ];
}

/** Names the result of a change, for the button that confirms or stops it. */
export function changedTo(changed: PolicyChange): string {
  const { kind, change } = changed;
  if (kind === 'withdrawal_limit') {
    const to = change['to'] ?? null;
    return to === null ? 'no limit' : limitWords(to, changed);
  }
  if (change['lifted'] !== undefined) return 'any address';
  if (typeof change['address'] === 'string') return shorten(change['address']);
  return kind === 'member_role' ? `the role ${String(change['role'])}` : 'the key';
}
