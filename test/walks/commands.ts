import fc from 'fast-check';
import { RPC_FAULTS, type RpcFault } from '../helpers/chain/rpc-faults.js';

/** Parts of an invoice's amount, in basis points: less, at the edges of the tolerance, all, more. */
const PARTS_BPS = [1, 4_000, 6_000, 9_949, 9_950, 10_000, 10_050, 10_051, 15_000] as const;

export interface PlannedInvoice {
  readonly ttlSeconds: number;
  readonly toleranceBps: number;
  readonly acceptLate: boolean;
}

/** The faults that an RPC can have until it is healed: all but the slow ones. */
const FAULTS = RPC_FAULTS.filter((fault) => fault !== 'hangs' && fault !== 'is slow');

/** The fate of a transaction whose block is replaced: dropped, back in the mempool, or in the n-th new block. */
export type Fate = 'drop' | 'delay' | number;

/**
 * One step of a walk. `invoice` is an index into the plan's invoices, modulo their number. A step that makes no sense
 * in the current state does nothing.
 */
export type WalkCommand =
  | {
      readonly do: 'pay';
      readonly invoice: number;
      readonly asset: 'USDC' | 'USDT' | 'ETH' | 'look-alike';
      readonly partsBps: readonly number[];
      /** Whether one contract call pays all parts, instead of one transaction for each. */
      readonly together: boolean;
    }
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'wait'; readonly seconds: number }
  /** The fates apply to the transactions of the replaced blocks, in order, and are repeated. */
  | { readonly do: 'reorganise'; readonly depth: number; readonly fates: readonly Fate[] }
  /** The follower gets this many requests answered. Null: as many as it needs to read everything. */
  | { readonly do: 'read'; readonly requests: number | null }
  /** The follower's worker stops in order, or is lost. A lost one may come back after another has taken over. */
  | { readonly do: 'stop' | 'lose' | 'find the lost' }
  | { readonly do: 'break'; readonly rpcs: readonly (0 | 1)[]; readonly fault: RpcFault }
  | { readonly do: 'heal' }
  /** Workflows do what the outbox and their timers ask for, in one worker or in two at once. */
  | { readonly do: 'drain'; readonly workers: 1 | 2 }
  | { readonly do: 'cancel' | 'accept' | 'refund'; readonly invoice: number }
  /** The merchant withdraws all that is available, or an operator rejects all that waits for approval. */
  | { readonly do: 'withdraw' | 'reject' };

export interface WalkPlan {
  readonly invoices: readonly PlannedInvoice[];
  readonly commands: readonly WalkCommand[];
}

const invoice = fc.record<PlannedInvoice>({
  ttlSeconds: fc.constantFrom(10, 30, 60, 86_400),
  toleranceBps: fc.constantFrom(50, 50, 0, 1_000),
  acceptLate: fc.boolean(),
});

const fate = fc.oneof(
  fc.constantFrom<Fate[]>('drop', 'delay'),
  fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<Fate>,
);

const index = fc.integer({ min: 0, max: 2 });
const part = fc.constantFrom(...PARTS_BPS, 10_000, 10_000);

function command<T extends WalkCommand['do']>(
  name: T,
  fields: { [K in keyof Omit<Extract<WalkCommand, { do: T }>, 'do'>]: fc.Arbitrary<unknown> },
): fc.Arbitrary<WalkCommand> {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<WalkCommand>;
}

const pay = command('pay', {
  invoice: index,
  asset: fc.constantFrom('USDC', 'USDC', 'USDC', 'USDC', 'USDT', 'ETH', 'look-alike'),
  partsBps: fc.array(part, { minLength: 1, maxLength: 3 }),
  together: fc.boolean(),
});
const mineSome = command('mine', { blocks: fc.integer({ min: 1, max: 4 }) });
const readAll = command('read', { requests: fc.constant(null) });
const readSome = command('read', { requests: fc.integer({ min: 1, max: 12 }) });
const drain = command('drain', { workers: fc.constantFrom(1, 1, 2) });
const reorganise = command('reorganise', {
  depth: fc.integer({ min: 1, max: 5 }),
  fates: fc.array(fate, { minLength: 1, maxLength: 3 }),
});

/** Steps that reveal most in sequence. Each of them may be left out. */
function inTurn(...steps: readonly fc.Arbitrary<WalkCommand>[]): fc.Arbitrary<readonly WalkCommand[]> {
  const some = steps.map((step) => fc.option(step, { freq: 5 }));
  return fc.tuple(...some).map((taken) => taken.filter((step) => step !== null));
}

const strides: readonly (readonly [weight: number, fc.Arbitrary<readonly WalkCommand[]>])[] = [
  [8, inTurn(pay, mineSome, fc.oneof(readAll, readSome), drain)],
  [5, inTurn(reorganise, mineSome, fc.oneof(readAll, readSome), drain)],
  [2, inTurn(command('wait', { seconds: fc.constantFrom(5, 20, 70) }), mineSome, readAll, drain)],
  [1, inTurn(command('mine', { blocks: fc.constant(25) }))],
  [2, inTurn(readSome)],
  [1, inTurn(command('stop', {}), pay, mineSome, reorganise)],
  [1, inTurn(command('lose', {}), mineSome, command('find the lost', {}))],
  [
    2,
    inTurn(
      command('break', { rpcs: fc.constantFrom([0], [1], [0, 1]), fault: fc.constantFrom(...FAULTS) }),
      pay,
      mineSome,
      fc.oneof(readAll, readSome),
    ),
  ],
  [2, inTurn(command('heal', {}))],
  [1, inTurn(command('cancel', { invoice: index }))],
  [2, inTurn(fc.oneof(command('accept', { invoice: index }), command('refund', { invoice: index })))],
  [2, inTurn(command('withdraw', {}), reorganise)],
  [1, inTurn(command('reject', {}))],
];

/** The bounds of a walk. */
export interface WalkSize {
  readonly maxInvoices: number;
  readonly minStrides: number;
  readonly maxStrides: number;
}

export function walkPlans({ maxInvoices, minStrides, maxStrides }: WalkSize): fc.Arbitrary<WalkPlan> {
  const stride = fc.oneof(...strides.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.record({
    invoices: fc.array(invoice, { minLength: 1, maxLength: maxInvoices }),
    commands: fc
      .array(stride, { minLength: minStrides, maxLength: maxStrides, size: 'max' })
      .map((taken) => taken.flat()),
  });
}

/** Describes a plan for people, one step on each line. */
export function describePlan({ invoices, commands: steps }: WalkPlan): string {
  return [
    ...invoices.map((each, i) => `invoice ${i}: ${JSON.stringify(each)}`),
    ...steps.map(({ do: what, ...fields }, i) => `${i + 1}. ${what} ${JSON.stringify(fields)}`),
  ].join('\n');
}
