import type { Spendable } from '../../../../src/chain/agreement/read-spendable.js';
import type { Fees } from '../../../../src/chain/sending/fees.js';
import type { Transaction } from '../../../../src/db/core/database.js';
import { listCommitments } from '../../../../src/db/wallets/sent-transactions.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../../src/domain/core/money.js';
import { committedWei } from '../../../../src/domain/wallets/commitments.js';
import { NotYet } from '../../../withdrawals/not-yet.js';
import type { SigningDependencies } from '../signed-withdrawal.js';

/** Says that a wallet has too little: `unread` when the RPCs differ about it, because then coins may not help. */
export function lacking(
  code: 'no_tokens' | 'no_gas',
  words: string,
  { differs }: Pick<Spendable, 'differs'>,
): NotYet {
  return differs
    ? new NotYet(
        'unread',
        `the RPCs differ about what the wallet has, and by the lowest answer ${words}; waits until two of them agree`,
      )
    : new NotYet(code, `${words}; top it up`);
}

/** @throws NotYet `no_tokens`, or `unread` when the RPCs differ. */
export function requireTokens(
  asset: Asset,
  { spareAtomic, neededAtomic, differs }: { spareAtomic: bigint; neededAtomic: bigint; differs: boolean },
): void {
  if (spareAtomic >= neededAtomic) return;
  const has = formatCrypto(spareAtomic < 0n ? 0n : spareAtomic, asset.decimals);
  throw lacking(
    'no_tokens',
    `the hot wallet has ${has} ${asset.tokenSymbol} to spare and ${formatCrypto(neededAtomic, asset.decimals)} are to be sent`,
    { differs },
  );
}

/** @throws NotYet `no_gas`, or `unread` when the RPCs differ. */
export function requireGas(
  native: Asset,
  {
    spareWei,
    neededWei,
    differs,
    who = 'the hot wallet',
  }: { spareWei: bigint; neededWei: bigint; differs: boolean; who?: string },
): void {
  if (spareWei >= neededWei) return;
  const missing = formatCrypto(neededWei - spareWei, native.decimals);
  throw lacking('no_gas', `${who} lacks ${missing} ${native.tokenSymbol} for gas`, { differs });
}

/**
 * Requires that a wallet can pay for a transaction, besides all other signed transactions that may still be mined. Only
 * one transaction of a nonce is mined, so the others with the same nonce do not count.
 *
 * @throws NotYet `no_gas`, or `unread` when the RPCs differ.
 */
export async function requireGasBesideOthers(
  trx: Transaction,
  { hotWallet }: Pick<SigningDependencies, 'hotWallet'>,
  {
    native,
    wallet: { chainCode, address },
    nonce,
    gasMoney: { atomic: balanceWei, differs },
    neededWei,
  }: {
    native: Asset;
    wallet: { chainCode: string; address: string };
    nonce: number;
    gasMoney: Pick<Spendable, 'atomic' | 'differs'>;
    neededWei: bigint;
  },
): Promise<void> {
  const all = await listCommitments(trx, { chainCode, address });
  const others = committedWei(all.filter((commitment) => commitment.nonce !== nonce));
  const who = address === hotWallet.address ? 'the hot wallet' : address;
  requireGas(native, { spareWei: balanceWei - others, neededWei, differs, who });
}

/** @param because another reason that stops the transaction, in words that go before. @throws NotYet `fees_too_high` */
export function requireFeesWithinCap({ baseFeePerGasWei, maxFeePerGasWei }: Fees, because = ''): void {
  if (baseFeePerGasWei <= maxFeePerGasWei) return;
  throw new NotYet(
    'fees_too_high',
    `${because}the base fee of the chain is above maxFeePerGasGwei; waits until it falls`,
  );
}
