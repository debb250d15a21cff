import { describe, expect, it } from '@jest/globals';
import { decodeCoinMoves } from '../../../src/chain/transfers/decode-traces.js';
import type { Block } from '../../../src/chain/blocks/read-blocks.js';
import { RpcAnswerError, RpcBehindError } from '../../../src/chain/rpc/rpc-errors.js';

const WALLET = `0x${'11'.repeat(20)}`;
const CONTRACT = `0x${'22'.repeat(20)}`;
const OTHER = `0x${'33'.repeat(20)}`;
const CUSTOMER = `0x${'44'.repeat(20)}`;
const TX = `0x${'aa'.repeat(32)}`;
const NEXT_TX = `0x${'bb'.repeat(32)}`;
const BLOCK_HASH = `0x${'cc'.repeat(32)}`;

const block: Block = {
  number: 7,
  hash: BLOCK_HASH,
  parentHash: `0x${'dd'.repeat(32)}`,
  timestampMs: 0,
  logsBloom: `0x${'00'.repeat(256)}`,
  transactions: [{ hash: TX, index: 0, from: CUSTOMER, to: CONTRACT, valueAtomic: 9n }],
};

/** One element of an answer to trace_block. */
type Answered = Record<string, unknown>;

function trace(fields: Answered): Answered {
  return {
    blockHash: BLOCK_HASH,
    blockNumber: 7,
    transactionHash: TX,
    transactionPosition: 0,
    traceAddress: [],
    subtraces: 0,
    type: 'call',
    result: { gasUsed: '0x0', output: '0x' },
    ...fields,
  };
}

const action = (from: string, to: string, value: string, callType = 'call') => ({
  from,
  to,
  value,
  callType,
  gas: '0x0',
  input: '0x',
});
const root = (subtraces: number, fields: Answered = {}): Answered =>
  trace({ subtraces, action: action(CUSTOMER, CONTRACT, '0x9'), ...fields });
const call = (traceAddress: number[], to: string, value: string, fields: Answered = {}): Answered =>
  trace({ traceAddress, action: action(CONTRACT, to, value), ...fields });

/** Returns amount, recipient and position of each movement. */
function moves(answer: unknown, of: Block = block): [bigint, string, number][] {
  return decodeCoinMoves(answer, of).map(({ amountAtomic, to, position }) => [amountAtomic, to, position]);
}

