import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS, type MerchantApi, type ShownEndpoint } from './merchant-api.js';

/** Thirty requests a minute, of the 300 that a key has. */
const INTERVAL_MS = 2_000;

/** The endpoint is gone, and nothing that is done here brings it back. */
class EndpointDeleted extends Error {}

interface Watched {
  readonly endpointId: string;
  readonly say: (line: string) => void;
}

/**
 * Enables the endpoint again when it was disabled, and says so: the service does that at a program's 410, and when
 * everything has failed for days. What happens until then is not sent.
 *
 * @throws when the endpoint was deleted, or the API refuses or stays away.
 */
export async function enableAgain(api: MerchantApi, { endpointId, say }: Watched): Promise<void> {
  const endpoint = await api.get<ShownEndpoint>(`${ENDPOINTS}/${endpointId}`).catch((error: unknown) => {
    if ((error as { status?: unknown }).status !== 404) throw error;
    throw new EndpointDeleted(
      'The endpoint of this listen was deleted, so that no event comes any more. Start it again.',
      { cause: error },
    );
  });
  if (endpoint.status === 'enabled') return;
  await api.patch(`${ENDPOINTS}/${endpointId}`, { body: { status: 'enabled' } });
  say(
    `The service had disabled the endpoint: ${endpoint.disabledReason ?? ''} It is enabled again; what happened in ` +
      'between is not forwarded, and what was still to be tried again is cancelled.',
  );
}

/**
 * Sees to it again and again that the endpoint is enabled, until the signal is aborted. That the API stays away is
 * said, and waited for.
 *
 * @throws Error when the endpoint was deleted.
 */
export async function keepEnabled(
  api: MerchantApi,
  { signal, ...watched }: Watched & { readonly signal: AbortSignal },
): Promise<never> {
  let isAway = false;
  for (;;) {
    try {
      await enableAgain(api, watched);
      isAway = false;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EndpointDeleted) throw error;
      if (!isAway)
        watched.say(`The service can't be asked about the endpoint now: ${(error as Error).message}`);
      isAway = true;
    }
    await delay(INTERVAL_MS, undefined, { signal });
  }
}
