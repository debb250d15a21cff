import { randomBytes } from 'node:crypto';
import { QuittanceApiError, type Schemas } from '../../client/client.js';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { signApproval } from '../../chain/keys/approval-signature.js';
import { walletOfPrivateKey } from '../../chain/keys/keys.js';
import { readBalance } from '../../chain/blocks/read-balance.js';
import type { ApprovalMessage } from '../../domain/withdrawals/approval-message.js';
import { ensureApproverKey } from '../secrets.js';
import { awaitStep, type Stage } from './stage.js';

const ADDRESS_BYTES = 20;
const AMOUNT_CRYPTO = '10.000000';
/** The statuses of a withdrawal that will never be completed. */
const ENDED: readonly string[] = ['rejected', 'cancelled', 'stopped', 'failed'];

type Withdrawal = Schemas['Withdrawal'];

/** Plays a withdrawal, from its request to the coins in the merchant's own wallet. Returns the completed withdrawal. */
export async function playMoneyOut(stage: Stage): Promise<Withdrawal> {
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

async function request({ merchant, token, timeline }: Stage, address: string): Promise<Withdrawal> {
  const { chainCode, tokenSymbol } = token;
  const withdrawal = await merchant.post('/v1/withdrawals', {
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
  const path = { withdrawalId };
  const key = ensureApproverKey(instance.dataDir);
  const typedData = await operator.get('/admin/v1/withdrawals/{withdrawalId}/approval-message', {
    path,
  });
  const { validUntil } = typedData.message;
  try {
    const signature = await signApproval(typedData as unknown as ApprovalMessage, key);
    await operator.post('/admin/v1/withdrawals/{withdrawalId}/approve', {
      path,
      body: { signature, validUntil },
    });
  } catch (error) {
    // An earlier attempt may have succeeded, and its answer may be lost. The next steps show whether it was approved.
    if (!(error instanceof QuittanceApiError) || error.code !== 'invalid_state') throw error;
  }
  const approver = toChecksumAddress(walletOfPrivateKey(key).address);
  timeline.tell('operator', `approves it, signed by ${approver}`);
}

function awaitCompletion(stage: Stage, withdrawalId: string): Promise<Withdrawal> {
  let seen: Withdrawal | undefined;
  return awaitStep(stage, {
    what: `withdrawal ${withdrawalId} to be completed`,
    look: async () => {
      seen = await stage.merchant.get('/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } });
      if (ENDED.includes(seen.status)) throw new Error(`Withdrawal ${withdrawalId} is ${seen.status}.`);
      return seen.status === 'completed' ? seen : null;
    },
    describe: () => `it is ${seen?.status ?? 'unknown'}, with ${seen?.confirmations ?? 0} confirmations`,
  });
}
