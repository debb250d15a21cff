import type { Anvil } from './anvil.js';

/**
 * Puts a contract wallet (ERC-1271) at an address. It accepts one hash, whatever the signature: its code answers
 * `(first argument == slot 0) * magic << 224`.
 */
export async function putContractWallet(
  { rpc }: Pick<Anvil, 'rpc'>,
  { address, accepts }: { readonly address: string; readonly accepts: string },
): Promise<void> {
  await rpc('anvil_setCode', [address, '0x6004355f5414631626ba7e0260e01b5f5260205ff3']);
  await rpc('anvil_setStorageAt', [address, `0x${'0'.repeat(64)}`, accepts]);
}
