import { readAgreedNonce } from '../../../../src/chain/agreement/read-agreed-nonce.js';
import { readSpendable, type Spendable } from '../../../../src/chain/agreement/read-spendable.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import { isSigned1559, readSigned } from '../../../../src/chain/sending/broadcast.js';
import { estimateGas } from '../../../../src/chain/sending/estimate-gas.js';
import { suggestFees, type Fees } from '../../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../../src/chain/keys/types.js';
import { readRollupFee } from '../../../../src/chain/sending/rollup-fee.js';
import { transaction, type Transaction } from '../../../../src/db/core/database.js';
import { listMissingNonces, listSignedFor } from '../../../../src/db/wallets/lost-nonces.js';
import type { CancellationOwner, SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../../src/db/wallets/wallets.js';
import { gasAsset } from '../../../../src/domain/core/asset.js';
import { raiseFees } from '../../../../src/domain/wallets/raise-fees.js';
import { requireFeesWithinCap, requireGasBesideOthers } from '../policy/require-funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { enterSigning } from '../policy/signing-policy.js';
import { storeSigned } from '../policy/store-signed.js';
import { NotYet } from '../../../withdrawals/not-yet.js';
import { startSigningTime } from '../signing-time.js';

/** How many cancellation transactions are signed in one call. A wider gap takes several calls. */
const MAX_CANCELLATIONS = 16;

/** A range of a wallet's nonces, some of which were skipped. */
export interface SkippedNonces extends Pick<SignableWithdrawal, 'chain' | 'native' | 'client'> {
  readonly signer: TransactionSigner;
  /** The withdrawal or movement that waits behind them. */
  readonly owner: CancellationOwner;
  readonly fromNonce: number;
  readonly belowNonce: number;
}

/** The cost of one cancellation transaction, and the balance that pays for it. */
interface CancellationTerms {
  readonly gasLimit: bigint;
  readonly fees: Fees;
  readonly gasMoney: Spendable;
  readonly rollupFeeWei: bigint;
}

/**
 * Signs a cancellation transaction for each missing nonce: it sends nothing, to its own wallet. Nothing beyond a
 * missing nonce can be mined.
 *
 * Usually there is no gap: a nonce is taken under the wallet's lock, in the transaction that stores its bytes, and
 * these are sent until it is mined. A gap opens when transactions from outside had used nonces, and a reorganisation
 * then dropped them. We had skipped these nonces, or given up the transactions that we had signed for them. A node may
 * still hold such a transaction, so the cancellation pays a higher fee.
 *
 * The RPCs have to agree on which nonces are free. A single RPC could call used ones free: cancellations of them are never
 * mined, and would have to be explained by blocks that few RPCs keep.
 *
 * @returns how many were signed.
 * @throws NotYet also `unread` while the RPCs don't agree.
 */
export async function cancelGaps(deps: SigningDependencies, skipped: SkippedNonces): Promise<number> {
  const { chain, client, owner, belowNonce } = skipped;
  const { chainCode } = chain;
  const { address } = skipped.signer;
  const said = { chainCode, address, belowNonce, fromNonce: skipped.fromNonce, limit: MAX_CANCELLATIONS };
  if ((await listMissingNonces(deps.db, said)).length === 0) return 0;
  const fromNonce = Math.max(skipped.fromNonce, await countAgreed(client, address));
  if (fromNonce >= belowNonce) return 0;
  const gap = { ...said, fromNonce };
  const terms = await readCancellationTerms({ chain, client, address });
  const cancelled = await transaction(deps.db, async (trx) => {
    await enterSigning(trx, { chainCode });
    await lockWallet(trx, { chainCode, address });
    const missing = await listMissingNonces(trx, gap);
    const signed: number[] = [];
    const isTimeOver = startSigningTime();
    for (const nonce of missing) {
      if (signed.length > 0 && isTimeOver()) break;
      const attempts = await listSignedFor(trx, { chainCode, address, nonce });
      await signCancellation(trx, deps, {
        wallet: skipped,
        nonce,
        terms: raiseAbove(terms, { attempts, chain }),
        replaces: findUnreplaced(attempts)?.txHash ?? null,
      });
      signed.push(nonce);
    }
    return signed;
  });
  if (cancelled.length > 0) {
    deps.log.warn(
      { chainCode, address, nonces: cancelled, ...owner },
      'nonces of a wallet were skipped, or were given up and are free again: a cancellation transaction takes each of them',
    );
  }
  return cancelled.length;
}

async function countAgreed(client: ChainClient, address: string): Promise<number> {
  const counted = await readAgreedNonce(client, { address, block: 'latest' });
  if (counted !== null) return counted;
  throw new NotYet(
    'unread',
    `an RPC says that nonces of ${address} before its own are missing; nothing is cancelled until the RPCs agree on how many are used`,
  );
}

/**
 * Reads what a cancellation transaction costs now.
 *
 * @throws NotYet
 */
export async function readCancellationTerms({
  chain,
  client,
  address,
}: Pick<SignableWithdrawal, 'chain' | 'client'> & { readonly address: string }): Promise<CancellationTerms> {
  const call = { to: address, valueAtomic: 0n, data: '0x' };
  const [fees, gasLimit, gasMoney, rollupFeeWei] = await Promise.all([
    suggestFees(client, { capWei: chain.maxFeePerGasWei }),
    estimateGas(client, { from: address, ...call }),
    readSpendable(client, { address, asset: gasAsset(chain) }),
    readRollupFee(client, { chainId: chain.chainId, ...call }),
  ]);
  requireFeesWithinCap(fees, 'nonces before its own are missing, and ');
  return { fees, gasLimit, gasMoney, rollupFeeWei };
}

/** Returns the attempt of a nonce that no other attempt replaces. */
export function findUnreplaced(attempts: readonly SentTransaction[]): SentTransaction | undefined {
  return attempts.find(({ txHash }) => !attempts.some(({ replaces }) => replaces === txHash));
}

/**
 * Raises the fees above those of the attempts, within the cap: a node may still hold one of them, and takes another
 * transaction of that nonce only for a higher fee.
 */
export function raiseAbove(
  terms: CancellationTerms,
  { attempts, chain }: { attempts: readonly SentTransaction[]; chain: SignableWithdrawal['chain'] },
): CancellationTerms {
  const raised = raiseFees({
    attempts: attempts
      .map(({ rawTransaction: raw }) => raw)
      .filter(isSigned1559)
      .map(readSigned),
    advised: terms.fees,
    capWei: chain.maxFeePerGasWei,
  });
  return raised.kind === 'raised' ? { ...terms, fees: { ...terms.fees, ...raised.fees } } : terms;
}

/**
 * Signs a cancellation transaction, under the wallet's lock.
 *
 * @param cancellation.replaces the transaction that was signed for the nonce before, and must not be mined.
 */
export async function signCancellation(
  trx: Transaction,
  deps: SigningDependencies,
  {
    wallet,
    nonce,
    terms,
    replaces,
  }: {
    wallet: Pick<SkippedNonces, 'chain' | 'native' | 'signer' | 'owner'>;
    nonce: number;
    terms: CancellationTerms;
    replaces: string | null;
  },
): Promise<void> {
  const { chain, native, signer, owner } = wallet;
  const { chainCode, chainId } = chain;
  const { address } = signer;
  const { gasLimit, gasMoney, rollupFeeWei } = terms;
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = terms.fees;
  const maxCostWei = gasLimit * maxFeePerGasWei + rollupFeeWei;
  // The gas of the transactions behind the gap counts too. If the cancellation took it, they could not be mined.
  await requireGasBesideOthers(trx, deps, {
    native,
    wallet: { chainCode, address },
    nonce,
    gasMoney,
    neededWei: maxCostWei,
  });
  const { raw, hash } = await signer.signTransaction({
    chainId,
    nonce,
    to: address,
    valueAtomic: 0n,
    data: '0x',
    gasLimit,
    maxFeePerGasWei,
    maxPriorityFeePerGasWei,
  });
  await storeSigned(trx, deps, [
    {
      chainCode,
      txHash: hash,
      fromAddress: address,
      nonce,
      rawTransaction: raw,
      withdrawalId: null,
      ...owner,
      purpose: 'cancellation',
      payment: null,
      replaces,
      maxFeePerGasWei,
      maxCostWei,
      signedAtMs: deps.now(),
    },
  ]);
}
