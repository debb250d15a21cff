import { findNonceUse, type NonceUse } from '../../../../src/chain/sending/find-nonce-use.js';
import { findNotFinal } from '../../../../src/chain/agreement/read-agreed-depth.js';
import { decodeReceiptOrNull } from '../../../../src/chain/transfers/receipts.js';
import { isUnknownBlock } from '../../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import {
  findChainCursor,
  lockFinalHeight,
  type ChainCursor,
} from '../../../../src/db/chains/chain-cursor.js';
import type { Transaction } from '../../../../src/db/core/database.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/** All transactions that were signed for a nonce that the chain counts as used, with their purpose. */
export interface UsedNonce extends Pick<SignableWithdrawal, 'chain' | 'client'> {
  readonly attempts: readonly SentTransaction[];
  readonly objectKind: 'withdrawal' | 'movement';
  readonly objectId: string;
  /** Called in the database transaction that records that the nonce is lost. */
  readonly onLost: (trx: Transaction) => Promise<unknown>;
}

/**
 * Finds the final transaction that has used a nonce, as every RPC that answers says.
 *
 * @throws NotYet until that is certain.
 */
export async function findAgreedUse(
  deps: SigningDependencies,
  where: Pick<UsedNonce, 'chain' | 'client'>,
  nonce: Pick<SentTransaction, 'fromAddress' | 'nonce'>,
): Promise<NonceUse> {
  const use = await findFinalUse(deps, where, nonce);
  await requireFinal(where.client, use);
  return use;
}

/**
 * Finds the final transaction that has used a nonce, as one RPC says.
 *
 * @throws NotYet `nonce_used` while there is none.
 */
export async function findFinalUse(
  deps: SigningDependencies,
  { chain, client }: Pick<UsedNonce, 'chain' | 'client'>,
  { fromAddress, nonce }: Pick<SentTransaction, 'fromAddress' | 'nonce'>,
): Promise<NonceUse> {
  const cursor = await findChainCursor(deps.db, chain.chainCode);
  const finalNumber = lastReadFinalBlock(cursor);
  const use =
    finalNumber === null
      ? null
      : await findNonceUse(client, {
          chainId: chain.chainId,
          address: fromAddress,
          nonce,
          finalNumber,
        }).catch((error: unknown) => {
          if (!isUnknownBlock(error)) throw error;
          throw new NotYet(
            'nonce_used',
            `nonce ${nonce} is used, and no RPC keeps old enough state to tell which transaction used it; add an archive node to the chain's rpcUrls`,
          );
        });
  if (use !== null) return use;
  throw new NotYet(
    'nonce_used',
    `nonce ${nonce} is used by a transaction that is not on record here; waits until its block is final`,
  );
}

/**
 * Returns the last block that is final and that the follower has read. The transaction that used the nonce may have
 * paid another withdrawal. The follower has recorded such payments up to this block. Null while the chain is halted: a
 * block that was final is not part of it any more, so nothing is known to be final until an operator resumes it.
 */
function lastReadFinalBlock(cursor: ChainCursor | undefined): number | null {
  if (cursor?.finalizedHeight == null || cursor.height === null || cursor.haltedReason !== null) return null;
  return Math.min(cursor.finalizedHeight, cursor.height);
}

/**
 * Requires that the RPCs agree that the transaction that was found is final. The owner of the database may have
 * invented what the database calls final.
 *
 * @throws NotYet
 */
export async function requireFinal(client: ChainClient, use: NonceUse): Promise<void> {
  const notFinal = await findNotFinal(client, use);
  if (notFinal !== null) throw disagreement(notFinal);
}

/** Requires that no RPC knows a receipt of these transactions. @throws NotYet */
export async function requireNoneMined({ client, attempts }: UsedNonce): Promise<void> {
  for (const { txHash } of attempts) {
    const ours = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull);
    for (const answer of ours) if (answer.ok && answer.value !== null) throw disagreement(answer.origin);
  }
}

function disagreement(origin: string): NotYet {
  return new NotYet(
    'nonce_used',
    `the RPCs disagree about which transaction has its nonce for good (${origin}); waits until they agree`,
  );
}

/**
 * Requires that the block of a used nonce is still final: it may have been undone while the RPCs were asked. The lock
 * that this takes keeps it final until the transaction ends.
 *
 * @throws NotYet
 */
export async function requireStillFinal(
  trx: Transaction,
  { chainCode, use }: { chainCode: string; use: Pick<NonceUse, 'blockNumber'> },
): Promise<void> {
  const finalHeight = await lockFinalHeight(trx, chainCode);
  if (finalHeight !== null && finalHeight >= use.blockNumber) return;
  throw new NotYet(
    'nonce_used',
    `its nonce was used in block ${use.blockNumber}, which was final and is not final any more; waits until it is certain`,
  );
}
