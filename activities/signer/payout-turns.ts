import { sendRawTransaction } from '../../src/chain/broadcast.js';
import type { SentTransaction } from '../../src/db/sent-transactions.js';
import { listUnsigned } from '../../src/db/withdrawals.js';
import { outgoingOf, type Outgoing, type SigningDependencies } from './outgoing.js';
import { noteSent } from './sent.js';
import { signPayments, type SigningOutcome } from './sign-payments.js';
import { carryCold } from './sweep/carry-cold.js';
import { takeTurns } from './turns.js';

/** Withdrawals of one turn: all are signed under the wallet's lock, one after the other. */
const MOST = 32;

/** Signs a withdrawal, unless it is signed, and sends it when this is the first time. @returns its attempts. */
export type TakeTurn = (outgoing: Outgoing) => Promise<readonly SentTransaction[]>;

/**
 * Payouts of one wallet leave one after the other, for the sake of their nonces. So whoever has the turn takes along
 * all others that are due: those that were asked for meanwhile, and those that are approved and were not asked for yet.
 * The workflow of each finds it sent, or sends it itself where this was cut short.
 */
export function createPayoutTurns(deps: SigningDependencies): TakeTurn {
  const chains = new Map<string, (outgoing: Outgoing) => Promise<SigningOutcome>>();
  return async (outgoing) => {
    const { chainCode } = outgoing.chain;
    const join =
      chains.get(chainCode) ?? takeTurns({ most: MOST, take: (asked) => takeTurn(deps, chainCode, asked) });
    chains.set(chainCode, join);
    const outcome = await join(outgoing);
    if (outcome.attempts === null) throw outcome.error;
    return outcome.attempts;
  };
}

async function takeTurn(
  deps: SigningDependencies,
  chainCode: string,
  asked: readonly [Outgoing, ...Outgoing[]],
): Promise<readonly SigningOutcome[]> {
  const due = await listUnsigned(deps.db, { chainCode, nowMs: deps.now(), limit: MOST });
  const byId = new Map(asked.map((outgoing) => [outgoing.withdrawal.withdrawalId, outgoing]));
  for (const withdrawal of due) {
    const outgoing = byId.size < MOST ? outgoingOf(deps, withdrawal) : null;
    if (outgoing !== null && !byId.has(withdrawal.withdrawalId)) byId.set(withdrawal.withdrawalId, outgoing);
  }
  const outcomes = await signPayments(deps, [...byId.values()]);
  const { taken, error } = await sendAll(deps, asked[0], outcomes);
  return asked.map(({ withdrawal: { withdrawalId } }) => {
    const outcome = outcomes.get(withdrawalId);
    if (outcome === undefined) throw new Error(`Withdrawal ${withdrawalId} had no turn`);
    const attempts = outcome.attempts?.map((attempt) => taken.get(attempt.txHash) ?? attempt);
    if (attempts === undefined) return outcome;
    return error !== null && attempts.some(isUnsent) ? { attempts: null, error } : { attempts };
  });
}

const isUnsent = ({ firstSentAtMs, receipt }: SentTransaction): boolean =>
  firstSentAtMs === null && receipt === null;

/**
 * Sends what was never sent, in the order of the nonces. What no node takes is left to its own withdrawal, which finds
 * out why.
 *
 * @returns by their hashes those that a node has taken, as they are noted; `error` where it had to end before the last.
 */
async function sendAll(
  deps: SigningDependencies,
  outgoing: Outgoing,
  outcomes: ReadonlyMap<string, SigningOutcome>,
): Promise<{ readonly taken: ReadonlyMap<string, SentTransaction>; readonly error: unknown }> {
  const { client, chain } = outgoing;
  const unsent = [...outcomes.values()].flatMap(({ attempts }) => attempts ?? []).filter(isUnsent);
  const taken: SentTransaction[] = [];
  let failure: unknown = null;
  // What keeps those that come before is said to each withdrawal when it is looked after.
  await carryCold(deps, outgoing, unsent);
  for (const transaction of unsent.toSorted((a, b) => a.nonce - b.nonce)) {
    try {
      const { outcome } = await sendRawTransaction(client, transaction.rawTransaction);
      if (outcome === 'accepted') taken.push(transaction);
    } catch (error) {
      failure = error;
      break;
    }
  }
  const noted = await noteSent(deps, chain.chainCode, taken);
  return { taken: new Map(noted.map((sent) => [sent.txHash, sent])), error: failure };
}
