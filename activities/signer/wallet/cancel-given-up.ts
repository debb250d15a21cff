import { readNonceAt } from '../../../src/chain/sending/fees.js';
import { decodeReceiptOrNull } from '../../../src/chain/transfers/receipts.js';
import { listGivenUp } from '../../../src/db/wallets/lost-nonces.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { cancelGaps } from './cancel-gaps.js';
import { requireSameWallet, type SignedWithdrawal, type SigningDependencies } from './signed-withdrawal.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * What was signed for a withdrawal before, and given up since a transaction from outside had its nonce in a final block,
 * can be mined again when that block is undone: its bytes are public. Until the chain counts each such nonce as used,
 * and no RPC knows a receipt of what was given up, nothing else is signed or sent for the withdrawal. A nonce that is
 * free again is used by a transaction that moves nothing, for more than what was given up.
 *
 * @param sendFills sends what was signed for that.
 * @throws NotYet until then.
 */
export async function requireGivenUpPast(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
  sendFills: () => Promise<void>,
): Promise<void> {
  const givenUp = await listGivenUp(deps.db, outgoing.withdrawal.withdrawalId);
  for (const address of new Set(givenUp.map(({ fromAddress }) => fromAddress))) {
    const attempts = givenUp.filter(({ fromAddress }) => fromAddress === address);
    const nonces = attempts.map(({ nonce }) => nonce);
    // Before the receipts: what is mined in between has one by then.
    const minedNonce = await readNonceAt(outgoing.client, { address, block: 'latest' });
    const free = nonces.filter((nonce) => nonce >= minedNonce);
    if (free.length === 0) {
      await requireUnmined(outgoing, attempts);
      continue;
    }
    requireSameWallet(deps, address);
    const [fromNonce, belowNonce] = [Math.min(...free), Math.max(...free) + 1];
    const owner = { withdrawalId: outgoing.withdrawal.withdrawalId };
    await cancelGaps(deps, { ...outgoing, signer: deps.hotWallet, owner, fromNonce, belowNonce });
    await sendFills();
    throw new NotYet(
      'nonce_used',
      `nonce ${fromNonce} of its first transaction, which had been used from outside, is free again; waits until it is used by a transaction that moves nothing`,
    );
  }
}

/** @throws NotYet */
async function requireUnmined(
  { client }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<void> {
  for (const { txHash } of attempts) {
    const answers = await client.requestFromEach('eth_getTransactionReceipt', [txHash], decodeReceiptOrNull);
    if (answers.some((answer) => answer.ok) && answers.every((answer) => !answer.ok || answer.value === null))
      continue;
    throw new NotYet(
      'nonce_used',
      `its first transaction ${txHash}, which had lost its nonce, may be mined after all; waits until its block is read`,
    );
  }
}
