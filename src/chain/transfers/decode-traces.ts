import {
  decodeAddress,
  decodeArray,
  decodeBigint,
  decodeHash,
  decodeObject,
  expectSame,
  type JsonFields,
} from '../rpc/decode.js';
import type { Block, BlockTransaction } from '../blocks/read-blocks.js';
import { RpcAnswerError, RpcBehindError } from '../rpc/rpc-errors.js';
import type { LoggedTransfer } from './transfer-log.js';

/** Native coin that moved inside a transaction. */
export interface CoinMove extends LoggedTransfer {
  readonly transaction: BlockTransaction;
  /** −2 for the first movement in its transaction, −3 for the next one, in the order of the calls. */
  readonly position: number;
}

/** The position of the first movement inside a transaction; −1 is the transaction's own value. */
const FIRST_INSIDE_POSITION = -2;

/** One call, creation or destruction of a contract. */
interface Trace {
  /** Its path in the tree of calls: empty for the transaction's own, `[1, 0]` for the first call of its second call. */
  readonly path: readonly number[];
  /** How many calls it made itself. */
  readonly childCount: number;
  /** True when it failed itself. The calls around it may have failed as well. */
  readonly failed: boolean;
  readonly type: 'call' | 'create' | 'destroy';
  /** Null when no coin moved, since the call ran another contract's code as its own (`delegatecall` and the like). */
  readonly transfer: (Omit<LoggedTransfer, 'to'> & { readonly to: string | null }) | null;
}

/**
 * Reads an answer to `trace_block`, in the format of OpenEthereum, which Erigon, Nethermind, reth and anvil share.
 * Returns the native coin that moved inside the block's transactions and was not moved back by a failure: a failed call
 * undoes all the calls inside it. Zero amounts, and coin that a contract sends to itself, are ignored.
 *
 * The answer must be complete. Each transaction of the block needs its outermost trace, which must agree with the
 * transaction. Each trace that took effect needs as many calls as it counts.
 *
 * @throws RpcAnswerError when the answer is not complete; RpcBehindError when it is of another block.
 */
export function decodeCoinMoves(result: unknown, block: Block): readonly CoinMove[] {
  if (result === null) throw new RpcBehindError(`the traces of block ${block.number} are not known`);
  const byHash = new Map(block.transactions.map((transaction) => [transaction.hash, transaction]));
  const traces = new Map<BlockTransaction, Trace[]>();
  for (const value of decodeArray(result, 'the traces')) {
    const fields = decodeObject(value, 'trace');
    checkBlock(fields, block);
    if (fields['type'] === 'reward') continue;
    const hash = decodeHash(fields['transactionHash'], 'trace.transactionHash');
    const transaction = byHash.get(hash);
    if (transaction === undefined) throw new RpcAnswerError(`traces of ${hash}, which is not in its block`);
    const same = traces.get(transaction);
    if (same === undefined) traces.set(transaction, [decodeTrace(fields)]);
    else same.push(decodeTrace(fields));
  }
  return block.transactions.flatMap((transaction) => movesOf(transaction, traces.get(transaction) ?? []));
}

function checkBlock(trace: JsonFields, block: Block): void {
  const hash = decodeHash(trace['blockHash'], 'trace.blockHash');
  if (hash === block.hash) return;
  throw new RpcBehindError(`the traces of block ${block.number} belong to ${hash}, not to ${block.hash}`);
}

function decodeTrace(fields: JsonFields): Trace {
  const error = fields['error'];
  const failed = error !== undefined && error !== null && error !== '';
  const path = decodeArray(fields['traceAddress'], 'trace.traceAddress').map((index) =>
    decodeCount(index, 'trace.traceAddress'),
  );
  const childCount = decodeCount(fields['subtraces'], 'trace.subtraces');
  return { path, childCount, failed, ...decodeAction(fields, failed) };
}

