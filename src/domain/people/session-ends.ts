import type { MemberKind } from './roles.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Operators move everybody's money, so their sessions end sooner. */
const LASTS: Readonly<Record<MemberKind, { readonly idleMs: number; readonly absoluteMs: number }>> = {
  merchant: { idleMs: 8 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS },
  operator: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
};

/** How long a session counts as confirmed after its member has entered the password again, in ms. */
export const CONFIRMATION_LASTS_MS = 10 * MINUTE_MS;

/** How long a session waits for the second factor of its member, in ms. */
const WAITS_FOR_FACTOR_MS = 10 * MINUTE_MS;

/** The two ends of a session, in epoch ms: when it is not used, and the absolute one. */
export interface SessionEnds {
  readonly idleEndsAtMs: number;
  readonly absoluteEndsAtMs: number;
}

/** Returns the ends of a session that begins now. */
export function endsOfNewSession(kind: MemberKind, nowMs: number): SessionEnds {
  return { idleEndsAtMs: nowMs + LASTS[kind].idleMs, absoluteEndsAtMs: nowMs + LASTS[kind].absoluteMs };
}

/** Returns the ends of a session that begins now and waits for the second factor. No use moves them. */
export function endsOfWaitingSession(nowMs: number): SessionEnds {
  const endsAtMs = nowMs + WAITS_FOR_FACTOR_MS;
  return { idleEndsAtMs: endsAtMs, absoluteEndsAtMs: endsAtMs };
}

/** Returns the ends of a session that is used now. No use moves the absolute end. */
export function endsAfterUse(
  kind: MemberKind,
  { absoluteEndsAtMs }: SessionEnds,
  nowMs: number,
): SessionEnds {
  return { idleEndsAtMs: Math.min(nowMs + LASTS[kind].idleMs, absoluteEndsAtMs), absoluteEndsAtMs };
}
