import { readSigned } from '../../src/chain/broadcast.js';
import type { Fees } from '../../src/chain/fees.js';
import { readBalance } from '../../src/chain/read-balance.js';
import { readRollupFee } from '../../src/chain/rollup-fee.js';
import { transaction, type Transaction } from '../../src/db/database.js';
import {
  insertSigned,
  listCommitments,
  listOpenFills,
  listWithdrawalTransactions,
  type SentTransaction,
} from '../../src/db/sent-transactions.js';
import { lockWallet } from '../../src/db/wallets.js';
import { lockWithdrawal } from '../../src/db/withdrawals.js';
import { formatDecimal } from '../../src/domain/money.js';
import { raiseFees, type FeePair } from '../../src/domain/raise-fees.js';
import { committedWei, requireGas } from './funds.js';
import { requireSameWallet, type Outgoing, type SigningDependencies } from './outgoing.js';
import { requireApproval } from './policy.js';
import { requireOwnBytes } from './require-own-bytes.js';
import { dearest, requireReplaceable } from './sent.js';
import { NotYet } from '../withdrawal-wait.js';

const GWEI_DIGITS = 9;
const SHOWN_GWEI_DIGITS = 3;

interface Replacement {
  readonly replaced: SentTransaction;
  readonly fees: FeePair;
  readonly balanceWei: bigint;
  readonly rollupFeeWei: bigint;
}

/**
 * Signs the same once more for a higher fee, out of the bytes that were signed before: nonce, recipient and amount are
 * theirs. Committed before it is sent, like the first.
 *
 * @returns what is to be sent now: when somebody else was faster, what they signed.
 * @throws NotYet when it would need more than the cap, or than the wallet has; `malformed` when our key did not sign
 *   what was signed before.
 */
export async function replaceAttempts(
  deps: SigningDependencies,
  outgoing: Outgoing,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  const { chain, native, client, withdrawal } = outgoing;
  const capWei = chain.maxFeePerGasWei;
  const replaced = dearest(attempts);
  if (replaced === undefined) throw new Error('There is nothing to replace');
  requireSameWallet(deps, replaced.fromAddress);
  await requireOwnBytes(attempts, { chainId: chain.chainId, address: deps.hotWallet.address });
  requireReplaceable(attempts);
  if (advised.baseFeePerGasWei > capWei) {
    throw new NotYet(
      'fees_too_high',
      'its transaction is not mined while the base fee of the chain is above maxFeePerGasGwei; waits until fees fall',
    );
  }
  const raised = raiseFees({
    attempts: attempts.map(({ rawTransaction }) => readSigned(rawTransaction)),
    advised,
    capWei,
  });
  if (raised.kind === 'capped') {
    throw new NotYet(
      'fees_too_high',
      `its transaction is not mined and a replacement would need ${inGwei(raised.neededWei)} gwei, above maxFeePerGasGwei (${inGwei(capWei)}); waits until fees fall`,
    );
  }
  const [balanceWei, rollupFeeWei] = await Promise.all([
    readBalance(client, { address: replaced.fromAddress, asset: native }),
    readRollupFee(client, readSigned(replaced.rawTransaction)),
  ]);
  const replacement = { replaced, fees: raised.fees, balanceWei, rollupFeeWei };
  const signed = await transaction(deps.db, (trx) => commitReplacement(trx, deps, { outgoing, replacement }));
  deps.log.info(
    {
      withdrawalId: withdrawal.withdrawalId,
      replaced: replaced.txHash,
      txHash: signed.txHash,
      nonce: signed.nonce,
    },
    'fees raised: the same is sent under another hash',
  );
  return signed;
}

async function commitReplacement(
  trx: Transaction,
  deps: SigningDependencies,
  { outgoing, replacement }: { outgoing: Outgoing; replacement: Replacement },
): Promise<SentTransaction> {
  const { chain, native, withdrawal } = outgoing;
  const { chainCode } = chain;
  const { replaced, fees, balanceWei, rollupFeeWei } = replacement;
  const { nonce, fromAddress, purpose, withdrawalId } = replaced;
  await lockWallet(trx, { chainCode, address: fromAddress });
  const locked = await lockWithdrawal(trx, withdrawal.withdrawalId);
  const present = await listAttempts(trx, replaced);
  const newest = dearest(present);
  const isMined = present.some(({ receipt }) => receipt !== null);
  // Somebody else was faster, or the chain was.
  if (locked === undefined || newest === undefined || isMined || newest.txHash !== replaced.txHash) {
    return newest ?? replaced;
  }
  // What has failed is not paid by it: it only uses the nonce.
  if (purpose !== 'fill' || locked.status !== 'failed') await requireApproval(trx, locked);
  const original = readSigned(replaced.rawTransaction);
  const maxCostWei = original.valueAtomic + original.gasLimit * fees.maxFeePerGasWei + rollupFeeWei;
  const others = (await listCommitments(trx, { chainCode, address: fromAddress })).filter(
    (commitment) => commitment.nonce !== nonce,
  );
  requireGas(native, { spareWei: balanceWei - committedWei(others), neededWei: maxCostWei });
  const { raw, hash } = await deps.hotWallet.signTransaction({ ...original, ...fees });
  await insertSigned(trx, {
    ...{ chainCode, txHash: hash, fromAddress, nonce, rawTransaction: raw, withdrawalId, purpose },
    ...{ payment: replaced.payment, replaces: replaced.txHash, maxCostWei, signedAtMs: deps.now() },
    maxFeePerGasWei: fees.maxFeePerGasWei,
  });
  return dearest(await listAttempts(trx, replaced)) ?? replaced;
}

/** All that was signed for the nonce. */
async function listAttempts(trx: Transaction, of: SentTransaction): Promise<readonly SentTransaction[]> {
  if (of.withdrawalId === null) return [of];
  const all =
    of.purpose === 'fill'
      ? await listOpenFills(trx, { withdrawalId: of.withdrawalId })
      : await listWithdrawalTransactions(trx, [of.withdrawalId]);
  return all.filter(({ nonce }) => nonce === of.nonce);
}

function inGwei(wei: bigint): string {
  return formatDecimal(wei, { decimals: GWEI_DIGITS, digits: SHOWN_GWEI_DIGITS });
}
