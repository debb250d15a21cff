import { isSigned1559, readSigned } from '../../../src/chain/sending/broadcast.js';
import {
  findNonceUse,
  type NonceUse,
  type OwnTransaction,
} from '../../../src/chain/sending/find-nonce-use.js';
import { decodeReceiptOrNull } from '../../../src/chain/transfers/receipts.js';
import { isUnknownBlock } from '../../../src/chain/rpc/rpc-errors.js';
import { appendAudit } from '../../../src/db/audit/audit-log.js';
import { findChainCursor, type ChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { transaction } from '../../../src/db/core/database.js';
import { listSignedFor, markForeign } from '../../../src/db/wallets/lost-nonces.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import type { SigningDependencies } from './signed-withdrawal.js';
import { adoptUse } from './adopt-use.js';
import type { UsedNonce } from './used-nonce.js';
import { requireStillFinal } from './require-still-final.js';
import { dearest } from './sent.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * The chain counts a nonce as used, and knows no receipt of ours. Ours may be mined all the same, and the RPC behind;
 * or a transaction from outside has it, which a reorganisation may still undo. Only when such a one is found in a final
 * block, signed by our own key, and no RPC knows a receipt of ours, can ours never be mined.
 *
 * One of our own key that does the very same is taken on record as one of ours: most likely it is, from before a
 * database was restored.
 *
 * @returns whether the nonce is lost for good; false when ours has it.
 * @throws NotYet until one or the other is certain.
 */
export async function settleUsedNonce(deps: SigningDependencies, used: UsedNonce): Promise<boolean> {
  const { attempts } = used;
  const sent = dearest(attempts);
  if (sent === undefined) throw new Error('There is no nonce to settle');
  const use = await findFinalUse(deps, used, sent);
  if (attempts.some(({ txHash }) => txHash === use.txHash)) return false;
  await requireAgreement(used, use);
  const { fromAddress: address, nonce, chainCode } = sent;
  const signed = await listSignedFor(deps.db, { chainCode, address, nonce });
  // What an operator says has paid another withdrawal, or a fill, is on record as that and is nobody else's.
  const known = signed.find(({ txHash }) => txHash === use.txHash);
  if (known === undefined && isWorthAdopting(sent) && isSameCall(use.own, attempts)) {
    await adoptUse(deps, used, { sent, use });
    return false;
  }
  await writeDown(deps, used, { sent, use, known });
  return true;
}

/** A fill moves nothing. Gas money that came to a deposit address is in the books already, like a payment. */
function isWorthAdopting({ purpose }: SentTransaction): boolean {
  return purpose !== 'fill' && purpose !== 'fund';
}

/** All attempts make one call; those that were found on the chain need not be of a type that can be read. */
function isSameCall(own: NonceUse['own'], attempts: readonly SentTransaction[]): own is OwnTransaction {
  const readable = attempts.find(({ rawTransaction }) => isSigned1559(rawTransaction));
  if (readable === undefined) return false;
  const { to, valueAtomic, data } = readSigned(readable.rawTransaction);
  return own?.to === to && own.valueAtomic === valueAtomic && own.data === data;
}

async function findFinalUse(
  deps: SigningDependencies,
  { chain, client }: UsedNonce,
  { fromAddress, nonce }: SentTransaction,
): Promise<NonceUse> {
  const cursor = await findChainCursor(deps.db, chain.chainCode);
  const finalNumber = cursor?.haltedReason == null ? readAndFinal(cursor) : null;
  const use =
    finalNumber === null
      ? null
      : await findNonceUse(client, { address: fromAddress, nonce, finalNumber }).catch((error: unknown) => {
          if (!isUnknownBlock(error)) throw error;
          throw new NotYet(
            'nonce_used',
            `nonce ${nonce} is used, and no RPC keeps state that is old enough to tell by what; add an archive to the chain's rpcUrls`,
          );
        });
  if (use !== null) return use;
  throw new NotYet(
    'nonce_used',
    `nonce ${nonce} is used by a transaction that is not on record here; waits until its block is final`,
  );
}

/** What used it may have paid another withdrawal: by then the follower has read that. */
function readAndFinal(cursor: ChainCursor | undefined): number | null {
  if (cursor?.finalizedHeight == null || cursor.height === null) return null;
  return Math.min(cursor.finalizedHeight, cursor.height);
}

/** Every RPC that answers must know the one, in the same block, and none of the others. */
async function requireAgreement({ client, attempts }: UsedNonce, use: NonceUse): Promise<void> {
  const disagreement = (origin: string): NotYet =>
    new NotYet(
      'nonce_used',
      `the RPCs disagree about which transaction has its nonce (${origin}); waits until they agree`,
    );
  const known = await client.requestFromEach('eth_getTransactionReceipt', [use.txHash], decodeReceiptOrNull);
  for (const answer of known) {
    if (answer.ok && answer.value?.blockNumber !== use.blockNumber) throw disagreement(answer.origin);
  }
  for (const { txHash } of attempts) {
    const ours = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull);
    for (const answer of ours) if (answer.ok && answer.value !== null) throw disagreement(answer.origin);
  }
}

async function writeDown(
  deps: SigningDependencies,
  { chain: { chainCode }, objectKind, objectId, onLost }: UsedNonce,
  { sent, use, known }: { sent: SentTransaction; use: NonceUse; known: SentTransaction | undefined },
): Promise<void> {
  const { fromAddress: address, nonce, purpose } = sent;
  const words = `nonce ${nonce} of ${address} was used ${nameUser(use, known)} ${use.txHash} in final block ${use.blockNumber}`;
  await transaction(deps.db, async (trx) => {
    await lockWallet(trx, { chainCode, address });
    await requireStillFinal(trx, { chainCode, use });
    await onLost(trx);
    await markForeign(trx, { chainCode, address, nonce, foreignHash: use.txHash });
    await appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      action: `${objectKind}.nonce_lost`,
      objectKind,
      objectId,
      reason: words,
      before: { nonce, txHash: sent.txHash, purpose },
      after: { foreignHash: use.txHash, blockNumber: use.blockNumber },
    });
  });
  deps.log.warn(
    { [`${objectKind}Id`]: objectId, chainCode, nonce, txHash: sent.txHash, foreignHash: use.txHash },
    use.own === null || known !== undefined ? words : `${words}; who else has its key?`,
  );
}

/** @param known as what it is on record here. */
function nameUser({ own }: NonceUse, known: SentTransaction | undefined): string {
  if (known?.purpose === 'fill') return 'by a fill of ours,';
  if (known !== undefined)
    return `from outside, by what has paid withdrawal ${known.withdrawalId}, as an operator says,`;
  return `from outside, by${own === null ? ' an authorization of it in' : ''}`;
}
