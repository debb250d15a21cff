import { UnreadableError } from '../../src/db/core/database.js';
import { noteRefusal } from '../../src/db/withdrawals/payment-refusals.js';
import { findFrozenSince } from '../../src/db/withdrawals/wake-waiting.js';
import { setWaiting } from '../../src/db/withdrawals/withdrawals.js';
import { isHourlyAlertDue } from '../../src/domain/core/alert-throttle.js';
import {
  growingLookMs,
  levelOfWait,
  needsPerson,
  type WaitCode,
} from '../../src/domain/withdrawals/withdrawal-waits.js';
import type { ActivityDependencies } from '../dependencies.js';

/** How long a withdrawal that can't be sent waits before it is checked again. */
const WAIT_MS = 15_000;
/** The same while blocks still have to be read, which mostly takes a moment. */
const READING_MS = 3_000;

/** The advice to an operator about the file of a signing worker's memory. */
export interface MemoryAdvice {
  /** A line that they may append to it. */
  readonly append?: string;
  /** A line that they may remove from it. */
  readonly takeOut?: string;
}

/** Something can't be signed, sent or mined now, and may be later. The message is for the operator. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  readonly code: WaitCode;
  /**
   * The log shows the advice in a field of its own, where nobody else can write. The message itself may quote the
   * database or an RPC, and their owners could write something that an operator would believe.
   */
  readonly memory: MemoryAdvice | null;

  constructor(code: WaitCode, message: string, memory: MemoryAdvice | null = null) {
    super(message);
    this.code = code;
    this.memory = memory;
  }
}

/** Returns the further fields of a log line about a wait. */
export function adviceFields({ memory }: Pick<NotYet, 'memory'>): { readonly memory?: MemoryAdvice } {
  return memory === null ? {} : { memory };
}

/** Returns an error that says why something can't be done now. @throws every other error. */
export function notYetOf(error: unknown): NotYet {
  if (error instanceof NotYet) return error;
  throw error;
}

/** Returns the reason for a row that no payment can be made from: nobody can have approved such a row. */
export function malformed(what: string): NotYet {
  return new NotYet(
    'malformed',
    `its row has ${what}: somebody has altered the database; nothing is signed until an operator has looked`,
  );
}

/**
 * Reads a withdrawal's row.
 *
 * @throws NotYet `malformed` when it can't be read; any other error as it is.
 */
export async function readingRow<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableError ? malformed(error.what) : error;
  }
}

const GIST_LENGTH = 80;

/** The beginning of a reason without its numbers: a reason whose amount changes at each check is still the same. */
function gistOf(reason: string): string {
  return reason.replaceAll(/\d[\d.]*/g, '#').slice(0, GIST_LENGTH);
}

/**
 * Stores why a withdrawal waits. It is checked again and again, so each reason is logged once. A reason that only a
 * person can end, or that names a line of the memory's file, is logged once an hour by each process; a different reason
 * with the same code is logged at once.
 */
export async function wait(
  deps: Pick<ActivityDependencies, 'db' | 'now' | 'log'>,
  { withdrawalId, why }: { withdrawalId: string; why: NotYet },
): Promise<void> {
  const { code, message: reason } = why;
  const nowMs = deps.now();
  const untilMs = nowMs + (await lookAgainMs(deps, { withdrawalId, code, nowMs }));
  const isNew = await setWaiting(deps.db, { withdrawalId, hasEnded: true, code, reason, untilMs });
  // This does not depend on the database: a thief who alters it could keep an alert out of the log.
  const isDue = isForPerson(why)
    ? isHourlyAlertDue(deps.log, `${withdrawalId} ${code} ${gistOf(reason)}`, performance.now(), { isNew })
    : isNew;
  if (isDue)
    deps.log[levelOfWait(code)]({ withdrawalId, code, ...adviceFields(why) }, `withdrawal waits: ${reason}`);
}

/** All payments may wait for a line of the memory's file, for as long as nobody notices. */
function isForPerson({ code, memory }: NotYet): boolean {
  return needsPerson(code) || memory !== null;
}

/** Returns how long to wait before the next look, in ms, and notes whether the chain goes on refusing the payment. */
async function lookAgainMs(
  { db }: Pick<ActivityDependencies, 'db'>,
  { withdrawalId, code, nowMs }: { withdrawalId: string; code: WaitCode; nowMs: number },
): Promise<number> {
  if (code === 'unread') return READING_MS;
  const refusedSinceMs = await noteRefusal(db, { withdrawalId, code, nowMs });
  if (refusedSinceMs !== null) return growingLookMs(nowMs - refusedSinceMs);
  // A merchant that is suspended or owes something wakes nobody when that ends: only a freeze is waited for longer.
  const frozenSinceMs = code === 'held_back' ? await findFrozenSince(db, withdrawalId) : null;
  return frozenSinceMs === null ? WAIT_MS : growingLookMs(nowMs - frozenSinceMs);
}
