import type { ClaimedTransfer } from '../../../src/chain/transfers/claimed-transfer.js';
import { assert } from '../../../src/domain/core/errors.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { assetsToFind } from './our-transfers.js';

/** A transfer that was found or stored, as far as RPCs can be asked about it. */
export type Claimable = Omit<ClaimedTransfer, 'asset' | 'besidesAtomic'> & {
  readonly tokenSymbol: string;
  /** Of what moved inside a transaction: see `ClaimedTransfer`. */
  readonly besidesAtomic?: bigint;
};

export function claimOf(chain: Chain, transfer: Claimable): ClaimedTransfer {
  const asset = assetsToFind(chain).find(({ tokenSymbol }) => tokenSymbol === transfer.tokenSymbol);
  assert(asset !== undefined, `${transfer.tokenSymbol} is an asset of ${chain.chainCode}`);
  return { besidesAtomic: 0n, ...transfer, asset };
}

/** For the log. */
export function fieldsOf(
  { chainCode }: Chain,
  { transfer, ...said }: { readonly transfer: Claimable; readonly [name: string]: unknown },
): object {
  const { txHash, position, blockNumber: height, tokenSymbol, to } = transfer;
  const amountAtomic = transfer.amountAtomic.toString();
  return { chainCode, height, txHash, position, tokenSymbol, to, amountAtomic, ...said };
}
