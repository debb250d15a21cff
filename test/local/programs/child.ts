import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A program that says that it is ready, and ends as its environment tells. */
const mode = process.env['TEST_CHILD'];
if (mode === 'broken') {
  process.stderr.write('SECRETS_KEY is missing\n');
  process.exit(1);
}
process.on('SIGTERM', () => {
  if (mode === 'stubborn') return;
  process.stdout.write('drained\n');
  process.exit(0);
});
process.on('SIGINT', () => {
  process.stdout.write('interrupted\n');
  process.exit(1);
});
if (mode === 'wasteful') process.stdout.write(`${peakOfHeap()} times what lives\n`);
setInterval(() => undefined, 1_000);
process.send?.({ ready: true });

/**
 * Makes much garbage that lives just long enough to get into the old generation, beside 32 MB that stay.
 *
 * @returns the largest size of the heap, as a multiple of what stays.
 */
function peakOfHeap(): number {
  const make = (megabytes: number): object[] =>
    Array.from({ length: megabytes * 8_192 }, (_, number) => ({ a: number, b: [number], c: { number } }));
  const kept = make(32);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const livingBytes = getHeapStatistics().used_heap_size;
  let peakBytes = livingBytes;
  let passing: object[] = [];
  for (let round = 0; round < 80; round += 1) {
    passing = [...make(2), ...passing].slice(0, 8 * 8_192);
    peakBytes = Math.max(peakBytes, getHeapStatistics().used_heap_size);
  }
  return kept.length > passing.length ? peakBytes / livingBytes : 0;
}
