import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { orNote, type SweepContext } from './sweep-context.js';
import { listDueAddresses, type DueAddress } from './list-due-addresses.js';
import { estimateCall, readFees, signMovement } from './sign-movement.js';

/** Addresses in one round: each has a transaction of its own. */
const MAX_ADDRESSES = 50;
/**
 * Factor by which fees may rise until it is mined. The part that is not spent stays at the address, in the books as
 * well.
 */
const GAS_HEADROOM = 2n;

/** Brings the native coin of all full deposit addresses to the hot wallet. @returns how many addresses are swept. */
export async function sweepNative(context: SweepContext, asset: Asset): Promise<number> {
  const due = await listDueAddresses(context, { asset, limit: MAX_ADDRESSES });
  for (const one of due) {
    await orNote(context, `${asset.tokenSymbol} at ${one.sweepable.address}`, () =>
      sweepOne(context, asset, one),
    );
  }
  return due.length;
}

/** Sweeps one address: its amount in the books, or what it holds less the gas if that is less. */
async function sweepOne(
  context: SweepContext,
  asset: Asset,
  { sweepable: { address, amountAtomic }, signer }: DueAddress,
): Promise<void> {
  const { deps, chain, client } = context;
  const to = deps.hotWallet.address;
  const fees = await readFees(context);
  const balanceWei = await readBalance(client, { address, asset });
  const probe = { to, valueAtomic: 0n, data: '0x' };
  const gasLimit = await estimateCall(client, { from: address, ...probe });
  // The amount is among the bytes that a rollup charges for.
  const rollupFeeWei = await readRollupFee(client, {
    chainId: chain.chainId,
    ...probe,
    valueAtomic: balanceWei,
  });
  const sendableWei = balanceWei - (gasLimit * fees.maxFeePerGasWei + rollupFeeWei) * GAS_HEADROOM;
  const valueAtomic = sendableWei < amountAtomic ? sendableWei : amountAtomic;
  if (valueAtomic <= 0n) return;
  const { tokenSymbol } = asset;
  await signMovement(context, {
    kind: 'sweep',
    role: 'deposit',
    signer,
    gasLimit,
    fees,
    asset,
    isSweep: true,
    call: { to, valueAtomic, data: '0x' },
    parts: [{ tokenSymbol, subject: address, from: address, to, amountAtomic: valueAtomic }],
    payment: { tokenSymbol, amountAtomic: valueAtomic, to },
  });
}
