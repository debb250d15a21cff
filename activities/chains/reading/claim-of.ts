import type { ClaimedTransfer } from '../../../src/chain/transfers/claimed-transfer.js';
import { assert } from '../../../src/domain/core/errors.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { assetsToFind } from './our-transfers.js';

/** A found or stored transfer, with the fields that RPCs can be asked about. */
export type Claimable = Omit<ClaimedTransfer, 'asset' | 'besidesAtomic'> & {
  readonly tokenSymbol: string;
  /** For coin that moved inside a transaction: see `ClaimedTransfer`. */
  readonly besidesAtomic?: bigint;
};

/** Returns the claim about which RPCs are asked. */
export function claimOf(chain: Chain, transfer: Claimable): ClaimedTransfer {
  const asset = assetsToFind(chain).find(({ tokenSymbol }) => tokenSymbol === transfer.tokenSymbol);
  assert(asset !== undefined, `${transfer.tokenSymbol} is an asset of ${chain.chainCode}`);
  return { besidesAtomic: 0n, ...transfer, asset };
}

/** Returns the log fields of a transfer, and the given other fields. */
export function logFieldsOf(
  { chainCode }: Chain,
  { transfer, ...others }: { readonly transfer: Claimable; readonly [name: string]: unknown },
): object {
  const { txHash, position, blockNumber: height, tokenSymbol, to } = transfer;
  const amountAtomic = transfer.amountAtomic.toString();
  return { chainCode, height, txHash, position, tokenSymbol, to, amountAtomic, ...others };
}
