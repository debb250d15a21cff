import type { ChainViews } from '../../../src/domain/chains/finality.js';
import type { InvoiceTerms, TransferFact } from '../../../src/domain/invoices/settlement.js';

/** The end of the invoice with these {@link terms}, epoch ms. */
export const EXPIRES_AT_MS = 1_000_000;
/** 100 USDC, three confirmations. */
export const terms: InvoiceTerms = {
  asset: { chainCode: 'local', tokenSymbol: 'USDC' },
  amountAtomic: 100_000_000n,
  toleranceBps: 50,
  acceptLate: false,
  confirmationsRequired: 3,
  expiresAtMs: EXPIRES_AT_MS,
};

let nextId = 1;
/** A transfer of the whole amount, on time, in block 10. Each call makes another transaction. */
export function transfer(fields: Partial<TransferFact> = {}): TransferFact {
  const transferId = fields.transferId ?? nextId++;
  return {
    transferId,
    chainCode: 'local',
    tokenSymbol: 'USDC',
    txHash: `0x${transferId}`,
    txIndex: 0,
    position: 0,
    blockNumber: 10,
    blockTimeMs: EXPIRES_AT_MS - 1,
    amountAtomic: 100_000_000n,
    canonical: true,
    awaitsCorroboration: false,
    revertedHeight: null,
    revertedAtMs: null,
    everConfirmed: false,
    booking: 'none',
    ...fields,
  };
}

/** Both chains at this height. `other` needs five confirmations. */
export function views(
  height: number,
  blockTimeMs = EXPIRES_AT_MS - 1,
  caughtUpAtMs: number | null = null,
  halted = false,
): ChainViews {
  return new Map([
    ['local', { height, blockTimeMs, caughtUpAtMs, confirmations: 3, halted }],
    ['other', { height, blockTimeMs, caughtUpAtMs, confirmations: 5, halted: false }],
  ]);
}

/** The same transfer after a reorganisation has undone its block, at height 10 and before the end of the invoice. */
export const reverted = (fields: Partial<TransferFact> = {}): TransferFact =>
  transfer({ canonical: false, revertedHeight: 10, revertedAtMs: EXPIRES_AT_MS - 1, ...fields });

/** A block time after the end of the invoice, epoch ms. */
export const LATER = EXPIRES_AT_MS + 1;
