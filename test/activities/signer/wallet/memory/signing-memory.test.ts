import { describe, expect, it } from '@jest/globals';
import { createSigningMemory } from '../../../../../activities/signer/wallet/memory/signing-memory.js';
import { requireUnused } from '../../../../../activities/signer/wallet/policy/store-signed.js';
import { NotYet } from '../../../../../activities/withdrawals/not-yet.js';
import type { NewSignature } from '../../../../../src/db/wallets/sent-transactions.js';
import { addressOf } from '../../../../helpers/facts/facts.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const AMOUNT = 10_000_000n;
const FIRST = { chainCode: 'local', fromAddress: addressOf(1), nonce: 0 };
const NEXT = { ...FIRST, nonce: 1 };
const LATER = { ...FIRST, nonce: 300_000 };
const SIGNED_AT_MS = 1_000;
const DAY_MS = 86_400_000;
/** How many payments are remembered, however old. */
const REMEMBERED = 100_000;

function payment(fields: Partial<NewSignature> = {}): NewSignature {
  return {
    ...FIRST,
    txHash: '0xaa',
    rawTransaction: '0x',
    withdrawalId: 'wd_1',
    purpose: 'payment',
    replaces: null,
    maxFeePerGasWei: 1n,
    maxCostWei: 1n,
    signedAtMs: SIGNED_AT_MS,
    payment: { tokenSymbol: 'USDC', amountAtomic: AMOUNT, to: addressOf(2) },
    ...fields,
  };
}

/** Returns what an operator is advised to do with the file. */
function adviceOf(refused: () => void): unknown {
  try {
    refused();
  } catch (error) {
    if (error instanceof NotYet) return error.memory;
  }
  throw new Error('It was not refused');
}

const ofAmount = (amountAtomic: bigint, fields: Partial<NewSignature> = {}): NewSignature =>
  payment({ payment: { tokenSymbol: 'USDC', amountAtomic, to: addressOf(2) }, ...fields });

