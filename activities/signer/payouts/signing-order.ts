import { listSignedFor } from '../../../src/db/wallets/lost-nonces.js';
import type { Transaction } from '../../../src/db/core/database.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import { requireOwnBytes, type ByteOwner } from '../wallet/policy/require-own-bytes.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import type { SigningMemory } from '../wallet/memory/signing-memory.js';
import type { Payable, PaymentPlan } from './payment-terms.js';

/** The withdrawals to sign in one batch. Each gets a nonce when its turn comes. */
export interface SigningOrder {
  /** Those that wait until another transaction is final, by their ids. */
  readonly refused: ReadonlyMap<string, NotYet>;
  /** Takes the one that is signed next, with its nonce. @param free the first nonce that nothing was signed for. */
  take(free: number): { readonly payable: Payable; readonly nonce: number } | null;
}

/**
 * Orders the withdrawals of a batch by their nonces.
 *
 * The commit of an earlier batch may have failed. Its payments are remembered, and with another nonce they could be
 * paid twice. So each of them gets its own nonce again, unless something else has that nonce. The others take the
 * nonces between them. Where there are too few, a nonce stays free, until a cancellation takes it.
 *
 * The other transaction with such a nonce may be one of ours with another purpose. One of the two will be final, so no
 * person is needed.
 */
export async function orderByNonce(
  trx: Transaction,
  { memory, hotWallet: { address } }: SigningDependencies,
  { payable, terms: { chainCode, counted } }: PaymentPlan,
): Promise<SigningOrder> {
  const again = new Map<number, Payable>();
  const others: Payable[] = [];
  const refused = new Map<string, NotYet>();
  for (const one of payable) {
    const { chain, withdrawal } = one.signable;
    const { withdrawalId } = withdrawal;
    const known = memory.find(withdrawalId);
    const isHere = known?.chainCode === chainCode && known.fromAddress === address;
    const onRecord = isHere ? await listSignedFor(trx, { chainCode, address, nonce: known.nonce }) : [];
    const isFree = isHere && known.nonce >= counted.nonce && !again.has(known.nonce) && onRecord.length === 0;
    const taking = onRecord.find((each) => isForAnother(memory, each, withdrawalId));
    if (isFree) again.set(known.nonce, one);
    else if (taking === undefined || !(await isOwn(taking, { ...chain, address }))) others.push(one);
    else refused.set(withdrawalId, waitsFor(taking));
  }
  const takeAgain = (nonce: number): { payable: Payable; nonce: number } | null => {
    const found = again.get(nonce);
    again.delete(nonce);
    return found === undefined ? null : { payable: found, nonce };
  };
  return {
    refused,
    take(free) {
      const lowest = Math.min(...again.keys());
      if (lowest <= free) return takeAgain(lowest);
      const payableNow = others.shift();
      if (payableNow !== undefined) return { payable: payableNow, nonce: free };
      return takeAgain(lowest);
    },
  };
}

/**
 * Tells whether a transaction may still have its nonce, and was signed here for another purpose. This is believed only
 * about transactions that the memory has signed: any other one could hide that the withdrawal was paid.
 */
function isForAnother(memory: SigningMemory, sent: SentTransaction, withdrawalId: string): boolean {
  const signed = memory.findSigned(sent.txHash);
  return sent.foreignHash === null && signed !== null && signed.pays !== withdrawalId;
}

/** Tells whether the bytes are those of the row: the database could show something that was signed for another nonce. */
async function isOwn(sent: SentTransaction, owner: ByteOwner): Promise<boolean> {
  try {
    await requireOwnBytes([sent], owner);
    return true;
  } catch (error) {
    if (error instanceof NotYet) return false;
    throw error;
  }
}

function waitsFor({ nonce, txHash }: SentTransaction): NotYet {
  return new NotYet(
    'nonce_used',
    `it was signed for nonce ${nonce} before, and that was not stored; ${txHash} has this nonce now, for something else; waits until that is final`,
  );
}
