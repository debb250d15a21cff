import { gasAsset, type Chain } from '../core/asset.js';
import { assertNever } from '../core/errors.js';
import { formatCrypto, formatExact } from '../core/money.js';
import { asSentence } from '../core/as-sentence.js';
import type { OperatorScope } from '../merchants/scopes.js';
import type { WaitCode } from '../withdrawals/withdrawal-waits.js';

/**
 * The kinds of problems that an operator should look at, the most urgent first, each with the scope that is needed to
 * see it.
 */
const SEEN_BY = {
  coins_left: 'reports:read',
  chain_halted: 'reports:read',
  chain_mismatch: 'reports:read',
  chain_unreachable: 'reports:read',
  books_differ: 'reports:read',
  asset_frozen: 'reports:read',
  withdrawal_waits: 'reports:read',
  signer_silent: 'reports:read',
  withdrawal_to_decide: 'reports:read',
  deposit_address_altered: 'reports:read',
  event_body_altered: 'reports:read',
  notices_fail: 'reports:read',
  rpcs_disagree: 'reports:read',
  chain_behind: 'reports:read',
  one_rpc_left: 'reports:read',
  gas_low: 'reports:read',
  rpc_quarantined: 'reports:read',
  reconciliation_late: 'reports:read',
  hot_wallet_full: 'reports:read',
  policy_waits: 'reports:read',
  key_waits: 'keys:approve',
  endpoint_shut: 'reports:read',
  endpoint_fails: 'reports:read',
} as const satisfies Record<string, OperatorScope>;

export type OperatorFactKind = keyof typeof SEEN_BY;
export const OPERATOR_FACT_KINDS = Object.keys(SEEN_BY) as readonly OperatorFactKind[];

/** A problem that an operator should look at. */
export interface OperatorFact {
  readonly kind: OperatorFactKind;
  /** The object of the problem: an id of ours, the code of a chain, the origin of an RPC, the address of a wallet. */
  readonly subjectId: string;
  /** Epoch ms; null: nobody knows since when. */
  readonly sinceMs: number | null;
  readonly merchantId: string | null;
  readonly chainCode: string | null;
  readonly tokenSymbol: string | null;
  /** Base units of the token. */
  readonly amountAtomic: bigint | null;
  /** The name of the object for people: a merchant's name, a key's name, the role of a wallet. */
  readonly name: string | null;
  /** The reason, in words. */
  readonly reason: string | null;
  /** The remedy, in sentences, where it does not follow from the kind alone. */
  readonly remedy: string | null;
  /** The code of the reason for which a withdrawal waits. */
  readonly waitCode: WaitCode | null;
}

/** The fields that most facts do not have. */
export const BARE_FACT = {
  sinceMs: null,
  merchantId: null,
  chainCode: null,
  tokenSymbol: null,
  amountAtomic: null,
  name: null,
  reason: null,
  remedy: null,
  waitCode: null,
} as const satisfies Partial<OperatorFact>;

