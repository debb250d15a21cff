import type { Asset, Chain } from '../../../src/domain/core/asset.js';
import type { ChainTransfer } from '../../../src/domain/chains/chain-transfer.js';
import type { BlockToStore } from '../../../src/db/core/block-to-store.js';
import { createInvoice } from '../../../src/db/invoices/create-invoice.js';
import { transaction, type Database } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { takeDepositIndex } from './take-deposit-index.js';
import { newId, newPublicId } from '../../../src/db/core/new-id.js';

/** A chain without an RPC. The tests make up its blocks. */
export const testChain: Chain = {
  chainCode: 'local',
  chainId: 31337,
  name: 'Test chain',
  rpcUrls: ['http://127.0.0.1:1'],
  confirmations: 3,
  explorerUrl: null,
  coldAddress: null,
  nativeSymbol: 'ETH',
  maxFeePerGasWei: 10n ** 12n,
  replaceAfterMs: 120_000,
  pollIntervalMs: 50,
  assets: [
    asset({ tokenSymbol: 'ETH', kind: 'native', address: null, decimals: 18 }),
    asset({ tokenSymbol: 'USDC', kind: 'erc20', address: `0x${'c0'.repeat(20)}`, decimals: 6 }),
  ],
};

function asset(fields: Pick<Asset, 'tokenSymbol' | 'kind' | 'address' | 'decimals'>): Asset {
  return {
    chainCode: 'local',
    minInvoiceAtomic: 1n,
    minWithdrawalAtomic: 1n,
    sweepThresholdAtomic: null,
    hotWalletCeilingAtomic: null,
    ...fields,
  };
}

export function usdc(): Asset {
  const found = testChain.assets.find(({ tokenSymbol }) => tokenSymbol === 'USDC');
  if (found === undefined) throw new Error('The test chain lists no USDC');
  return found;
}

/** Inserts a merchant without keys or members. @returns its id. */
export async function insertMerchant(db: Database): Promise<string> {
  const merchantId = newId('mer');
  await db('merchants').insert({ merchant_id: merchantId, name: 'Test shop' });
  return merchantId;
}

/** Returns an address of its own for each index. */
export function addressOf(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`;
}

/** Derives the deposit addresses of all tests that need no key for them. */
export const depositAddressOf = (index: number): string => addressOf(0xabc000 + index);

/** Fields of an invoice that a test can choose; {@link insertInvoice} sets the others. */
export type InvoiceFields = Partial<
  Pick<
    Invoice,
    | 'asset'
    | 'checkoutId'
    | 'decimals'
    | 'amountAtomic'
    | 'toleranceBps'
    | 'acceptLate'
    | 'expiresAtMs'
    | 'merchantReference'
    | 'createdAtMs'
  >
>;

/** Inserts an invoice: of 100 USDC and for an hour, unless the fields say otherwise. */
export async function insertInvoice(
  db: Database,
  fields: { merchantId: string; depositAddressOf?: (index: number) => string } & InvoiceFields,
): Promise<Invoice> {
  return transaction(db, async (trx) => {
    const depositIndex = await takeDepositIndex(trx);
    const createdAtMs = fields.createdAtMs ?? Date.now();
    const depositAddress = (fields.depositAddressOf ?? depositAddressOf)(depositIndex);
    return createInvoice(
      trx,
      {
        invoiceId: newId('inv', createdAtMs),
        publicId: newPublicId(),
        merchantId: fields.merchantId,
        asset: fields.asset ?? { chainCode: 'local', tokenSymbol: 'USDC' },
        decimals: fields.decimals ?? 6,
        amountAtomic: fields.amountAtomic ?? 100_000_000n,
        amountFiatCents: null,
        fiatCurrency: null,
        rate: null,
        toleranceBps: fields.toleranceBps ?? 50,
        acceptLate: fields.acceptLate ?? false,
        confirmationsRequired: 3,
        depositIndex,
        depositAddress,
        merchantReference: fields.merchantReference ?? null,
        metadata: {},
        checkoutId: fields.checkoutId ?? null,
        description: null,
        redirectUrl: null,
        createdAtMs,
        expiresAtMs: fields.expiresAtMs ?? createdAtMs + 3_600_000,
      },
      { depositAddress, isNative: fields.asset?.tokenSymbol === 'ETH', xpubFingerprint: null },
    );
  });
}

const BLOCK_INTERVAL_MS = 12_000;
const GENESIS_MS = Date.UTC(2026, 0, 1);

/** Returns the block at a height of a branch. Above `forkedAt` each branch has its own hashes. */
export function blockOf(number: number, { branch = 'a', forkedAt = 0 } = {}): BlockToStore {
  const hashOf = (height: number): string =>
    `0x${(height > forkedAt ? branch : 'a').padStart(4, 'e')}${height.toString(16).padStart(60, '0')}`;
  return {
    number,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestampMs: GENESIS_MS + number * BLOCK_INTERVAL_MS,
  };
}

/** Returns a transfer of 100 USDC in this block, unless the fields say otherwise. */
export function transferIn(
  block: BlockToStore,
  fields: Pick<ChainTransfer, 'to'> & Partial<ChainTransfer>,
): ChainTransfer {
  return {
    chainCode: 'local',
    tokenSymbol: 'USDC',
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimeMs: block.timestampMs,
    txHash: `0x${'1'.repeat(64)}`,
    txIndex: 0,
    position: 0,
    logIndex: 0,
    from: addressOf(1),
    amountAtomic: 100_000_000n,
    ...fields,
  };
}
