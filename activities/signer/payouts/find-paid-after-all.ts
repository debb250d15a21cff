import { isRpcFailure } from '../../../src/chain/agreement/payment-votes.js';
import { askWhetherMined, isAgreedReverted } from '../../../src/chain/agreement/read-agreed-depth.js';
import { readAgreedNonce } from '../../../src/chain/agreement/read-agreed-nonce.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import type { ForgottenPayment } from '../wallet/memory/signing-memory.js';
import { findAgreedUse } from '../wallet/nonces/used-nonce.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';

/**
 * Finds out whether a forgotten payment of a withdrawal has paid it, or still can. The payment is forgotten because
 * somebody has added a line to the memory's file that says that it can't be mined any more. A thief who alters the
 * database could have misled them. So the chain has to show that another transaction has its nonce, or that it was
 * reverted. An RPC that knows no receipt of it proves nothing: nodes drop old receipts.
 *
 * @returns `not_approved`; `unread` while too few RPCs say it. Null: nothing of it has paid, or ever can.
 */
export async function findPaidAfterAll(
  deps: SigningDependencies,
  { withdrawal: { withdrawalId } }: SignableWithdrawal,
): Promise<NotYet | null> {
  if (deps.approvers === null) return null;
  for (const given of deps.memory.listForgotten(withdrawalId)) {
    const { chainCode, hashes } = given;
    const chain = deps.chains.get(chainCode);
    if (chain === undefined) return unread(hashes, `waits until CHAINS_FILE lists ${chainCode} again`);
    const where = { chain, client: deps.chainClient(chainCode) };
    const refusal =
      (await findStillPaying(deps, where, given)) ?? (await findUnexplained(deps, where, given));
    if (refusal !== null) return refusal;
  }
  return null;
}

type Where = Pick<SignableWithdrawal, 'chain' | 'client'>;

/** Finds out whether it has paid, or whether its nonce is free. */
async function findStillPaying(
  { memory }: SigningDependencies,
  { client }: Where,
  { fromAddress, nonce, hashes }: ForgottenPayment,
): Promise<NotYet | null> {
  const line = `though ${memory.path ?? 'the memory'} has a line by which it is lost; who has asked for that line?`;
  // Read before the receipts: a transaction that is mined in between has a receipt by then.
  const counted = await readAgreedNonce(client, { address: fromAddress, block: 'latest' });
  for (const txHash of hashes) {
    const answer = await askWhetherMined(client, txHash, ({ succeeded }) => succeeded);
    if (answer === 'mined')
      return new NotYet(
        'not_approved',
        `${txHash} was signed to pay it and is mined, ${line} Stop the withdrawal`,
      );
    if (answer === 'unsaid') return unread([txHash], 'waits until enough RPCs say whether it is in a block');
    if (counted === null) return unread([txHash], 'waits until the RPCs agree on how many nonces are used');
    if (counted <= nonce)
      return new NotYet(
        'not_approved',
        `${txHash} was signed to pay it and can still be mined, since nonce ${nonce} is free, ${line} Take it out again`,
      );
  }
  return null;
}

/** Finds out whether it is not certain yet what has used its nonce. */
async function findUnexplained(
  deps: SigningDependencies,
  where: Where,
  given: ForgottenPayment,
): Promise<NotYet | null> {
  try {
    const { txHash } = await findAgreedUse(deps, where, given);
    if (!given.hashes.has(txHash) || (await isAgreedReverted(where.client, txHash))) return null;
    return unread([txHash], 'waits until enough RPCs say whether it has paid or was reverted');
  } catch (error) {
    if (!(error instanceof NotYet) && !isRpcFailure(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return unread(given.hashes, `waits until it is certain what has used its nonce: ${why}`);
  }
}

function unread(txHashes: Iterable<string>, what: string): NotYet {
  return new NotYet(
    'unread',
    `${[...txHashes].join(' or ')} was signed to pay it and is said to be lost; ${what}. Where RPCs keep no data as old as that, add an archive node to the chain's rpcUrls`,
  );
}
