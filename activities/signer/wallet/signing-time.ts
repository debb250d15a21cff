/**
 * How long one transaction of the database asks for signatures, in ms. It keeps nothing before its end, and PostgreSQL
 * ends one that has said nothing for 60 s: a keeper of keys that takes its time would sign and sign, and none of it be
 * kept. The last one that is asked for may take all its attempts, 16 s, and there is still room.
 */
const SIGNING_TIME_MS = 15_000;

/** Begins now. @returns whether no more signatures are to be asked for. */
export function startSigningTime(): () => boolean {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs >= SIGNING_TIME_MS;
}
