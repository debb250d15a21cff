import { transferCall } from '../../../src/chain/sending/broadcast.js';
import type { MoneyCircuit } from './money-circuit.js';

const THIEF = `0x${'66'.repeat(20)}`;

/** Takes tokens out of the hot wallet, as somebody else with its key could. */
export async function steal(
  { anvil, usdc, hotWalletAddress: from }: MoneyCircuit,
  amountAtomic: bigint,
  thief = THIEF,
): Promise<void> {
  const { to, data } = transferCall({ asset: usdc, to: thief, amountAtomic }) as { to: string; data: string };
  await anvil.rpc('anvil_impersonateAccount', [from]);
  await anvil.rpc('eth_sendTransaction', [{ from, to, data }]);
  await anvil.rpc('anvil_stopImpersonatingAccount', [from]);
}