describe('what the signing worker remembers of a payment', () => {
  it('forbids the payment under another nonce, and allows it under its own nonce', () => {
    const memory = createSigningMemory(null);
    memory.remember([payment()]);
    expect(memory.findOther('wd_1', NEXT)).toMatchObject({ txHash: '0xaa', nonce: 0 });
    expect(memory.findOther('wd_1', FIRST)).toBeNull();
    expect(memory.findOther('wd_2', NEXT)).toBeNull();
  });

  it('is forgotten when a foreign transaction has its nonce, and not for a replacement', () => {
    const memory = createSigningMemory(null);
    memory.remember([payment()]);
    memory.remember([payment({ txHash: '0xbb', replaces: '0xaa', maxFeePerGasWei: 2n })]);
    for (const txHash of ['0xaa', '0xbb'])
      memory.forgetLost('wd_1', { ...FIRST, use: { txHash, own: null } });
    expect(memory.findOther('wd_1', NEXT)).not.toBeNull();
    memory.forgetLost('wd_1', { ...NEXT, use: { txHash: '0xcc', own: null } });
    expect(memory.findOther('wd_1', NEXT)).not.toBeNull();
    memory.forgetLost('wd_1', { ...FIRST, use: { txHash: '0xcc', own: null } });
    expect(memory.findOther('wd_1', NEXT)).toBeNull();
  });

  it('is kept for a transaction that may have paid its recipient, unless that transaction was signed to pay somebody else', () => {
    const memory = createSigningMemory(null);
    memory.remember([payment()]);
    const rest = { valueAtomic: 1n, gasLimit: 21_000n, maxFeePerGasWei: 1n, raw: '0x' };
    const recipient = addressOf(2);
    for (const own of [
      { ...rest, to: recipient, data: '0x' },
      {
        ...rest,
        to: addressOf(3),
        data: `0xa9059cbb${'0'.repeat(24)}${recipient.slice(2)}${'0'.repeat(64)}`,
      },
    ])
      memory.forgetLost('wd_1', { ...FIRST, use: { txHash: '0xcc', own } });
    expect(memory.findOther('wd_1', NEXT)).not.toBeNull();
    memory.remember([payment({ withdrawalId: 'wd_2', txHash: '0xdd' })]);
    const own = { ...rest, to: recipient, data: '0x' };
    memory.forgetLost('wd_1', { ...FIRST, use: { txHash: '0xdd', own } });
    expect(memory.findOther('wd_1', NEXT)).toBeNull();
  });

  it('is kept while an approval of its latest signature may be valid, however old the first signature is', () => {
    const memory = createSigningMemory(null);
    const once = { withdrawalId: 'wd_once', nonce: 1, txHash: '0xcc' };
    memory.remember([payment(), payment(once)]);
    memory.remember([payment({ txHash: '0xbb', signedAtMs: SIGNED_AT_MS + 6 * DAY_MS })]);
    const signedAtMs = SIGNED_AT_MS + 8 * DAY_MS;
    const others = Array.from({ length: REMEMBERED }, (_, index) =>
      payment({ withdrawalId: `wd_of_${index}`, nonce: 2 + index, txHash: `0x${index}`, signedAtMs }),
    );
    memory.remember(others);
    expect(memory.find('wd_once')).toMatchObject({ txHash: null, nonce: 1 });
    expect(memory.findOther('wd_1', NEXT)).toMatchObject({ txHash: '0xaa', nonce: 0 });
    for (const txHash of ['0xaa', '0xbb']) expect(memory.findSigned(txHash)).toEqual({ pays: 'wd_1' });
    const lastMs = SIGNED_AT_MS + 14 * DAY_MS;
    memory.remember([
      payment({ withdrawalId: 'wd_last', nonce: 200_000, txHash: '0xee', signedAtMs: lastMs }),
    ]);
    expect(memory.findSigned('0xbb')).toBeNull();
    // Only now can a signature with a time far ahead count for it.
    for (const withdrawalId of ['wd_1', 'wd_once']) {
      expect(memory.findOther(withdrawalId, LATER)).toMatchObject({ txHash: null });
      // No line of the file gives the nonce up, because its transaction is not known any more.
      expect(() => requireUnused(memory, withdrawalId, LATER)).toThrow('long ago, with nonce');
      expect(adviceOf(() => requireUnused(memory, withdrawalId, LATER))).toBeNull();
      expect(memory.remember([payment({ withdrawalId, ...LATER, txHash: '0xff' })])).toEqual(
        new Set([withdrawalId]),
      );
    }
    expect(memory.findOther('wd_1', FIRST)).toBeNull();
    // With higher fees, and for its own nonce, it is the same payment.
    expect(memory.remember([payment({ txHash: '0xcc', signedAtMs: lastMs })])).toEqual(new Set());
    expect(memory.findOther('wd_1', NEXT)).toMatchObject({ txHash: '0xcc', nonce: 0 });
  });

  it('is refused when it does not say what it pays', () => {
    const memory = createSigningMemory(null);
    expect(() => memory.remember([payment({ payment: null })])).toThrow('does not say what it pays');
  });

  it('counts once towards the daily cap, however often it is replaced', () => {
    const memory = createSigningMemory(null);
    memory.remember([payment()]);
    memory.remember([payment({ txHash: '0xbb', replaces: '0xaa' })]);
    expect(memory.sumSince(ASSET, SIGNED_AT_MS - 1)).toBe(AMOUNT);
    expect(memory.sumSince(ASSET, SIGNED_AT_MS)).toBe(0n);
  });

  it('counts with the largest amount that was signed for its nonce', () => {
    const memory = createSigningMemory(null);
    for (const amount of [1n, AMOUNT, 2n]) memory.remember([ofAmount(amount)]);
    expect(memory.sumSince(ASSET, 0)).toBe(AMOUNT);
    // One of the two is mined, and it may be the larger one.
    memory.remember([ofAmount(1n, { withdrawalId: 'wd_2', txHash: '0xdd' })]);
    expect(memory.sumSince(ASSET, 0)).toBe(AMOUNT);
  });

  it('counts from the moment when another withdrawal is signed for its nonce, even a day after the first', () => {
    const memory = createSigningMemory(null);
    memory.remember([payment()]);
    const laterMs = SIGNED_AT_MS + 86_400_000;
    memory.remember([payment({ withdrawalId: 'wd_2', txHash: '0xdd', signedAtMs: laterMs })]);
    expect(memory.sumSince(ASSET, laterMs - 1)).toBe(AMOUNT);
    memory.remember([payment({ withdrawalId: 'wd_2', txHash: '0xde', signedAtMs: laterMs + 1_000 })]);
    expect(memory.sumSince(ASSET, laterMs)).toBe(0n);
  });

  it('counts from the moment when a larger amount is signed for its nonce, even a day later; a smaller amount changes nothing', () => {
    const memory = createSigningMemory(null);
    memory.remember([ofAmount(1n)]);
    const laterMs = SIGNED_AT_MS + 86_400_000;
    memory.remember([ofAmount(AMOUNT, { txHash: '0xdd', signedAtMs: laterMs })]);
    expect(memory.countedFor(ASSET, FIRST, laterMs - 1)).toBe(AMOUNT);
    memory.remember([ofAmount(1n, { txHash: '0xde', signedAtMs: laterMs + 1_000 })]);
    expect(memory.sumSince(ASSET, laterMs - 1)).toBe(AMOUNT);
    expect(memory.sumSince(ASSET, laterMs)).toBe(0n);
  });
});
