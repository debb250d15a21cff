import {
  approvalMessage,
  type ApprovalMessage,
  type ApprovedPayment,
} from '../src/domain/withdrawals/approval-message.js';
import { hashApproval, recoverApprover, signApproval } from '../src/chain/keys/approval-signature.js';
import type { Bench } from './harness/bench.js';

const APPROVALS = 300;
const WARM_UP = 100;
const KEY = `0x${'11'.repeat(32)}`;

function messageOf(index: number): ApprovalMessage {
  const payment: ApprovedPayment = {
    ...{ withdrawalId: `wd_${String(index)}`, merchantId: 'mer_bench' },
    kind: 'payout',
    chainId: 31_337,
    ...{ asset: { chainCode: 'local', tokenSymbol: 'USDC' }, amountAtomic: BigInt(index) },
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

/** The price of one signed approval by a key (EIP-712). A contract wallet (ERC-1271) costs a call of an RPC instead. */
export const approvals: Bench = {
  name: 'approvals',
  summary: 'CPU time of signing and of verifying an approval, against hashing its message',
  async run() {
    const signatures = await Promise.all(
      Array.from({ length: APPROVALS }, (_, index) => signApproval(messageOf(index), KEY)),
    );
    const hashing = await cpuMsOf((index) => Promise.resolve(hashApproval(messageOf(index))));
    const signing = await cpuMsOf((index) => signApproval(messageOf(index), KEY));
    const verifying = await cpuMsOf((index) =>
      recoverApprover(hashApproval(messageOf(index)), signatures[index] ?? ''),
    );
    const against = { unit: 'ms', reference: 'hashing the message', referenceValue: hashing };
    return [
      { measure: 'CPU time of signing one approval', value: signing, ...against },
      { measure: 'CPU time of verifying one approval', value: verifying, ...against },
    ];
  },
};
