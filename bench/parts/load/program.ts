/** Runs as a separate process. Sends the load that its argument describes as JSON, and prints the result. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, LoadFigures } from './send-load.js';

const { url, countFrom, key, connections, seconds, perSecond, json } = JSON.parse(
  process.argv[2] ?? '',
) as Load;

const { origin, pathname } = new URL(url.replace('{n}', 'N'));
let next = countFrom ?? 0;
/** Returns the path of the next request. */
function nextPath(): string {
  const number = next.toString(16).padStart(40, '0');
  next += 1;
  return pathname.replace('N', number);
}

const result = await autocannon({
  url: countFrom === undefined ? url : origin,
  connections,
  duration: seconds,
  headers: { authorization: `Bearer ${key}` },
  ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  ...(json === undefined
    ? {}
    : {
        method: 'POST',
        body: JSON.stringify(json),
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              ...(countFrom === undefined ? {} : { path: nextPath() }),
              headers: {
                ...request.headers,
                'content-type': 'application/json',
                'idempotency-key': randomUUID(),
              },
            }),
          },
        ],
      }),
});
const { requests, latency, duration, errors, timeouts, non2xx } = result;
process.stdout.write(
  JSON.stringify({
    answered: requests.total,
    perSecond: requests.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failed: errors + timeouts,
    refused: non2xx,
  } satisfies LoadFigures),
);
