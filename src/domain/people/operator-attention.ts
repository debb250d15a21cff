import { assertNever } from '../core/errors.js';
import type { OperatorScope } from '../merchants/scopes.js';

/** What an operator should look at, the most urgent first, and the scope that dealing with it or seeing it needs. */
const SEEN_BY = {
  chain_halted: 'reports:read',
  chain_mismatch: 'reports:read',
  books_differ: 'reports:read',
  asset_frozen: 'reports:read',
  withdrawal_waits: 'withdrawals:approve',
  withdrawal_to_decide: 'withdrawals:approve',
  deposit_address_altered: 'reports:read',
  rpcs_disagree: 'reports:read',
  chain_behind: 'reports:read',
  gas_low: 'reports:read',
  rpc_aside: 'reports:read',
  reconciliation_late: 'reports:read',
  hot_wallet_full: 'reports:read',
  policy_waits: 'reports:read',
  key_waits: 'keys:approve',
  endpoint_shut: 'reports:read',
  endpoint_fails: 'reports:read',
} as const satisfies Record<string, OperatorScope>;

export type OperatorFactKind = keyof typeof SEEN_BY;
export const OPERATOR_FACT_KINDS = Object.keys(SEEN_BY) as readonly OperatorFactKind[];

/** Something that an operator should look at. */
export interface OperatorFact {
  readonly kind: OperatorFactKind;
  /** What it is about: an id of ours, the code of a chain, the origin of an RPC, the address of a wallet. */
  readonly subjectId: string;
  /** Epoch ms; null: nobody knows since when. */
  readonly sinceMs: number | null;
  readonly merchantId: string | null;
  readonly chainCode: string | null;
  readonly tokenSymbol: string | null;
  /** Base units of the token. */
  readonly amountAtomic: bigint | null;
  /** The name that people know it by: a merchant's, a key's, the role of a wallet. */
  readonly name: string | null;
  /** Why, in words. */
  readonly reason: string | null;
}

/** What most facts leave out. */
export const BARE_FACT = {
  ...{ sinceMs: null, merchantId: null, chainCode: null, tokenSymbol: null },
  ...{ amountAtomic: null, name: null, reason: null },
} as const satisfies Partial<OperatorFact>;

const told = (reason: string | null): string => {
  const text = (reason ?? 'no reason is on record').trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** A reason that comes from elsewhere as a sentence of its own. */
const ended = (reason: string | null): string => {
  const text = told(reason);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/**
 * Says what is the matter, and what to do.
 *
 * @param amount the amount in whole tokens with its symbol.
 */
export function sayToOperator(fact: OperatorFact, amount: string): string {
  const { kind, chainCode, tokenSymbol, subjectId, name, reason } = fact;
  switch (kind) {
    case 'chain_halted':
      return `${chainCode} is halted, and credits nothing. ${ended(reason)} Find out whether it is true, then resume.`;
    case 'chain_mismatch':
      return `${chainCode} is not what CHAINS_FILE says, so nothing is read there. ${ended(reason)}`;
    case 'books_differ':
      return `${ended(reason)} Find out why before anything else of it is paid.`;
    case 'asset_frozen':
      return `Withdrawals of ${tokenSymbol} on ${chainCode} wait. ${ended(reason)} Release them when it is mended.`;
    case 'withdrawal_waits':
      return `${amount} for ${name ?? 'a merchant'} does not leave. ${ended(reason)}`;
    case 'withdrawal_to_decide':
      return `${amount} for ${name ?? 'a merchant'} waits for a decision. ${ended(reason)}`;
    case 'deposit_address_altered':
      return `${ended(reason)} Nobody is shown it. Find out who altered it, and restore it.`;
    case 'rpcs_disagree':
      return `RPCs of ${chainCode} contradict each other: ${told(reason)} Ask an explorer, and take out the one that is wrong.`;
    case 'chain_behind':
      return `${chainCode} was not read to its end lately, so payments are seen late. Look at its RPCs and at the workers.`;
    case 'gas_low':
      return `The ${name ?? ''} wallet on ${chainCode} has ${amount} left for gas. Send coin to it before its transactions wait.`;
    case 'rpc_aside':
      return `${subjectId} is not asked on ${chainCode}: ${told(reason)}`;
    case 'reconciliation_late':
      return `${ended(reason)} Check that workers with the role core run.`;
    case 'hot_wallet_full':
      return `The hot wallet on ${chainCode} holds ${amount} more than its ceiling. The next sweep sends it to the cold address.`;
    case 'policy_waits':
      return `${name ?? 'Somebody'} asked to loosen a policy (${reason ?? ''}). Stop it if nobody knows of it.`;
    case 'key_waits':
      return `The API key "${name ?? ''}" works when an operator has approved it.`;
    case 'endpoint_shut':
      return `${name ?? 'An endpoint'} gets no webhooks any more. ${ended(reason)}`;
    case 'endpoint_fails':
      return `${name ?? 'An endpoint'} has failed every attempt since then.`;
    default:
      return assertNever(kind);
  }
}

/** Says whether an operator with these scopes sees it. */
export function mayOperatorSee(kind: OperatorFactKind, scopes: readonly string[]): boolean {
  return scopes.includes(SEEN_BY[kind]);
}

/** The most urgent kinds first; within a kind, what waits longest. */
export function byUrgency(facts: readonly OperatorFact[]): OperatorFact[] {
  const placeOf = new Map(OPERATOR_FACT_KINDS.map((kind, place) => [kind, place]));
  return [...facts].sort(
    (a, b) =>
      (placeOf.get(a.kind) ?? 0) - (placeOf.get(b.kind) ?? 0) ||
      (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity) ||
      (a.subjectId < b.subjectId ? -1 : 1),
  );
}
