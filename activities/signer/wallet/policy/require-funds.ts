import type { Spendable } from '../../../../src/chain/agreement/read-spendable.js';
import type { Fees } from '../../../../src/chain/sending/fees.js';
import type { Transaction } from '../../../../src/db/core/database.js';
import { listCommitments } from '../../../../src/db/wallets/sent-transactions.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../../src/domain/core/money.js';
import { committedWei } from '../../../../src/domain/wallets/commitments.js';
import { NotYet } from '../../../withdrawals/not-yet.js';
import type { SigningDependencies } from '../signed-withdrawal.js';

type Disputed = Pick<Spendable, 'disputedAtomic'>;

/**
 * Says that a wallet lacks so many base units: `unread` when it has enough by the highest answer of its RPCs, because then
 * coins may not help.
 */
export function lacking(
  code: 'no_tokens' | 'no_gas',
  words: string,
  { missingAtomic, disputedAtomic }: Disputed & { readonly missingAtomic: bigint },
): NotYet {
  return missingAtomic <= disputedAtomic
    ? new NotYet(
        'unread',
        `the RPCs differ about what the wallet has, and by the lowest answer ${words}; waits until two of them agree`,
      )
    : new NotYet(code, `${words}; top it up`);
}

/** @throws NotYet `no_tokens`, or `unread` when it has enough by the highest answer of the RPCs. */
export function requireTokens(
  asset: Asset,
  { spareAtomic, neededAtomic, disputedAtomic }: Disputed & { spareAtomic: bigint; neededAtomic: bigint },
): void {
  if (spareAtomic >= neededAtomic) return;
  const has = formatCrypto(spareAtomic < 0n ? 0n : spareAtomic, asset.decimals);
  throw lacking(
    'no_tokens',
    `the hot wallet has ${has} ${asset.tokenSymbol} to spare and ${formatCrypto(neededAtomic, asset.decimals)} are to be sent`,
    { missingAtomic: neededAtomic - spareAtomic, disputedAtomic },
  );
}

/** @throws NotYet `no_gas`, or `unread` when it has enough by the highest answer of the RPCs. */
export function requireGas(
  native: Asset,
  {
    spareWei,
    neededWei,
    disputedAtomic,
    who = 'the hot wallet',
  }: Disputed & { spareWei: bigint; neededWei: bigint; who?: string },
): void {
  if (spareWei >= neededWei) return;
  const missingAtomic = neededWei - spareWei;
  const missing = formatCrypto(missingAtomic, native.decimals);
  throw lacking('no_gas', `${who} lacks ${missing} ${native.tokenSymbol} for gas`, {
    missingAtomic,
    disputedAtomic,
  });
}

/**
 * Requires that a wallet can pay for a transaction, besides all other signed transactions that may still be mined. Only
 * one transaction of a nonce is mined, so the others with the same nonce do not count.
 *
 * @throws NotYet `no_gas`, or `unread` when it has enough by the highest answer of the RPCs.
 */
export async function requireGasBesideOthers(
  trx: Transaction,
  { hotWallet }: Pick<SigningDependencies, 'hotWallet'>,
  {
    native,
    wallet: { chainCode, address },
    nonce,
    gasMoney: { atomic: balanceWei, disputedAtomic },
    neededWei,
  }: {
    native: Asset;
    wallet: { chainCode: string; address: string };
    nonce: number;
    gasMoney: Disputed & Pick<Spendable, 'atomic'>;
    neededWei: bigint;
  },
): Promise<void> {
  const all = await listCommitments(trx, { chainCode, address });
  const others = committedWei(all.filter((commitment) => commitment.nonce !== nonce));
  const who = address === hotWallet.address ? 'the hot wallet' : address;
  requireGas(native, { spareWei: balanceWei - others, neededWei, disputedAtomic, who });
}

/** @param because another reason that stops the transaction, in words that go before. @throws NotYet `fees_too_high` */
export function requireFeesWithinCap({ baseFeePerGasWei, maxFeePerGasWei }: Fees, because = ''): void {
  if (baseFeePerGasWei <= maxFeePerGasWei) return;
  throw new NotYet(
    'fees_too_high',
    `${because}the base fee of the chain is above maxFeePerGasGwei; waits until it falls`,
  );
}
