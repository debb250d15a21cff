import { readAgreedNonce } from '../../../src/chain/agreement/read-agreed-nonce.js';
import { askWhetherMined } from '../../../src/chain/agreement/read-agreed-depth.js';
import { listGivenUp } from '../../../src/db/wallets/lost-nonces.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { cancelGaps } from '../wallet/cancellations/cancel-gaps.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Requires that no transaction that was given up for a withdrawal can still be mined.
 *
 * A transaction is given up when a transaction from outside has used its nonce in a final block. If that block is
 * undone, the one that was given up can be mined after all: its bytes are public. So nothing else is signed or sent for
 * the withdrawal until the chain counts each such nonce as used, and no RPC knows a receipt of a transaction that was
 * given up. If a nonce is free again, a cancellation transaction is signed for it, with a higher fee than the one that
 * was given up.
 *
 * @param sendCancellations sends these cancellation transactions.
 * @throws NotYet until then.
 */
export async function requireGivenUpUnminable(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  sendCancellations: () => Promise<void>,
): Promise<void> {
  const givenUp = await listGivenUp(deps.db, signedWithdrawal.withdrawal.withdrawalId);
  for (const address of new Set(givenUp.map(({ fromAddress }) => fromAddress))) {
    const attempts = givenUp.filter(({ fromAddress }) => fromAddress === address);
    const nonces = attempts.map(({ nonce }) => nonce);
    // Read before the receipts: a transaction that is mined in between has a receipt by then.
    const minedNonce = await countAgreed(signedWithdrawal, address);
    const free = nonces.filter((nonce) => nonce >= minedNonce);
    if (free.length === 0) {
      await requireUnmined(signedWithdrawal, attempts);
      continue;
    }
    requireSameWallet(deps, address);
    const [fromNonce, belowNonce] = [Math.min(...free), Math.max(...free) + 1];
    const owner = { withdrawalId: signedWithdrawal.withdrawal.withdrawalId };
    await cancelGaps(deps, { ...signedWithdrawal, signer: deps.hotWallet, owner, fromNonce, belowNonce });
    await sendCancellations();
    throw new NotYet(
      'nonce_used',
      `nonce ${fromNonce} of its first transaction had been used from outside and is free again; waits until a transaction that moves nothing has used it`,
    );
  }
}

/**
 * Counts the nonces that the chain takes for used. With the word of one RPC alone, we might pay while the other
 * transaction can still be mined.
 */
async function countAgreed({ client }: SignedWithdrawal, address: string): Promise<number> {
  const counted = await readAgreedNonce(client, { address, block: 'latest' });
  if (counted !== null) return counted;
  throw new NotYet(
    'nonce_used',
    `its first transaction had lost its nonce, and the RPCs do not agree on how many nonces ${address} has used; waits until they do`,
  );
}

/** Requires that no RPC knows a receipt of these transactions, by the word of two. @throws NotYet */
async function requireUnmined(
  { client }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<void> {
  for (const { txHash } of attempts) {
    const answer = await askWhetherMined(client, txHash);
    if (answer === 'nowhere') continue;
    const words = `its first transaction ${txHash} had lost its nonce`;
    throw new NotYet(
      'nonce_used',
      answer === 'mined'
        ? `${words} and may be mined after all; waits until its block is read`
        : `${words}, and too few RPCs say whether it is mined after all; waits until more do. Where they keep no receipts as old as that, add an archive node to the chain's rpcUrls`,
    );
  }
}
