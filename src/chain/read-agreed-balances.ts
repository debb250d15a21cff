import { decodeBigint, expectSame, toQuantity } from './decode.js';
import { readHeader } from './read-blocks.js';
import type { ChainClient, RpcAnswer, RpcSession } from './rpc.js';
import { RpcError } from './rpc-errors.js';

/** So many RPCs have to say the same, where the chain has several. */
const VOICES_MIN = 2;

export interface AgreedBalances {
  /** In wei, by address; those on which the RPCs don't agree are absent. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** What the RPCs that gave no answer said. */
  readonly failures: readonly { readonly origin: string; readonly message: string }[];
}

/**
 * Native coin that addresses held at the end of a final block, as the chain's RPCs agree. Each is asked for the block
 * with its hash (EIP-1898), or, where it doesn't understand that, by number after a look at the hash. Never rejects for
 * what an RPC does: most nodes have forgotten the state of old blocks.
 */
export async function readAgreedBalances(
  client: ChainClient,
  { addresses, block }: { addresses: readonly string[]; block: { number: number; hash: string } },
): Promise<AgreedBalances> {
  const answers = await client.onEachRpc((rpc) => readBalances(rpc, { addresses, block }));
  const voicesMin = Math.min(VOICES_MIN, answers.length);
  const balances = new Map<string, bigint>();
  for (const [index, address] of addresses.entries()) {
    const agreed = agreedOf(answers, { index, voicesMin });
    if (agreed !== null) balances.set(address, agreed);
  }
  return { balances, failures: answers.flatMap(failureOf) };
}

async function readBalances(
  rpc: RpcSession,
  { addresses, block }: { addresses: readonly string[]; block: { number: number; hash: string } },
): Promise<readonly bigint[]> {
  const readAt = (at: unknown): Promise<readonly bigint[]> =>
    rpc.requestBatch(
      addresses.map((address) => ({ method: 'eth_getBalance', params: [address, at] })),
      (result) => decodeBigint(result, 'eth_getBalance'),
    );
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