/** Returns a reason that somebody else wrote, as a sentence of its own. */
const ended = (reason: string | null): string => {
  const text = asSentence(reason);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** The text about a fact for operators. */
export interface OperatorWords {
  /** The problem, in sentences. */
  readonly what: string;
  /** The remedy, in sentences. Empty when the description or the button beside it already says it. */
  readonly todo: string;
}

const ALTERED = 'Find out who altered it, and restore it.';

/** Describes the problems of a chain and its RPCs. */
type ChainFactKind = Extract<
  OperatorFactKind,
  | 'chain_halted'
  | 'chain_mismatch'
  | 'chain_unreachable'
  | 'rpcs_disagree'
  | 'chain_behind'
  | 'one_rpc_left'
  | 'rpc_quarantined'
>;

function sayOfChain(
  kind: ChainFactKind,
  { chainCode, subjectId, name, reason, remedy }: OperatorFact,
): OperatorWords {
  switch (kind) {
    case 'chain_halted': {
      const what = `${chainCode} is halted, and credits nothing. ${ended(reason)}`;
      return { what, todo: 'Find out whether it is true, then resume.' };
    }
    case 'chain_mismatch': {
      const what = `${chainCode} is not what CHAINS_FILE says, so nothing is read there. ${ended(reason)}`;
      return { what, todo: 'Correct the file or its RPCs, then restart API and workers.' };
    }
    case 'chain_unreachable': {
      const what = `${ended(reason)} Nothing is read, credited or sent there until one does.`;
      return {
        what,
        todo: 'Ask their providers, or put others into CHAINS_FILE and restart API and workers.',
      };
    }
    case 'rpcs_disagree': {
      const what = `RPCs of ${chainCode} contradict each other: ${asSentence(reason)}`;
      return { what, todo: 'Ask an explorer, and take out the one that is wrong.' };
    }
    case 'chain_behind': {
      const what = `${chainCode} was not read to its end lately, so payments are seen late.`;
      return {
        what: reason === null ? what : `${what} ${asSentence(reason)}`,
        todo: remedy ?? 'Look at its RPCs and at the workers.',
      };
    }
    case 'one_rpc_left': {
      const what = `Only ${name ?? 'one RPC'} answers on ${chainCode}: payments soon count by its word alone.`;
      return {
        what: reason === null ? what : `${what} ${asSentence(reason)}`,
        todo: 'Compare large ones with an explorer, and put another RPC into CHAINS_FILE.',
      };
    }
    case 'rpc_quarantined':
      return { what: `${subjectId} is not asked on ${chainCode}: ${asSentence(reason)}`, todo: '' };
    default:
      return assertNever(kind);
  }
}

function sayCoinsLeft({ chainCode, reason }: OperatorFact): OperatorWords {
  const first =
    'Leave it frozen; stop the signing worker; move the rest of the coins to another wallet, on every chain of this one.';
  return {
    what: `Coins left our wallet on ${chainCode}, and nothing here has signed that.`,
    todo: `${first} ${ended(reason)} Release it only if that was signed before a restore of the database.`,
  };
}

/**
 * Describes the problem, and says what to do.
 *
 * @param amount the amount in whole tokens with its symbol.
 */
export function sayToOperator(fact: OperatorFact, amount: string): OperatorWords {
  const { kind, chainCode, tokenSymbol, name, reason } = fact;
  switch (kind) {
    case 'chain_halted':
    case 'chain_mismatch':
    case 'chain_unreachable':
    case 'rpcs_disagree':
    case 'chain_behind':
    case 'one_rpc_left':
    case 'rpc_quarantined':
      return sayOfChain(kind, fact);
    case 'books_differ':
      return { what: ended(reason), todo: fact.remedy ?? '' };
    case 'coins_left':
      return sayCoinsLeft(fact);
    case 'asset_frozen': {
      const what = `${tokenSymbol} on ${chainCode} is frozen, so its withdrawals wait. ${ended(reason)}`;
      return { what, todo: 'Find out why, then release it.' };
    }
    case 'withdrawal_waits':
      return { what: `${amount} for ${name ?? 'a merchant'} does not leave. ${ended(reason)}`, todo: '' };
    case 'signer_silent': {
      const what = `No signing worker has looked at approved withdrawals on ${chainCode} for more than five minutes (so far ${reason ?? 'one'}).`;
      return { what, todo: 'Check that a worker with the role signer runs.' };
    }
    case 'withdrawal_to_decide': {
      const what = `${amount} for ${name ?? 'a merchant'} waits for a decision. ${ended(reason)}`;
      return { what, todo: '' };
    }
    case 'deposit_address_altered':
      return { what: `${ended(reason)} Nobody is shown it.`, todo: ALTERED };
    case 'event_body_altered': {
      const what = `${name ?? 'A webhook'} is not sent: the body of its event was altered in the database.`;
      return { what, todo: ALTERED };
    }
    case 'notices_fail': {
      const what = `A receiver of NOTIFY_URLS does not take what operators are told: ${reason ?? 'some of the notices'}.`;
      return {
        what,
        todo: 'The log of the workers has its host and why. Correct NOTIFY_URLS, and restart the workers.',
      };
    }
    case 'gas_low': {
      const what = `The ${name ?? ''} wallet on ${chainCode} has ${amount} left for gas.`;
      return { what, todo: 'Send coin to it before its transactions wait.' };
    }
    case 'reconciliation_late':
      return { what: ended(reason), todo: 'Check that workers with the role core run.' };
    case 'hot_wallet_full': {
      const todo =
        'The sweep sends it to the cold address. If it stays, look at SIGNER_LIMITS, gas and the sweep.';
      return { what: `The hot wallet on ${chainCode} holds ${amount} more than its ceiling.`, todo };
    }
    case 'policy_waits': {
      const what = `${name ?? 'Somebody'} asked to loosen a policy ${asSentence(reason)}`;
      return { what, todo: 'If nobody knows of it, it has to be stopped.' };
    }
    case 'key_waits':
      return { what: `The API key ${name ?? ''} works when an operator has approved it.`, todo: '' };
    case 'endpoint_shut':
      return { what: `${name ?? 'An endpoint'} gets no webhooks any more. ${ended(reason)}`, todo: '' };
    case 'endpoint_fails':
      return { what: `${name ?? 'An endpoint'} has failed every attempt since then.`, todo: '' };
    default:
      return assertNever(kind);
  }
}

/** Writes a fact's amount in whole tokens. Null: it has none, or its asset is not in these chains. */
export function amountOfFact(
  { amountAtomic, chainCode, tokenSymbol }: OperatorFact,
  chains: ReadonlyMap<string, Chain>,
  write: (atomic: bigint, decimals: number) => string = formatCrypto,
): string | null {
  const chain = chains.get(chainCode ?? '');
  if (amountAtomic === null || chain === undefined) return null;
  const asset = [...chain.assets, gasAsset(chain)].find((one) => one.tokenSymbol === tokenSymbol);
  return asset === undefined ? null : write(amountAtomic, asset.decimals);
}

/** Returns a fact's exact amount, to be used in a sentence. */
export function amountInWords(fact: OperatorFact, chains: ReadonlyMap<string, Chain>): string {
  return `${amountOfFact(fact, chains, formatExact) ?? 'An amount'} ${fact.tokenSymbol ?? ''}`.trim();
}

/** Says whether an operator with these scopes sees the problem. */
export function mayOperatorSee(kind: OperatorFactKind, scopes: readonly string[]): boolean {
  return scopes.includes(SEEN_BY[kind]);
}

/** Sorts the most urgent kinds first; within a kind, the longest wait first. */
export function byUrgency(facts: readonly OperatorFact[]): OperatorFact[] {
  const placeOf = new Map(OPERATOR_FACT_KINDS.map((kind, place) => [kind, place]));
  return [...facts].sort(
    (a, b) =>
      (placeOf.get(a.kind) ?? 0) - (placeOf.get(b.kind) ?? 0) ||
      (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity) ||
      (a.subjectId < b.subjectId ? -1 : 1),
  );
}
