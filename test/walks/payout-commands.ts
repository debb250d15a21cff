import fc from 'fast-check';
import { RPC_FAULTS, type RpcFault } from '../helpers/chain/rpc-faults.js';
import type { Fate } from './commands.js';

/** The slow faults. An RPC has one of the others until it is healed. */
const LEFT_OUT: readonly RpcFault[] = ['hangs', 'is slow'];
const FAULTS = RPC_FAULTS.filter((fault) => !LEFT_OUT.includes(fault));

/** The work of a signing worker: it pays withdrawals, or sweeps. */
export type SignerWork = 'pay' | 'sweep';

/** One step of a walk of outgoing money. `invoice` is an index into the walk's invoices, modulo their number. */
export type PayoutCommand =
  /** A customer pays a part of the invoice's amount, in basis points. */
  | {
      readonly do: 'pay';
      readonly invoice: number;
      readonly asset: 'USDC' | 'USDT' | 'ETH';
      readonly partBps: number;
    }
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'reorganise'; readonly depth: number; readonly fates: readonly Fate[] }
  /** The follower reads everything that the RPCs allow. Workflows react to their signals. */
  | { readonly do: 'read' }
  /** The merchant withdraws a part of the available amount, in basis points, and an operator approves. */
  | { readonly do: 'withdraw'; readonly partBps: number }
  | { readonly do: 'refund'; readonly invoice: number }
  /** The operator sends money to the hot wallet. The next sweep moves what is above the ceiling to the cold address. */
  | { readonly do: 'top up'; readonly asset: 'USDC' | 'USDT' | 'ETH' }
  /**
   * Signing workers do this work at the same time. They die after this number of answered requests; null: they finish
   * it.
   */
  | {
      readonly do: 'sign';
      readonly work: readonly SignerWork[];
      readonly diesAfterRequests: number | null;
    }
  | { readonly do: 'spike'; readonly gwei: number }
  /** The mempool drops what our wallets have sent. */
  | { readonly do: 'forget' }
  | { readonly do: 'break'; readonly rpcs: readonly (0 | 1)[]; readonly fault: RpcFault }
  | { readonly do: 'heal' };

export interface PayoutPlan {
  readonly invoices: number;
  readonly commands: readonly PayoutCommand[];
}

type Step = fc.Arbitrary<PayoutCommand>;

function command<T extends PayoutCommand['do']>(
  name: T,
  fields: { [K in keyof Omit<Extract<PayoutCommand, { do: T }>, 'do'>]: fc.Arbitrary<unknown> },
): Step {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as Step;
}

const index = fc.integer({ min: 0, max: 3 });
const pay = command('pay', {
  invoice: index,
  asset: fc.constantFrom('USDC', 'USDC', 'USDC', 'USDT', 'ETH'),
  partBps: fc.constantFrom(5_000, 10_000, 10_000, 10_000, 15_000),
});
const mineSome = command('mine', { blocks: fc.integer({ min: 1, max: 4 }) });
const mineToFinality = command('mine', { blocks: fc.constant(9) });
const read = command('read', {});
const withdraw = command('withdraw', { partBps: fc.constantFrom(1_000, 5_000, 10_000) });
const topUp = command('top up', { asset: fc.constantFrom('USDC', 'USDC', 'USDT', 'ETH') });
const fate = fc.oneof(
  fc.constantFrom<Fate[]>('drop', 'delay'),
  fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<Fate>,
);
const reorganise = command('reorganise', {
  depth: fc.integer({ min: 1, max: 5 }),
  fates: fc.array(fate, { minLength: 1, maxLength: 3 }),
});
const work = fc.constantFrom<SignerWork[][]>(
  ['sweep'],
  ['sweep'],
  ['pay'],
  ['pay', 'sweep'],
  ['sweep', 'sweep'],
  ['pay', 'pay', 'sweep', 'sweep'],
);
const sign = command('sign', { work, diesAfterRequests: fc.constant(null) });
const sweepOnly = command('sign', {
  work: fc.constantFrom<SignerWork[][]>(['sweep'], ['sweep', 'sweep']),
  diesAfterRequests: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
});
const payOnly = command('sign', {
  work: fc.constantFrom<SignerWork[][]>(['pay'], ['pay', 'pay']),
  diesAfterRequests: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
});
const signAndDie = command('sign', { work, diesAfterRequests: fc.integer({ min: 1, max: 40 }) });
const spike = command('spike', { gwei: fc.constantFrom(1, 20, 300, 1_500) });
const wait = command('wait', { seconds: fc.constantFrom(15, 130) });
const forget = command('forget', {});
const breakSome = command('break', {
  rpcs: fc.constantFrom([0], [1], [0, 1]),
  fault: fc.constantFrom(...FAULTS),
});
const heal = command('heal', {});

/** Steps that reveal most in sequence. Each of them may be left out. */
function inTurn(...steps: readonly Step[]): fc.Arbitrary<readonly PayoutCommand[]> {
  const some = steps.map((step) => fc.option(step, { freq: 6 }));
  return fc.tuple(...some).map((taken) => taken.filter((step) => step !== null));
}

const strides: readonly (readonly [weight: number, fc.Arbitrary<readonly PayoutCommand[]>])[] = [
  [4, inTurn(pay, pay, mineToFinality, read, withdraw, sign)],
  [4, inTurn(withdraw, sign, mineSome, read, sign)],
  [3, inTurn(sign, mineSome, read, reorganise, sign)],
  [3, inTurn(signAndDie, mineSome, read, sign)],
  [2, inTurn(spike, sign, wait, mineSome, read, sign)],
  [2, inTurn(sign, forget, wait, mineSome, read, sign)],
  [3, inTurn(topUp, mineSome, sweepOnly, forget, spike, withdraw, payOnly, wait, mineSome, read, payOnly)],
  [2, inTurn(topUp, mineSome, sweepOnly, mineSome, read, reorganise, withdraw, payOnly)],
  [2, inTurn(breakSome, pay, sign, mineSome, sign, heal, read)],
  [2, inTurn(pay, mineSome, reorganise, mineSome, read)],
  [1, inTurn(command('refund', { invoice: index }), sign)],
];

/** Each plan begins with money that can be moved. */
export function payoutPlans(): fc.Arbitrary<PayoutPlan> {
  const stride = fc.oneof(...strides.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const earned = fc.tuple(pay, pay, mineToFinality, read, withdraw);
  return fc
    .record({
      invoices: fc.integer({ min: 1, max: 4 }),
      first: earned,
      then: fc.array(stride, { minLength: 3, maxLength: 7, size: 'max' }),
    })
    .map(({ invoices, first, then }) => ({ invoices, commands: [...first, ...then.flat()] }));
}

/** Describes a plan for people, one step on each line. */
export function describePayouts({ invoices, commands: steps }: PayoutPlan): string {
  return [
    `${invoices} invoices`,
    ...steps.map(({ do: what, ...fields }, i) => `${i + 1}. ${what} ${JSON.stringify(fields)}`),
  ].join('\n');
}
