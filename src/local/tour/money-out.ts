import { randomBytes, randomUUID } from 'node:crypto';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { signApproval } from '../../chain/keys/approval-signature.js';
import { walletOfPrivateKey } from '../../chain/keys/keys.js';
import { readBalance } from '../../chain/blocks/read-balance.js';
import type { ApprovalMessage } from '../../domain/withdrawals/approval-message.js';
import { ensureApproverKey } from '../secrets.js';
import { ApiRefusal } from './api-client.js';
import { awaitStep, type Fields, type Stage } from './stage.js';

const ADDRESS_BYTES = 20;
const AMOUNT_CRYPTO = '10.000000';
/** The statuses of a withdrawal that will never be completed. */
const ENDED: readonly string[] = ['rejected', 'cancelled', 'stopped', 'failed'];

/** The fields of a withdrawal in the API that the tour reads. */
export interface TourWithdrawal extends Fields {
  readonly withdrawalId: string;
  readonly status: string;
  readonly amountCrypto: string;
  readonly amountAtomic: string;
  readonly txHash: string | null;
  readonly confirmations: number;
}

/** Plays a withdrawal, from its request to the coins in the merchant's own wallet. Returns the completed withdrawal. */
export async function playMoneyOut(stage: Stage): Promise<TourWithdrawal> {
  const { chain, token, timeline } = stage;
  // The wallet is new, so that only this withdrawal arrives there, and none that an interrupted tour has left.
  const address = `0x${randomBytes(ADDRESS_BYTES).toString('hex')}`;
  const { withdrawalId, amountAtomic } = await request(stage, address);
  await approve(stage, withdrawalId);
  const completed = await awaitCompletion(stage, withdrawalId);
  const arrivedAtomic = await readBalance(chain, { address, asset: token });
  if (arrivedAtomic !== BigInt(amountAtomic))
    throw new Error(
      `Withdrawal ${withdrawalId} over ${amountAtomic} base units is completed, but ${arrivedAtomic} arrived.`,
    );
  timeline.tell('merchant', `has ${completed.amountCrypto} ${token.tokenSymbol} in that wallet of its own`);
  timeline.tell('', `by transaction ${completed.txHash ?? ''}`);
  return completed;
}

async function request({ merchant, token, timeline }: Stage, address: string): Promise<TourWithdrawal> {
  const { chainCode, tokenSymbol } = token;
  const withdrawal = await merchant.post<TourWithdrawal>('/v1/withdrawals', {
    idempotencyKey: randomUUID(),
    body: { chainCode, tokenSymbol, amountCrypto: AMOUNT_CRYPTO, address: toChecksumAddress(address) },
  });
  timeline.tell(
    'merchant',
    `requests withdrawal ${withdrawal.withdrawalId}: ${withdrawal.amountCrypto} ${tokenSymbol} to ${toChecksumAddress(address)}`,
  );
  return withdrawal;
}

/** Approves the withdrawal as an operator does: with a wallet, which signs the message of the API. */
async function approve({ operator, timeline, instance }: Stage, withdrawalId: string): Promise<void> {
  const path = `/admin/v1/withdrawals/${withdrawalId}`;
  const key = ensureApproverKey(instance.dataDir);
  const typedData = await operator.get<ApprovalMessage>(`${path}/approval-message`);
  const { validUntil } = typedData.message;
  try {
    const signature = await signApproval(typedData, key);
    await operator.post(`${path}/approve`, { body: { signature, validUntil } });
  } catch (error) {
    // An earlier attempt may have succeeded, and its answer may be lost. The next steps show whether it was approved.
    if (!(error instanceof ApiRefusal) || error.code !== 'invalid_state') throw error;
  }
  const approver = toChecksumAddress(walletOfPrivateKey(key).address);
  timeline.tell('operator', `approves it, signed by ${approver}`);
}

function awaitCompletion(stage: Stage, withdrawalId: string): Promise<TourWithdrawal> {
  let seen: TourWithdrawal | undefined;
  return awaitStep(stage, {
    what: `withdrawal ${withdrawalId} to be completed`,
    look: async () => {
      seen = await stage.merchant.get<TourWithdrawal>(`/v1/withdrawals/${withdrawalId}`);
      if (ENDED.includes(seen.status)) throw new Error(`Withdrawal ${withdrawalId} is ${seen.status}.`);
      return seen.status === 'completed' ? seen : null;
    },
    describe: () => `it is ${seen?.status ?? 'unknown'}, with ${seen?.confirmations ?? 0} confirmations`,
  });
}
