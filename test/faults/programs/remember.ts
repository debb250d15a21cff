import { once } from 'node:events';
import { createSigningMemory } from '../../../activities/signer/wallet/memory/signing-memory.js';
import type { NewSignature } from '../../../src/db/wallets/sent-transactions.js';

/** Order to sign the same withdrawals as others do at the same moment, each with nonces of its own. */
export interface RememberingOrder {
  readonly file: string;
  readonly who: number;
  readonly withdrawals: number;
}

const order = JSON.parse(process.argv[2] ?? '') as RememberingOrder;
const memory = createSigningMemory(order.file);
process.send?.('ready');
await once(process, 'message');
const signed = Array.from({ length: order.withdrawals }, (_, index): NewSignature => {
  const nonce = order.who * order.withdrawals + index;
  return {
    chainCode: 'local',
    fromAddress: '0xhot',
    nonce,
    txHash: `0x${nonce}`,
    rawTransaction: '0x',
    withdrawalId: `wd_${index}`,
    purpose: 'payment',
    replaces: null,
    maxFeePerGasWei: 1n,
    maxCostWei: 1n,
    signedAtMs: 1,
    payment: { tokenSymbol: 'USDC', amountAtomic: 1n, to: '0x' },
  };
});
// Nobody asks before: all of them sign everything.
process.send?.(signed.filter((one) => memory.remember([one]).size === 0).map(({ nonce }) => nonce));
process.disconnect();
