import { EMPTY_LOGS, laggingAt, otherChain, type Behaviour, type Rewrite, type Rule } from './rpc-proxy.js';

/** The faults of an RPC, in words. */
export const RPC_FAULTS = [
  'down',
  'cuts the line',
  'loses answers',
  'hangs',
  'is slow',
  'limits the rate',
  'serves another chain',
  'answers no JSON',
  'finds no logs',
  'finds some logs only',
  'finds no receipts',
  'makes up a payment (log and receipt)',
  'lags behind',
  'tells false hashes',
  'tells false parents',
  'tells later times',
  'tells absurd indexes',
  'tells absurd times',
] as const;
export type RpcFault = (typeof RPC_FAULTS)[number];

/**
 * Lies that only another RPC can uncover. One RPC alone tells them: if all RPCs of a chain told the same, it would
 * simply be another chain.
 */
export const LIES_OF_ONE: readonly RpcFault[] = [
  'tells false hashes',
  'tells false parents',
  'tells later times',
  'finds some logs only',
  'makes up a payment (log and receipt)',
];

const RECEIPT_METHODS = ['eth_getTransactionReceipt', 'eth_getBlockReceipts'];
const BLOCK_METHODS = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
const SLOW_MS = 100;
/** The told times are later than the true ones by this. */
export const LATER_MS = 3_600_000;

/** @param height of the chain now. An RPC that lags behind stops at this height. */
export function faultRule(fault: RpcFault, height: number): Rule {
  const always = (behaviour: Behaviour): Rule => ({ behaviour });
  switch (fault) {
    case 'down':
      return always({ kind: 'http', status: 503 });
    case 'cuts the line':
      return always({ kind: 'cut' });
    case 'loses answers':
      return always({ kind: 'lose-answer' });
    case 'hangs':
      return always({ kind: 'hang' });
    case 'is slow':
      return always({ kind: 'delay', delayMs: SLOW_MS });
    case 'limits the rate':
      return always({ kind: 'answer', reply: { error: { code: -32005, message: 'limit exceeded' } } });
    case 'serves another chain':
      return otherChain(1);
    case 'answers no JSON':
      return always({ kind: 'garbage', text: '<html>welcome</html>' });
    case 'finds no logs':
      return EMPTY_LOGS;
    case 'finds some logs only':
      return { methods: ['eth_getLogs'], behaviour: { kind: 'rewrite', rewrite: someLogs } };
    case 'finds no receipts':
      return { methods: RECEIPT_METHODS, behaviour: { kind: 'answer', reply: { result: null } } };
    case 'makes up a payment (log and receipt)':
      return {
        methods: ['eth_getLogs', ...RECEIPT_METHODS],
        behaviour: { kind: 'rewrite', rewrite: madeUpPayments },
      };
    case 'lags behind':
      return laggingAt(height);
    case 'tells false hashes':
      return { methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite: falseHash } };
    case 'tells false parents':
      return { methods: BLOCK_METHODS, behaviour: { kind: 'rewrite', rewrite: falseParent } };
    case 'tells later times':
      return tellingTimes(LATER_MS);
    case 'tells absurd indexes':
      return {
        methods: ['eth_getLogs', ...RECEIPT_METHODS],
        behaviour: { kind: 'rewrite', rewrite: absurdIndexes },
      };
    case 'tells absurd times':
      return { methods: BLOCK_METHODS, behaviour: { kind: 'rewrite', rewrite: absurdTime } };
  }
}

type BlockFields = Readonly<Record<'number' | 'hash' | 'parentHash' | 'timestamp', string>>;

/** Changes fields of each block in an answer. It leaves the answer alone when the node does not have the block. */
export function tellingOfBlock(change: (block: BlockFields) => object): Rewrite {
  return (reply) => {
    if (!('result' in reply) || reply.result === null) return reply;
    const block = reply.result as BlockFields;
    return { result: { ...block, ...change(block) } };
  };
}

/** Returns a false hash; always the same one for the same true hash. */
export const falseFor = (hash: string): string => `0xbad${hash.slice(5)}`;
const falseHash = tellingOfBlock(({ hash }) => ({ hash: falseFor(hash) }));
const falseParent = tellingOfBlock(({ parentHash }) => ({ parentHash: falseFor(parentHash) }));

/**
 * The RPC has its own branch of empty blocks from a height on. They link to one another, and no other node has them.
 */
export function ownBranch(from: number): Rule {
  const tell = tellingOfBlock((block) => {
    const number = Number(block.number);
    if (number < from) return {};
    const parentHash = number > from ? falseFor(block.parentHash) : block.parentHash;
    const empty = { transactions: [], logsBloom: `0x${'00'.repeat(256)}` };
    return { hash: falseFor(block.hash), parentHash, ...empty };
  });
  return { methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite: tell } };
}

/** Leaves out all logs but the last one. */
const someLogs: Rewrite = (reply) =>
  'result' in reply ? { result: (reply.result as readonly unknown[]).slice(-1) } : reply;

interface Log {
  readonly logIndex: string;
  readonly topics: readonly string[];
}
/** Higher than the index of any real log. */
const MADE_UP_LOG_INDEX = 0x10_000;

/** Shows each transfer twice. Logs and receipts agree on it, and the block's bloom does not rule it out. */
const madeUpPayments: Rewrite = (reply, { method }) => {
  if (!('result' in reply) || reply.result === null) return reply;
  const withTwins = (logs: readonly Log[]): readonly Log[] => [
    ...logs,
    ...logs
      .filter(({ topics }) => topics.length === 3)
      .map((log) => ({ ...log, logIndex: `0x${(MADE_UP_LOG_INDEX + Number(log.logIndex)).toString(16)}` })),
  ];
  const inReceipt = (receipt: { readonly logs: readonly Log[] }): object => ({
    ...receipt,
    logs: withTwins(receipt.logs),
  });
  if (method === 'eth_getLogs') return { result: withTwins(reply.result as readonly Log[]) };
  if (method === 'eth_getTransactionReceipt') return { result: inReceipt(reply.result as never) };
  return { result: (reply.result as never[]).map(inReceipt) };
};

/** Shows indexes that no database column can hold. Logs and receipts agree with each other. */
const absurdIndexes: Rewrite = (reply) => {
  if (!('result' in reply)) return reply;
  const result: unknown = JSON.parse(JSON.stringify(reply.result), (key: string, value: unknown) =>
    ['logIndex', 'transactionIndex'].includes(key) ? `0x${(2 ** 31 + Number(value)).toString(16)}` : value,
  );
  return { result };
};

/** A time in about the year 60,000, which JavaScript can still represent. */
const absurdTime = tellingOfBlock(() => ({ timestamp: '0x1a000000000' }));

/** Tells another time for every block, under its true hash. */
export function tellingTimes(byMs: number): Rule {
  const rewrite = tellingOfBlock(({ timestamp }) => {
    const seconds = Math.max(1, Number(timestamp) + byMs / 1_000);
    return { timestamp: `0x${seconds.toString(16)}` };
  });
  return { methods: BLOCK_METHODS, behaviour: { kind: 'rewrite', rewrite } };
}