function decodeAction(fields: JsonFields, failed: boolean): Pick<Trace, 'type' | 'transfer'> {
  const action = decodeObject(fields['action'], 'trace.action');
  const type = fields['type'];
  switch (type) {
    case 'call': {
      const transfer = {
        from: decodeAddress(action['from'], 'trace.action.from'),
        to: decodeAddress(action['to'], 'trace.action.to'),
        amountAtomic: decodeBigint(action['value'], 'trace.action.value'),
      };
      // The other call types show the value of the call around them, and move nothing.
      return { type, transfer: decodeCallType(action) === 'call' ? transfer : null };
    }
    case 'create': {
      const from = decodeAddress(action['from'], 'trace.action.from');
      const amountAtomic = decodeBigint(action['value'], 'trace.action.value');
      return { type, transfer: { from, amountAtomic, to: failed ? null : decodeCreated(fields) } };
    }
    case 'suicide':
    case 'selfdestruct': {
      const from = decodeAddress(action['address'], 'trace.action.address');
      const to = decodeAddress(action['refundAddress'], 'trace.action.refundAddress');
      const amountAtomic = decodeBigint(action['balance'], 'trace.action.balance');
      return { type: 'destroy', transfer: { from, to, amountAtomic } };
    }
    default:
      throw new RpcAnswerError(
        `a trace of the unknown type ${String(type)} was answered, which may move coin`,
      );
  }
}

const CALL_TYPES: readonly unknown[] = ['call', 'callcode', 'delegatecall', 'staticcall'];

function decodeCallType(action: JsonFields): string {
  const callType = action['callType'];
  if (!CALL_TYPES.includes(callType))
    throw new RpcAnswerError(`trace.action.callType was answered as ${String(callType)}`);
  return String(callType);
}

function decodeCreated(fields: JsonFields): string {
  const result = fields['result'] ?? {};
  return decodeAddress((result as JsonFields)['address'], 'trace.result.address');
}

function decodeCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new RpcAnswerError(`${what} was answered as ${String(value)}`);
  return value;
}

function movesOf(transaction: BlockTransaction, traces: readonly Trace[]): readonly CoinMove[] {
  const inOrder = [...traces].sort((a, b) => comparePaths(a.path, b.path));
  const effective = effectiveTraces(transaction, inOrder);
  const moves: CoinMove[] = [];
  for (const { path, type, transfer } of effective) {
    const isOwnValue = path.length === 0 && type === 'call';
    if (transfer === null || transfer.to === null || isOwnValue) continue;
    const { from, to, amountAtomic } = transfer;
    if (amountAtomic === 0n || from === to) continue;
    moves.push({ transaction, from, to, amountAtomic, position: FIRST_INSIDE_POSITION - moves.length });
  }
  return moves;
}

/**
 * Returns the traces that took effect: neither the trace nor a call around it failed. Also checks that no trace is left
 * out.
 */
function effectiveTraces(transaction: BlockTransaction, inOrder: readonly Trace[]): readonly Trace[] {
  const [root] = inOrder;
  if (root?.path.length !== 0) throw leftOut(transaction);
  checkRoot(transaction, root);
  const known = new Map<string, { trace: Trace; failed: boolean; children: number }>();
  for (const trace of inOrder) {
    const key = trace.path.join('/');
    const parent = known.get(trace.path.slice(0, -1).join('/'));
    const isRoot = trace === root;
    if (known.has(key) || (!isRoot && parent === undefined)) throw leftOut(transaction);
    if (!isRoot && parent !== undefined) parent.children += 1;
    known.set(key, { trace, children: 0, failed: trace.failed || (!isRoot && parent?.failed === true) });
  }
  const effective = [...known.values()].filter(({ failed }) => !failed);
  if (effective.some(({ trace, children }) => children < trace.childCount)) throw leftOut(transaction);
  return effective.map(({ trace }) => trace);
}

function checkRoot(transaction: BlockTransaction, root: Trace): void {
  const { from, to, valueAtomic, hash } = transaction;
  const what = `of the outermost trace of ${hash}`;
  expectSame(root.type, { expected: to === null ? 'create' : 'call', what: `the type ${what}` });
  expectSame(root.transfer?.from, { expected: from, what: `the sender ${what}` });
  expectSame(root.transfer?.amountAtomic, { expected: valueAtomic, what: `the value ${what}` });
  if (to !== null) expectSame(root.transfer?.to, { expected: to, what: `the recipient ${what}` });
}

function leftOut({ hash }: BlockTransaction): RpcAnswerError {
  return new RpcAnswerError(`the traces leave out some of ${hash}, so that a payment could be missed`);
}

/** Sorts a call before the calls that it makes, and these in their order. */
function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (const [depth, index] of a.entries()) {
    const other = b[depth];
    if (other === undefined) return 1;
    if (index !== other) return index - other;
  }
  return a.length - b.length;
}
