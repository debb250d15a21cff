import { UnreadableError } from '../../src/db/core/database.js';
import { setWaiting } from '../../src/db/withdrawals/withdrawals.js';
import { levelOfWait, type WaitCode } from '../../src/domain/withdrawals/withdrawal-waits.js';
import type { ActivityDependencies } from '../dependencies.js';

/** How long a withdrawal that can't leave waits before it is looked at again. */
const WAIT_MS = 15_000;
/** The same while blocks are to be read, which mostly takes a moment. */
const READING_MS = 3_000;

/** It can't leave or be mined now and may later; the words are for the operator. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  readonly code: WaitCode;

  constructor(code: WaitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nothing can be paid by what stands in its row, and nobody can have approved that. */
export function malformed(what: string): NotYet {
  return new NotYet(
    'malformed',
    `${what} stands in its row: somebody has altered the database; nothing is signed until an operator has looked`,
  );
}

/**
 * Reads a row of a withdrawal.
 *
 * @throws NotYet `malformed` when it can't be read; what else went wrong is thrown as it is.
 */
export async function readingRow<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableError ? malformed(error.what) : error;
  }
}

/** Keeps why a withdrawal can't leave, and says it once for each reason: it is looked at several times a minute. */
export async function wait(
  deps: Pick<ActivityDependencies, 'db' | 'now' | 'log'>,
  { withdrawalId, why }: { withdrawalId: string; why: NotYet },
): Promise<void> {
  const { code, message: reason } = why;
  const untilMs = deps.now() + (code === 'unread' ? READING_MS : WAIT_MS);
  const isNew = await setWaiting(deps.db, { withdrawalId, hasEnded: true, code, reason, untilMs });
  if (isNew) deps.log[levelOfWait(code)]({ withdrawalId, code }, `withdrawal waits: ${reason}`);
}
