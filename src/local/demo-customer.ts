import type { Chain } from '../domain/core/asset.js';
import { QuittanceError } from '../domain/core/errors.js';
import { LOCAL_CHAIN } from './local-chain.js';

/**
 * Returns the customer of local mode. It pays from an unlocked account of the local chain, and on no other chain.
 *
 * @returns `pay`, which throws QuittanceError `unsupported_asset` where the coin is not one of the local chain.
 */
export function createDemoCustomer(chains: readonly Chain[]): {
  pay(payment: {
    readonly asset: { readonly chainCode: string; readonly tokenSymbol: string };
    readonly to: string;
    readonly amountAtomic: bigint;
  }): Promise<void>;
} {
  return {
    async pay({ asset: { chainCode, tokenSymbol }, to, amountAtomic }) {
      const chain = chains.find((one) => one.chainCode === chainCode && one.chainId === LOCAL_CHAIN.chainId);
      const asset = chain?.assets.find((one) => one.tokenSymbol === tokenSymbol);
      if (chain === undefined || asset === undefined)
        throw new QuittanceError('unsupported_asset', 'The demo customer pays on the local chain only.');
      // It is loaded with the first payment. The API's process sends no other transactions.
      const { playCustomer } = await import('./customer.js');
      await playCustomer({ chain, asset, to, amountAtomic, from: null, afterMs: null });
    },
  };
}
