import type { PayoutCircuit } from './payout-circuit.js';

/**
 * Mines a block in which the circuit's token has this code.
 *
 * @returns a function that gives the token its own code again. The token already has its own code after the block.
 *   Only an undone block brings the other code back.
 */
export async function mineWithCode(circuit: PayoutCircuit, code: string): Promise<() => Promise<unknown>> {
  const { anvil, usdc } = circuit;
  const own = await anvil.rpc<string>('eth_getCode', [usdc.address, 'latest']);
  const restore = (): Promise<unknown> => anvil.rpc('anvil_setCode', [usdc.address, own]);
  await anvil.rpc('anvil_setCode', [usdc.address, code]);
  await circuit.mineAndRead(1);
  await restore();
  return restore;
}
