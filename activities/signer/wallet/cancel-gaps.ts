import { isSigned1559, readSigned } from '../../../src/chain/sending/broadcast.js';
import { estimateGas, suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { transaction, type Transaction } from '../../../src/db/core/database.js';
import { listMissingNonces, listSignedFor } from '../../../src/db/wallets/lost-nonces.js';
import {
  insertSigned,
  listCommitments,
  type CancellationOwner,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import { gasAsset } from '../../../src/domain/core/asset.js';
import { raiseFees } from '../../../src/domain/wallets/raise-fees.js';
import { committedWei, requireGas } from './funds.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';
import { enterSigning } from './policy.js';
import { startSigningTime } from './signing-time.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** Fills at one time. A wider gap is filled in several turns. */
const MAX_FILLS = 16;

/** A wallet some of whose nonces were skipped. */
export interface SkippedNonces extends Pick<SignableWithdrawal, 'chain' | 'native' | 'client'> {
  readonly signer: TransactionSigner;
  /** What waits behind them. */
  readonly owner: CancellationOwner;
  readonly fromNonce: number;
  readonly belowNonce: number;
}

interface Cancelling {
  readonly gasLimit: bigint;
  readonly fees: Fees;
  readonly balanceWei: bigint;
  readonly rollupFeeWei: bigint;
}

/**
 * Nothing leaves a gap while every nonce is taken under the wallet's lock in the transaction that keeps its bytes: a
 * nonce that was taken has bytes, and they are sent until it is mined. It opens when nonces were skipped because the
 * chain had counted further than we, or nonces given up, by transactions from outside that a reorganisation then
 * dropped. Nodes mine nothing beyond it; so each missing nonce is given a transaction that sends nothing to ourselves,
 * for more than whatever was given up, which a node may hold.
 *
 * @returns how many were signed.
 */
export async function cancelGaps(deps: SigningDependencies, skipped: SkippedNonces): Promise<number> {
  const { chain, client, owner, fromNonce, belowNonce } = skipped;
  const { chainCode } = chain;
  const { address } = skipped.signer;
  const gap = { chainCode, address, fromNonce, belowNonce, limit: MAX_FILLS };
  if ((await listMissingNonces(deps.db, gap)).length === 0) return 0;
  const filling = await readCancelling({ chain, client, address });
  const filled = await transaction(deps.db, async (trx) => {
    await enterSigning(trx, { chainCode });
    await lockWallet(trx, { chainCode, address });
    const missing = await listMissingNonces(trx, gap);
    const signed: number[] = [];
    const isTimeOver = startSigningTime();
    for (const nonce of missing) {
      if (signed.length > 0 && isTimeOver()) break;
      const attempts = await listSignedFor(trx, { chainCode, address, nonce });
      await signCancellation(trx, deps, {
        ...{ skipped, nonce, filling: raiseOver(filling, { attempts, chain }) },
        replaces: lastOf(attempts)?.txHash ?? null,
      });
      signed.push(nonce);
    }
    return signed;
  });
  if (filled.length > 0) {
    deps.log.warn(
      { chainCode, address, nonces: filled, ...owner },
      'nonces of a wallet were skipped, or given up and are free again: each is filled by a transaction that sends nothing to itself',
    );
  }
  return filled.length;
}

/**
 * What a fill costs now.
 *
 * @throws NotYet
 */
export async function readCancelling({
  chain,
  client,
  address,
}: Pick<SignableWithdrawal, 'chain' | 'client'> & { readonly address: string }): Promise<Cancelling> {
  const call = { to: address, valueAtomic: 0n, data: '0x' };
  const [fees, gasLimit, balanceWei, rollupFeeWei] = await Promise.all([
    suggestFees(client, { capWei: chain.maxFeePerGasWei }),
    estimateGas(client, { from: address, ...call }),
    readBalance(client, { address, asset: gasAsset(chain) }),
    readRollupFee(client, { chainId: chain.chainId, ...call }),
  ]);
  if (fees.baseFeePerGasWei <= fees.maxFeePerGasWei) return { fees, gasLimit, balanceWei, rollupFeeWei };
  throw new NotYet(
    'fees_too_high',
    'nonces before its own are missing, and the base fee of the chain is above maxFeePerGasGwei; waits until it falls',
  );
}

/** Of what was signed for one nonce, the one that nothing replaces yet. */
export function lastOf(attempts: readonly SentTransaction[]): SentTransaction | undefined {
  return attempts.find(({ txHash }) => !attempts.some(({ replaces }) => replaces === txHash));
}

/** A node may still hold one of them, and takes another of its nonce for more, which is given within the cap. */
export function raiseOver(
  filling: Cancelling,
  { attempts, chain }: { attempts: readonly SentTransaction[]; chain: SignableWithdrawal['chain'] },
): Cancelling {
  const raised = raiseFees({
    attempts: attempts
      .map(({ rawTransaction: raw }) => raw)
      .filter(isSigned1559)
      .map(readSigned),
    ...{ advised: filling.fees, capWei: chain.maxFeePerGasWei },
  });
  return raised.kind === 'raised' ? { ...filling, fees: { ...filling.fees, ...raised.fees } } : filling;
}

/** Under the wallet's lock. `replaces`: what was signed for the nonce before and is not to be mined. */
export async function signCancellation(
  trx: Transaction,
  deps: SigningDependencies,
  {
    skipped,
    nonce,
    filling,
    replaces,
  }: {
    skipped: Pick<SkippedNonces, 'chain' | 'native' | 'signer' | 'owner'>;
    nonce: number;
    filling: Cancelling;
    replaces: string | null;
  },
): Promise<void> {
  const { chain, native, signer, owner } = skipped;
  const { chainCode, chainId } = chain;
  const { address } = signer;
  const { gasLimit, balanceWei, rollupFeeWei } = filling;
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = filling.fees;
  const maxCostWei = gasLimit * maxFeePerGasWei + rollupFeeWei;
  // What waits behind the gap counts as well: filled by what it needs, it would stay where it is.
  const others = await listCommitments(trx, { chainCode, address });
  const committed = committedWei(others.filter((commitment) => commitment.nonce !== nonce));
  const who = address === deps.hotWallet.address ? 'the hot wallet' : address;
  requireGas(native, { spareWei: balanceWei - committed, neededWei: maxCostWei, who });
  const { raw, hash } = await signer.signTransaction({
    ...{ chainId, nonce, to: address, valueAtomic: 0n, data: '0x', gasLimit },
    ...{ maxFeePerGasWei, maxPriorityFeePerGasWei },
  });
  await insertSigned(trx, {
    ...{ chainCode, txHash: hash, fromAddress: address, nonce, rawTransaction: raw },
    ...{ withdrawalId: null, ...owner, purpose: 'fill', payment: null, replaces },
    ...{ maxFeePerGasWei, maxCostWei, signedAtMs: deps.now() },
  });
}
