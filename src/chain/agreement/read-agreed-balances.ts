import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import { agreedAmong, askAtBlock, type BlockId } from './agreed-answer.js';
import { balanceCall } from '../blocks/read-balance.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';

/** An address and an asset whose balance is read. */
export interface Holding {
  /** Lower-case. */
  readonly address: string;
  readonly asset: Asset;
}

export interface AgreedBalances {
  /** In base units, in the order of the holdings; null where the RPCs don't agree. */
  readonly balances: readonly (bigint | null)[];
  /** The errors of the RPCs that gave no answer. */
  readonly failures: readonly { readonly origin: string; readonly message: string }[];
}

/**
 * Reads the balances of addresses at the end of a final block, as the chain's RPCs agree. Each RPC is asked by the
 * block's hash (EIP-1898). When it refuses that, it is asked by the number, after a comparison of the hash. An RPC's
 * failure never makes it reject: most nodes no longer have the state of old blocks.
 */
export async function readAgreedBalances(
  client: ChainClient,
  { holdings, block }: { holdings: readonly Holding[]; block: BlockId },
): Promise<AgreedBalances> {
  const answers = await client.onEachRpc((rpc) => readBalances(rpc, { holdings, block }), {
    withoutHanging: true,
  });
  return {
    balances: holdings.map((_, index) => agreedAmong(answers, (balances) => balances[index])),
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
  return askAtBlock(rpc, block, readAt);
}

function failureOf(
  answer: RpcAnswer<unknown>,
): readonly { readonly origin: string; readonly message: string }[] {
  if (answer.ok) return [];
  const message = answer.error instanceof Error ? answer.error.message : String(answer.error);
  return [{ origin: answer.origin, message }];
}
