import path from 'node:path';
import {
  createSigningMemory,
  type SigningMemory,
} from '../activities/signer/wallet/memory/signing-memory.js';
import type { NewSignature } from '../src/db/wallets/sent-transactions.js';
import {
  approvalMessage,
  type ApprovalMessage,
  type ApprovedPayment,
} from '../src/domain/withdrawals/approval-message.js';
import { hashApproval, recoverApprover, signApproval } from '../src/chain/keys/approval-signature.js';
import type { Bench } from './harness/bench.js';
import { median } from './harness/statistics.js';

const APPROVALS = 300;
const WARM_UP = 100;
const KEY = `0x${'11'.repeat(32)}`;

function messageOf(index: number): ApprovalMessage {
  const payment: ApprovedPayment = {
    withdrawalId: `wd_${String(index)}`,
    merchantId: 'mer_bench',
    kind: 'payout',
    chainId: 31_337,
    asset: { chainCode: 'local', tokenSymbol: 'USDC' },
    amountAtomic: BigInt(index),
    recipient: `0x${'77'.repeat(20)}`,
  };
  return approvalMessage(payment, 1_800_000_000);
}

/** Returns the CPU time of this process for one call, in ms, after a warm-up. */
async function cpuMsOf(work: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < WARM_UP; index += 1) await work(index);
  const before = process.cpuUsage();
  for (let index = 0; index < APPROVALS; index += 1) await work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / APPROVALS;
}

const BATCHES = 200;
const LARGEST_BATCH = 32;

function signatureOf(nonce: number): NewSignature {
  const word = `0x${nonce.toString(16).padStart(64, '0')}`;
  return {
    chainCode: 'local',
    fromAddress: `0x${'55'.repeat(20)}`,
    nonce,
    txHash: word,
    rawTransaction: '0x',
    withdrawalId: `wd_${String(nonce).padStart(26, '0')}`,
    purpose: 'payment',
    replaces: null,
    maxFeePerGasWei: 1n,
    maxCostWei: 1n,
    signedAtMs: Date.now(),
    payment: { tokenSymbol: 'USDC', amountAtomic: 10_000_000n, to: `0x${'77'.repeat(20)}` },
  };
}

/** Returns the time to remember a batch in a file, and in memory only. Both are medians, in ms, of alternating runs. */
function remember(folder: string, size: number): { readonly inFileMs: number; readonly inMemoryMs: number } {
  const measure = (memory: SigningMemory, batch: readonly NewSignature[]): number => {
    const beganMs = performance.now();
    memory.remember(batch);
    return performance.now() - beganMs;
  };
  const inFile = createSigningMemory(path.join(folder, `signed-${size}.jsonl`));
  const inMemory = createSigningMemory(null);
  const times = Array.from({ length: BATCHES }, (_, index) => {
    const batch = Array.from({ length: size }, (__, place) => signatureOf(index * size + place));
    return { inFileMs: measure(inFile, batch), inMemoryMs: measure(inMemory, batch) };
  });
  return {
    inFileMs: median(times.map(({ inFileMs }) => inFileMs)),
    inMemoryMs: median(times.map(({ inMemoryMs }) => inMemoryMs)),
  };
}

/** The cost of one approval signed by a key (EIP-712). A contract wallet (ERC-1271) costs an RPC call instead. */
export const approvals: Bench = {
  name: 'approvals',
  summary: 'signing and verifying an approval, and remembering its payments, in ms',
  async run({ folder }) {
    const signatures = await Promise.all(
      Array.from({ length: APPROVALS }, (_, index) => signApproval(messageOf(index), KEY)),
    );
    const hashing = await cpuMsOf((index) => Promise.resolve(hashApproval(messageOf(index))));
    const signing = await cpuMsOf((index) => signApproval(messageOf(index), KEY));
    const verifying = await cpuMsOf((index) =>
      recoverApprover(hashApproval(messageOf(index)), signatures[index] ?? ''),
    );
    const against = { unit: 'ms', reference: 'hashing the message', referenceValue: hashing };
    const remembering = [1, LARGEST_BATCH].map((size) => {
      const { inFileMs, inMemoryMs } = remember(folder, size);
      return {
        measure: `remembering ${size} signed ${size === 1 ? 'payment' : 'payments'} in a file`,
        value: inFileMs,
        unit: 'ms',
        reference: 'in memory alone',
        referenceValue: inMemoryMs,
      };
    });
    return [
      { measure: 'CPU time of signing one approval', value: signing, ...against },
      { measure: 'CPU time of verifying one approval', value: verifying, ...against },
      ...remembering,
    ];
  },
};
