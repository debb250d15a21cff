import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { ANVIL_CHAIN_ID, type Anvil } from './anvil.js';

const GWEI = 1_000_000_000n;
const STRANGER = `0x${'88'.repeat(20)}`;

/**
 * Signs a transaction with the key of one of our wallets, and sends it. Our database does not know of it. @returns its
 * hash.
 */
export async function useKeyElsewhere(
  { anvil, signer }: { readonly anvil: Anvil; readonly signer: TransactionSigner },
  nonce: number,
): Promise<string> {
  const { raw, hash } = await signer.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce,
    to: STRANGER,
    valueAtomic: 1n,
    data: '0x',
    gasLimit: 21_000n,
    maxFeePerGasWei: 100n * GWEI,
    maxPriorityFeePerGasWei: 2n * GWEI,
  });
  await anvil.rpc('eth_sendRawTransaction', [raw]);
  return hash;
}
