import { CHALLENGE_LASTS_MS } from '../../domain/people/second-factors.js';
import type { Database, Queryable } from '../core/database.js';

/** The purpose of a signature over a challenge. */
export type ChallengePurpose = 'register' | 'prove';

/** The session whose answer is awaited. */
export interface AwaitedAnswer {
  readonly sessionId: string;
  readonly purpose: ChallengePurpose;
  readonly nowMs: number;
}

/** Keeps a challenge of a session. An earlier one for the same purpose counts no more. */
export async function keepChallenge(
  q: Queryable,
  { sessionId, purpose, nowMs, challenge }: AwaitedAnswer & { readonly challenge: string },
): Promise<void> {
  await q('passkey_challenges')
    .insert({ session_id: sessionId, purpose, challenge, ends_at: new Date(nowMs + CHALLENGE_LASTS_MS) })
    .onConflict(['session_id', 'purpose'])
    .merge();
}

/**
 * Takes the challenge of a session, so that it counts once. It is not part of the transaction of the order, so a
 * refused answer uses it up too.
 *
 * @returns undefined when there is none, or its time is over.
 */
export async function takeChallenge(
  db: Database,
  { sessionId, purpose, nowMs }: AwaitedAnswer,
): Promise<string | undefined> {
  const [row] = await db('passkey_challenges')
    .where({ session_id: sessionId, purpose })
    .delete()
    .returning<{ challenge: string; ends_at: Date }[]>(['challenge', 'ends_at']);
  return row !== undefined && row.ends_at.getTime() > nowMs ? row.challenge : undefined;
}
