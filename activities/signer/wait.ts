import { setWaiting } from '../../src/db/withdrawals.js';
import { levelOfWait } from '../../src/domain/withdrawal-waits.js';
import type { NotYet, SigningDependencies } from './outgoing.js';

/** How long a withdrawal that can't leave waits before it is looked at again. */
const WAIT_MS = 15_000;
/** The same while blocks are to be read, which mostly takes a moment. */
const READING_MS = 3_000;

/** Keeps why a withdrawal can't leave, and says it once for each reason: it is looked at several times a minute. */
export async function wait(
  deps: Pick<SigningDependencies, 'db' | 'now' | 'log'>,
  { withdrawalId, why }: { withdrawalId: string; why: NotYet },
): Promise<void> {
  const { code, message: reason } = why;
  const untilMs = deps.now() + (code === 'unread' ? READING_MS : WAIT_MS);
  const isNew = await setWaiting(deps.db, { withdrawalId, hasEnded: true, code, reason, untilMs });
  if (isNew) deps.log[levelOfWait(code)]({ withdrawalId, code }, `withdrawal waits: ${reason}`);
}
