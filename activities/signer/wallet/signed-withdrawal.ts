import type { SweepKeys, TransactionSigner } from '../../../src/chain/keys/types.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { findWithdrawal, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { gasAsset, sameAsset, type Asset, type Chain } from '../../../src/domain/core/asset.js';
import { quoted, wordOrQuoted } from '../../../src/domain/core/printable.js';
import type { SignerLimits } from '../../../src/domain/wallets/signer-limits.js';
import type { SignerApprovers } from '../../../src/domain/withdrawals/required-signatures.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { recordNotFound } from '../../record-not-found.js';
import { NotYet, readingRow } from '../../withdrawals/not-yet.js';
import type { SigningMemory } from './memory/signing-memory.js';

/** The parts that only a signing worker has. */
export interface SignerParts {
  readonly hotWallet: TransactionSigner;
  /** Absent where the keys do not come from a seed: then deposit addresses are not swept. */
  readonly sweepKeys?: SweepKeys;
  readonly limits: SignerLimits;
  /** The approvers whose signatures a payment needs. Null: none are required. */
  readonly approvers: SignerApprovers | null;
  /** Path of the file that keeps the signing memory over restarts. Null: the memory ends with the process. */
  readonly memoryFile?: string | null;
  /** The default path, when none is configured. The process works without the file if it can't be written. */
  readonly defaultMemoryFile?: string | null;
  /** True: coins are worthless, so the wallet's key may have been used elsewhere. */
  readonly localMode?: boolean;
}

export type SigningDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'now' | 'log'
> &
  SignerParts & { readonly memory: SigningMemory };

/** One withdrawal with everything that is needed to have its signed transactions mined. */
export interface SignedWithdrawal {
  readonly withdrawal: Withdrawal;
  readonly chain: Chain;
  /** The coin that gas is paid in. */
  readonly native: Asset;
  readonly client: ChainClient;
}

/** A withdrawal whose asset is configured, so that it may be signed. */
export interface SignableWithdrawal extends SignedWithdrawal {
  readonly asset: Asset;
}

/**
 * Reads a withdrawal with its chain.
 *
 * @throws ApplicationFailure when there is no such withdrawal.
 * @throws NotYet `not_listed` when its chain is not configured any more; `malformed` when its row can't be read.
 */
export async function findSignedWithdrawal(
  deps: SigningDependencies,
  withdrawalId: string,
): Promise<SignedWithdrawal> {
  const withdrawal = await readingRow(() => findWithdrawal(deps.db, { withdrawalId }));
  if (withdrawal === undefined) throw recordNotFound('withdrawal', withdrawalId);
  const chain = deps.chains.get(withdrawal.asset.chainCode);
  if (chain === undefined) throw notListed(withdrawal);
  return { withdrawal, chain, native: gasAsset(chain), client: deps.chainClient(chain.chainCode) };
}

/**
 * Requires that the withdrawal's asset is still configured. Only new signatures need this: what is signed already is
 * sent without it.
 *
 * @throws NotYet `not_listed` when its asset is not configured any more.
 */
export function requireListed(
  deps: SigningDependencies,
  { withdrawal }: SignedWithdrawal,
): SignableWithdrawal {
  const signable = signableOf(deps, withdrawal);
  if (signable === null) throw notListed(withdrawal);
  return signable;
}

function notListed({ asset: { chainCode, tokenSymbol } }: Withdrawal): NotYet {
  return new NotYet(
    'not_listed',
    `the signing worker's configuration has no ${quoted(`${chainCode}/${tokenSymbol}`)}; list it there again, or stop the withdrawal`,
  );
}

/** Returns the withdrawal as one that may be signed. Null: its asset is not configured any more. */
export function signableOf(deps: SigningDependencies, withdrawal: Withdrawal): SignableWithdrawal | null {
  const chain = deps.chains.get(withdrawal.asset.chainCode);
  const asset = chain?.assets.find((listed) => sameAsset(listed, withdrawal.asset));
  if (chain === undefined || asset === undefined) return null;
  return { withdrawal, chain, asset, native: gasAsset(chain), client: deps.chainClient(chain.chainCode) };
}

/**
 * Requires that the hot wallet is still the one that signed. No other wallet may go on with its transactions: bytes
 * that another wallet signs with the same nonce would be a second payment.
 *
 * @throws NotYet `other_wallet` when the hot wallet has another key now.
 */
export function requireSameWallet({ hotWallet }: SigningDependencies, fromAddress: string): void {
  if (hotWallet.address === fromAddress) return;
  throw new NotYet(
    'other_wallet',
    `its transaction was signed by ${wordOrQuoted(fromAddress)}, and the hot wallet is ${hotWallet.address} now: the signed bytes are sent as they are, and nothing new is signed for it until the signing worker has the key of ${wordOrQuoted(fromAddress)} again`,
  );
}
