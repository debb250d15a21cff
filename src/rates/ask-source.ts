import type { Pair, PublicPrice, PublicSource } from './public-source.js';

const ANSWER_BYTES_MAX = 256 * 1024;

/** The source does not have the pair. That is a fault of the request, where no source has it. */
export class NotListed extends Error {
  constructor() {
    super('it does not list this token in this currency');
  }
}

/**
 * Asks one source once. Redirects are not followed: the price must come from the source itself.
 *
 * @throws NotListed when the source says that it does not have the pair, else Error; the message, for the log, says why
 *   there is no price.
 */
export async function askSource(
  source: PublicSource,
  { pair, timeoutMs }: { pair: Pair; timeoutMs: number },
): Promise<PublicPrice> {
  const path = source.path(pair);
  if (path === undefined) throw new NotListed();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(`${source.baseUrl}${path}`, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json', 'user-agent': 'Quittance' },
    });
    const text = await readText(answer);
    if (source.isNotListed(answer.status, text)) throw new NotListed();
    if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`);
    return source.read(JSON.parse(text), pair);
  } catch (error) {
    if (error instanceof NotListed) throw error;
    if (signal.aborted) throw new Error(`it did not answer within ${timeoutMs} ms`, { cause: error });
    throw new Error(describe(error), { cause: error });
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`its answer is larger than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The parts of an error, read without `instanceof`: an error made by Node itself may come from another realm. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: Thrown;
}

/** Describes an error for the log. `fetch` says only "fetch failed": the reason is in its cause. */
function describe(error: unknown): string {
  const { name, message, cause } = error as Thrown;
  if (name === 'SyntaxError') return 'its answer is not JSON';
  return cause === undefined
    ? String(message)
    : `it can't be reached: ${String(cause.code ?? cause.message)}`;
}
