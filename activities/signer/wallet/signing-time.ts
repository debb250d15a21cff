/**
 * How long one database transaction goes on asking for signatures, in ms. It keeps nothing before its end, and
 * PostgreSQL ends a transaction that is idle for 60 s: with a slow key service many signatures would be made, and none
 * kept. The last request may use all its tries, 16 s, and there is still room.
 */
const SIGNING_TIME_MS = 15_000;

/** Starts the time. @returns a function that tells whether the time is over: then no more signatures are asked for. */
export function startSigningTime(): () => boolean {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs >= SIGNING_TIME_MS;
}