describe('native coin that moves inside a transaction', () => {
  const destroyed = { address: CONTRACT, refundAddress: WALLET, balance: '0x5' };
  it.each<[string, Answered[], [bigint, string, number][]]>([
    ["is not the transaction's own value", [root(0)], []],
    ['is a call with a value', [root(1), call([0], WALLET, '0x5')], [[5n, WALLET, -2]]],
    [
      'is each of several calls, numbered in their order',
      [root(2), call([0], WALLET, '0x5'), call([1], OTHER, '0x3')],
      [
        [5n, WALLET, -2],
        [3n, OTHER, -3],
      ],
    ],
    [
      'is numbered by the tree, whatever the order of the answer',
      [
        call([10], OTHER, '0x4'),
        ...Array.from({ length: 10 }, (_, i) => call([i], OTHER, '0x0')),
        call([2, 0], WALLET, '0x5'),
        root(11),
      ],
      [
        [5n, WALLET, -2],
        [4n, OTHER, -3],
      ],
    ],
    [
      'is found in a call within a call',
      [root(1), call([0], OTHER, '0x0', { subtraces: 1 }), call([0, 0], WALLET, '0x5')],
      [[5n, WALLET, -2]],
    ],
    ['does not include a value of zero', [root(1), call([0], WALLET, '0x0')], []],
    ['does not include what a contract sends to itself', [root(1), call([0], CONTRACT, '0x5')], []],
    [
      'does not include a call that failed',
      [root(1), call([0], WALLET, '0x5', { error: 'Reverted', result: null })],
      [],
    ],
    [
      'does not include anything within a call that failed, however deep',
      [
        root(2),
        call([0], OTHER, '0x1', { subtraces: 1, error: 'Reverted' }),
        call([0, 0], OTHER, '0x1', { subtraces: 1 }),
        call([0, 0, 0], WALLET, '0x5'),
        call([1], WALLET, '0x3'),
      ],
      [[3n, WALLET, -2]],
    ],
    [
      'does not include anything in a transaction that failed',
      [root(1, { error: 'Reverted', result: null }), call([0], WALLET, '0x5')],
      [],
    ],
    [
      'does not include calls that run in the place of another',
      ['delegatecall', 'staticcall', 'callcode']
        .map((callType, i) => trace({ traceAddress: [i], action: action(CONTRACT, WALLET, '0x5', callType) }))
        .concat(root(3)),
      [],
    ],
    [
      'includes what a contract was created with',
      [
        root(1),
        trace({
          type: 'create',
          traceAddress: [0],
          action: { from: CONTRACT, value: '0x5', init: '0x', gas: '0x0' },
          result: { address: WALLET, code: '0x', gasUsed: '0x0' },
        }),
      ],
      [[5n, WALLET, -2]],
    ],
    [
      'does not include a creation that failed',
      [
        root(1),
        trace({
          type: 'create',
          traceAddress: [0],
          error: 'Out of gas',
          result: null,
          action: { from: CONTRACT, value: '0x5', init: '0x', gas: '0x0' },
        }),
      ],
      [],
    ],
    [
      'includes what a contract leaves when it is destroyed',
      [root(1), trace({ type: 'suicide', traceAddress: [0], action: destroyed, result: null })],
      [[5n, WALLET, -2]],
    ],
    [
      'does not include what a contract leaves to itself',
      [
        root(1),
        trace({
          type: 'selfdestruct',
          traceAddress: [0],
          result: null,
          action: { ...destroyed, refundAddress: CONTRACT },
        }),
      ],
      [],
    ],
    [
      "does not include a block's reward",
      [
        root(0),
        trace({
          type: 'reward',
          transactionHash: null,
          transactionPosition: null,
          result: null,
          action: { author: WALLET, rewardType: 'block', value: '0x5' },
        }),
      ],
      [],
    ],
  ])('%s', (_, answer, expected) => {
    expect(moves(answer)).toEqual(expected);
  });

  it('is numbered within its transaction, and names it', () => {
    const second = { hash: NEXT_TX, index: 1, from: CUSTOMER, to: OTHER, valueAtomic: 0n };
    const two = { ...block, transactions: [...block.transactions, second] };
    const ofSecond = { transactionHash: NEXT_TX, transactionPosition: 1 };
    const answer = [
      root(1),
      call([0], WALLET, '0x5'),
      trace({ ...ofSecond, subtraces: 1, action: action(CUSTOMER, OTHER, '0x0') }),
      trace({ ...ofSecond, traceAddress: [0], action: action(OTHER, WALLET, '0x3') }),
    ];
    expect(decodeCoinMoves(answer, two)).toMatchObject([
      { transaction: { hash: TX }, from: CONTRACT, amountAtomic: 5n, position: -2 },
      { transaction: { hash: NEXT_TX }, from: OTHER, amountAtomic: 3n, position: -2 },
    ]);
  });

  it('includes the coin with which the transaction itself creates a contract', () => {
    const creating = {
      ...block,
      transactions: [{ hash: TX, index: 0, from: CUSTOMER, to: null, valueAtomic: 9n }],
    };
    const create = { from: CUSTOMER, value: '0x9', init: '0x', gas: '0x0' };
    const answer = [trace({ type: 'create', action: create, result: { address: WALLET } })];
    expect(moves(answer, creating)).toEqual([[9n, WALLET, -2]]);
    expect(() => moves(answer)).toThrow('the type of the outermost trace');
  });
});

describe('an incomplete answer is not accepted', () => {
  const payment = call([0], WALLET, '0x5');
  it.each<[string, unknown]>([
    ['an empty one', []],
    ['without the outermost trace', [payment]],
    ['cut short after the outermost trace', [root(1)]],
    [
      'cut short within a call',
      [root(1), call([0], OTHER, '0x0', { subtraces: 2 }), call([0, 0], OTHER, '0x1')],
    ],
    ['without the call between two others', [root(1), call([0, 0], WALLET, '0x5')]],
    ['with a trace twice', [root(1), payment, payment]],
    [
      'of a transaction that is not in the block',
      [root(0), trace({ transactionHash: NEXT_TX, action: action(OTHER, WALLET, '0x5') })],
    ],
    ["with another value than the transaction's", [trace({ action: action(CUSTOMER, CONTRACT, '0x8') })]],
    ["with another recipient than the transaction's", [trace({ action: action(CUSTOMER, OTHER, '0x9') })]],
    ["with another sender than the transaction's", [trace({ action: action(OTHER, CONTRACT, '0x9') })]],
    ['with an unknown type', [root(1), trace({ type: 'gift', traceAddress: [0], action: {} })]],
    [
      'with an unknown kind of call',
      [root(1), trace({ traceAddress: [0], action: action(CONTRACT, WALLET, '0x5', 'lend') })],
    ],
    [
      'with a negative position',
      [root(1), trace({ traceAddress: [-1], action: action(CONTRACT, WALLET, '0x5') })],
    ],
    ['that is not a list', { traces: [] }],
  ])('%s', (_, answer) => {
    expect(() => decodeCoinMoves(answer, block)).toThrow(RpcAnswerError);
  });

  it.each<[string, unknown]>([
    ['of another block', [root(0, { blockHash: NEXT_TX })]],
    ['about a block that the RPC does not have yet', null],
  ])('an answer %s is from an RPC that lags, or from a chain that was reorganised', (_, answer) => {
    expect(() => decodeCoinMoves(answer, block)).toThrow(RpcBehindError);
  });
});
