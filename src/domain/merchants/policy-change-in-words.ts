import { ASSET_DECIMALS_MAX } from '../core/asset.js';
import { formatExact } from '../core/money.js';
import { printable } from '../core/printable.js';
import { LIMIT_FIELDS, type LimitField, type PolicyChangeKind } from './policy-change.js';

/** A change that loosens a policy, as the database has it. Somebody may have altered what is in `change`. */
export interface StatedPolicyChange {
  readonly kind: PolicyChangeKind;
  /** The name of the merchant or operator whose policy it is. Null: it is not known. */
  readonly owner: string | null;
  /** The name of the API key that is changed. Null: it is about no key. */
  readonly key: string | null;
  readonly change: Readonly<Record<string, unknown>> | null;
  /** Epoch ms. Null: nobody can read it. */
  readonly holdsFromMs: number | null;
}

const LIMITS: Readonly<Record<LimitField, string>> = {
  perWithdrawalAtomic: 'the most for one withdrawal',
  perDayAtomic: 'the most for 24 hours',
  twoApprovalsAboveAtomic: 'the amount above which two have to approve',
  autoApproveBelowAtomic: 'the amount below which nobody has to approve',
};

/** How a surface writes what stands in a sentence. */
export interface PolicyWriting {
  /** `figure` is in whole tokens. */
  readonly amount: (figure: string) => string;
  readonly network: (chainCode: string) => string;
  /** A name that somebody has given. */
  readonly name: (name: string) => string;
}

const PLAIN: PolicyWriting = {
  amount: (figure) => figure,
  network: (chainCode) => chainCode,
  name: (name) => `"${name}"`,
};

/**
 * Says of whom a policy is loosened, from what to what, and from when on. It completes "Ann asked to loosen a policy".
 */
export function policyChangeInWords({ kind, owner, key, change, holdsFromMs }: StatedPolicyChange): string {
  const what = policyTermsInWords(kind, { key, change: change ?? {} });
  const from = holdsFromMs === null ? 'later' : `from ${new Date(holdsFromMs).toISOString()} on`;
  const named = kind.replaceAll('_', ' ');
  return `of ${owner ?? 'an operator'} (${named}): ${what}. It is in force ${from}, unless it is stopped before.`;
}

/** Says what a change lets through that was not let through before. Amounts are in whole tokens. */
export function policyTermsInWords(
  kind: PolicyChangeKind,
  { key, change }: { readonly key: string | null; readonly change: Readonly<Record<string, unknown>> },
  write: PolicyWriting = PLAIN,
): string {
  const text = (name: string): string => textOf(change[name]);
  const network = write.network(text('chainCode'));
  const place = key === null ? '' : ` for the key ${write.name(key)}`;
  switch (kind) {
    case 'withdrawal_limit': {
      const field = LIMIT_FIELDS.find((known) => known === text('field'));
      const limit = field === undefined ? text('field') : LIMITS[field];
      const amount = (name: 'from' | 'to'): string => write.amount(policyLimit(change, name));
      return `${limit}, in ${text('tokenSymbol')} on ${network}, from ${amount('from')} to ${amount('to')}`;
    }
    case 'api_key':
      return `the approval of the key ${write.name(text('name'))} (${text('scopes')})`;
    case 'key_whitelist':
    case 'merchant_whitelist':
      return change['lifted'] !== undefined
        ? `withdrawals to any address${place}`
        : `withdrawals to ${text('address')} on ${network}${place}`;
    case 'approver_address':
      return `the approver's address ${text('address')}`;
    case 'member_role':
      return `the role ${text('role')} of ${text('email')}`;
    default:
      // Only a row that somebody has altered comes here. A new kind needs words of its own.
      kind satisfies never;
      return textOf(change);
  }
}

/** Whoever writes into the database may have put anything there, also what no other column takes. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'something unknown';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

/**
 * Returns the limit before or after a change, in whole tokens with all its digits: no two limits are written alike. A limit
 * that is not there is `none`, and one that somebody has altered stays as it stands.
 */
export function policyLimit(change: Readonly<Record<string, unknown>>, name: 'from' | 'to'): string {
  const { [name]: atomic = null, decimals } = change;
  if (atomic === null) return 'none';
  const isReadable =
    typeof atomic === 'string' &&
    /^\d{1,78}$/.test(atomic) &&
    typeof decimals === 'number' &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= ASSET_DECIMALS_MAX;
  return isReadable ? formatExact(BigInt(atomic), decimals) : textOf(atomic);
}
