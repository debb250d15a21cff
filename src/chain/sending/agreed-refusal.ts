import { isRefusedTransfer, type GasCall } from './estimate-gas.js';
import type { ChainClient } from '../rpc/types.js';
import { agreedAmong } from '../agreement/agreed-answer.js';

/**
 * Tells whether the chain refuses a transfer, as its RPCs agree: it reverts, or takes more gas than is paid for. An RPC
 * that does not answer, or can't tell, has no vote.
 */
export async function isRefusedByChain(
  client: ChainClient,
  call: GasCall,
  { mostGas }: { mostGas: bigint | null },
): Promise<boolean> {
  const answers = await client.onEachRpc((rpc) => isRefusedTransfer(rpc, call, { mostGas }), {
    withoutHanging: true,
  });
  return agreedAmong(answers, (refused) => refused) ?? false;
}
