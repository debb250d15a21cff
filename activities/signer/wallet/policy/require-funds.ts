import type { Fees } from '../../../../src/chain/sending/fees.js';
import type { Transaction } from '../../../../src/db/core/database.js';
import { listCommitments } from '../../../../src/db/wallets/sent-transactions.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../../src/domain/core/money.js';
import { committedWei } from '../../../../src/domain/wallets/commitments.js';
import { NotYet } from '../../../withdrawals/not-yet.js';
import type { SigningDependencies } from '../signed-withdrawal.js';

/** @throws NotYet `no_tokens` */
export function requireTokens(
  asset: Asset,
  { spareAtomic, neededAtomic }: { spareAtomic: bigint; neededAtomic: bigint },
): void {
  if (spareAtomic >= neededAtomic) return;
  const has = formatCrypto(spareAtomic < 0n ? 0n : spareAtomic, asset.decimals);
  throw new NotYet(
    'no_tokens',
    `the hot wallet has ${has} ${asset.tokenSymbol} to spare and ${formatCrypto(neededAtomic, asset.decimals)} are to be sent; top it up`,
  );
}

/** @throws NotYet `no_gas` */
export function requireGas(
  native: Asset,
  { spareWei, neededWei, who = 'the hot wallet' }: { spareWei: bigint; neededWei: bigint; who?: string },
): void {
  if (spareWei >= neededWei) return;
  const missing = formatCrypto(neededWei - spareWei, native.decimals);
  throw new NotYet('no_gas', `${who} lacks ${missing} ${native.tokenSymbol} for gas; top it up`);
}

/**
 * Requires that a wallet can pay for a transaction, besides all other signed transactions that may still be mined. Only
 * one transaction of a nonce is mined, so the others with the same nonce do not count.
 *
 * @throws NotYet `no_gas`
 */
export async function requireGasBesideOthers(
  trx: Transaction,
  { hotWallet }: Pick<SigningDependencies, 'hotWallet'>,
  {
    native,
    wallet: { chainCode, address },
    nonce,
    balanceWei,
    neededWei,
  }: {
    native: Asset;
    wallet: { chainCode: string; address: string };
    nonce: number;
    balanceWei: bigint;
    neededWei: bigint;
  },
): Promise<void> {
  const all = await listCommitments(trx, { chainCode, address });
  const others = committedWei(all.filter((commitment) => commitment.nonce !== nonce));
  const who = address === hotWallet.address ? 'the hot wallet' : address;
  requireGas(native, { spareWei: balanceWei - others, neededWei, who });
}

/** @param because another reason that stops the transaction, in words that go before. @throws NotYet `fees_too_high` */
export function requireFeesWithinCap({ baseFeePerGasWei, maxFeePerGasWei }: Fees, because = ''): void {
  if (baseFeePerGasWei <= maxFeePerGasWei) return;
  throw new NotYet(
    'fees_too_high',
    `${because}the base fee of the chain is above maxFeePerGasGwei; waits until it falls`,
  );
}
