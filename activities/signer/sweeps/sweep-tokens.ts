import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { readTokenBalances, wouldTransfer } from '../../../src/chain/contracts/deposit-sweeper.js';
import type { Fees } from '../../../src/chain/sending/fees.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { inPortions } from '../../../src/domain/core/in-portions.js';
import { askToken } from '../wallet/policy/ask-token.js';
import { findBatchContract, sweepBatch } from './batch-contract.js';
import { partOf, type Deposit } from './deposit.js';
import { inWords, orNote, type SweepContext } from './sweep-context.js';
import { listDueAddresses, type DueAddress } from './list-due-addresses.js';
import { estimateCall, readFees, signMovement } from './sign-movement.js';

/** Addresses of an asset in one round. */
const MAX_ADDRESSES = 200;
/** Addresses in one transaction, which takes some 2 million gas. */
const MAX_BATCH = 50;
/** Addresses that make a batch worth it: for one address, gas money and a transfer cost less than a batch of one. */
const MIN_BATCH = 2;
/** Factor on gas money: fees may rise until the transfer is mined. */
const GAS_MONEY_HEADROOM = 2n;

/** Brings the tokens of all full deposit addresses to the hot wallet. @returns how many addresses are swept. */
export async function sweepTokens(context: SweepContext, asset: Asset): Promise<number> {
  const { chain } = context;
  const due = await listDueAddresses(context, { asset, limit: MAX_ADDRESSES });
  if (due.length === 0) return 0;
  const deposits = await keepMovable(context, asset, due);
  const batchable = deposits.filter((deposit) => !wasForNative(context, deposit));
  const contract =
    batchable.length >= MIN_BATCH
      ? await orNote(context, `batches on ${chain.chainCode}`, () => findBatchContract(context, batchable))
      : null;
  const alone = contract === null ? deposits : deposits.filter((deposit) => wasForNative(context, deposit));
  if (contract !== null && contract !== 'is being deployed') {
    for (const batch of inPortions(batchable, MAX_BATCH)) {
      await orNote(context, `a batch of ${batch.length}`, () => sweepBatch(context, { contract, batch }));
    }
  }
  for (const deposit of alone) {
    await orNote(context, `${asset.tokenSymbol} at ${deposit.sweepable.address}`, () =>
      sweepAlone(context, deposit),
    );
  }
  return deposits.length;
}

/** Returns the addresses that hold what the books say, and whose tokens can be transferred. */
async function keepMovable(
  context: SweepContext,
  asset: Asset,
  due: readonly DueAddress[],
): Promise<readonly Deposit[]> {
  const { client, deps, notes } = context;
  const addresses = due.map(({ sweepable }) => sweepable.address);
  const balances = await askToken(asset, 'the deposit addresses hold', () =>
    readTokenBalances(client, { asset, addresses }),
  );
  const movable: Deposit[] = [];
  for (const [index, { sweepable, signer }] of due.entries()) {
    const { address, amountAtomic } = sweepable;
    const holds = balances[index] ?? 0n;
    if (holds < amountAtomic) {
      notes.add(
        `${address} holds ${inWords(asset, holds)}, less than the ${inWords(asset, amountAtomic)} in the books`,
      );
    } else if (
      !(await wouldTransfer(client, { asset, from: address, to: deps.hotWallet.address, amountAtomic }))
    ) {
      notes.add(`${asset.tokenSymbol} refuses transfers from ${address}`);
    } else movable.push({ asset, sweepable, signer });
  }
  return movable;
}

/**
 * Tells whether the address was made for an invoice in the native coin. Such an address never runs a contract: it stays
 * an ordinary account, which coins sent by contracts may need.
 */
function wasForNative({ deps }: SweepContext, { sweepable: { invoiceAsset } }: Deposit): boolean {
  return deps.chains.get(invoiceAsset.chainCode)?.nativeSymbol === invoiceAsset.tokenSymbol;
}

/** Sweeps one address by a transaction of its own, for which it first gets gas money. */
async function sweepAlone(context: SweepContext, deposit: Deposit): Promise<void> {
  const { deps, chain, client, native } = context;
  const { asset, sweepable, signer } = deposit;
  const { address, amountAtomic } = sweepable;
  const to = deps.hotWallet.address;
  const call = transferCall({ asset, to, amountAtomic });
  const fees = await readFees(context);
  const gasLimit = await estimateCall(client, { from: address, ...call });
  const rollupFeeWei = await readRollupFee(client, { chainId: chain.chainId, ...call });
  const neededWei = gasLimit * fees.maxFeePerGasWei + rollupFeeWei;
  const balanceWei = await readBalance(client, { address, asset: native });
  if (balanceWei < neededWei) {
    await giveGasMoney(context, {
      asset,
      address,
      fees,
      amountWei: neededWei * GAS_MONEY_HEADROOM - balanceWei,
    });
    return;
  }
  await signMovement(context, {
    kind: 'sweep',
    role: 'deposit',
    signer,
    call,
    gasLimit,
    fees,
    asset,
    isSweep: true,
    parts: [partOf(deposit, to)],
    payment: { tokenSymbol: asset.tokenSymbol, amountAtomic, to },
  });
}

async function giveGasMoney(
  context: SweepContext,
  { asset, address, fees, amountWei }: { asset: Asset; address: string; fees: Fees; amountWei: bigint },
): Promise<void> {
  const { keys, client, native } = context;
  const { tokenSymbol } = native;
  const signer = keys.wallet;
  const call = { to: address, valueAtomic: amountWei, data: '0x' };
  const gasLimit = await estimateCall(client, { from: signer.address, ...call, valueAtomic: 0n });
  await signMovement(context, {
    kind: 'fund',
    role: 'sweep',
    signer,
    call,
    gasLimit,
    fees,
    asset,
    isSweep: false,
    parts: [{ tokenSymbol, subject: address, from: signer.address, to: address, amountAtomic: amountWei }],
    payment: { tokenSymbol, amountAtomic: amountWei, to: address },
  });
}
