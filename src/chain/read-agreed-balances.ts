import type { Asset } from '../domain/asset.js';
import { assert } from '../domain/errors.js';
import { expectSame, toQuantity } from './decode.js';
import { balanceCall } from './read-balance.js';
import { readHeader } from './read-blocks.js';
import type { ChainClient, RpcAnswer, RpcSession } from './rpc.js';
import { RpcError } from './rpc-errors.js';

/** So many RPCs have to say the same, where the chain has several. */
const VOICES_MIN = 2;

/** Whose balance, and of what. */
export interface Holding {
  /** Lower-case. */
  readonly address: string;
  readonly asset: Asset;
}

export interface AgreedBalances {
  /** In base units, in the order of what was asked; null where the RPCs don't agree. */
  readonly balances: readonly (bigint | null)[];
  /** What the RPCs that gave no answer said. */
  readonly failures: readonly { readonly origin: string; readonly message: string }[];
}

/** A block as it is known here. */
interface BlockId {
  readonly number: number;
  readonly hash: string;
}

/**
 * What addresses held at the end of a final block, as the chain's RPCs agree. Each is asked for the block with its hash
 * (EIP-1898), or, where it doesn't understand that, by number after a look at the hash. Never rejects for what an RPC
 * does: most nodes have forgotten the state of old blocks.
 */
export async function readAgreedBalances(
  client: ChainClient,
  { holdings, block }: { holdings: readonly Holding[]; block: BlockId },
): Promise<AgreedBalances> {
  const answers = await client.onEachRpc((rpc) => readBalances(rpc, { holdings, block }), {
    withoutHanging: true,
  });
  const voicesMin = Math.min(VOICES_MIN, answers.length);
  return {
    balances: holdings.map((_, index) => agreedOf(answers, { index, voicesMin })),
    failures: answers.flatMap(failureOf),
  };
}

async function readBalances(
  rpc: RpcSession,
  { holdings, block }: { holdings: readonly Holding[]; block: BlockId },
): Promise<readonly bigint[]> {
  const readAt = (at: unknown): Promise<readonly bigint[]> => {
    const calls = holdings.map((holding) => balanceCall(holding, at));
    return rpc.requestBatch(calls, (result, index) => {
      const call = calls[index];
      assert(call !== undefined, 'each call has its answer');
      return call.decode(result);
    });
  };
  try {
    return await readAt({ blockHash: block.hash });
  } catch (error) {
    // In as many words as there are kinds of nodes: the block is unknown, its state is gone, or the form is.
    if (!(error instanceof RpcError)) throw error;
  }
  const { hash } = await readHeader(rpc, block.number);
  expectSame(hash, { expected: block.hash, what: `the hash of the final block ${block.number}` });
  return readAt(toQuantity(block.number));
}

function agreedOf(
  answers: readonly RpcAnswer<readonly bigint[]>[],
  { index, voicesMin }: { index: number; voicesMin: number },
): bigint | null {
  const voices = new Map<bigint, number>();
  for (const answer of answers) {
    const balance = answer.ok && !answer.aside ? answer.value[index] : undefined;
    if (balance !== undefined) voices.set(balance, (voices.get(balance) ?? 0) + 1);
  }
  const [[first, count] = [null, 0], [, next] = [null, 0]] = [...voices].sort(([, a], [, b]) => b - a);
  return count >= voicesMin && count > next ? first : null;
}

function failureOf(
  answer: RpcAnswer<unknown>,
): readonly { readonly origin: string; readonly message: string }[] {
  if (answer.ok) return [];
  const message = answer.error instanceof Error ? answer.error.message : String(answer.error);
  return [{ origin: answer.origin, message }];
}
