import { setTimeout as delay } from 'node:timers/promises';
import { QuittanceApiError } from '../../client/client.js';
import type { PatientClient } from '../../client/patient-client.js';

/** How often the endpoint is checked, in ms: 30 requests a minute. A key may make 300. */
const INTERVAL_MS = 2_000;
const ENDPOINT = '/web/v1/webhook-endpoints/{endpointId}';

/** The endpoint was deleted, and this program cannot restore it. */
class EndpointDeleted extends Error {}

interface Watched {
  readonly endpointId: string;
  readonly say: (line: string) => void;
}

/**
 * Enables the endpoint again if it is disabled, and tells the user. The service disables an endpoint if the program
 * answers 410, or if all deliveries have failed for days. Events that happen while it is disabled are not sent.
 *
 * @throws Error if the endpoint was deleted, or the API refuses or does not answer.
 */
export async function enableAgain(api: PatientClient, { endpointId, say }: Watched): Promise<void> {
  const path = { endpointId };
  const endpoint = await api.get(ENDPOINT, { path }).catch((error: unknown) => {
    if (!(error instanceof QuittanceApiError) || error.status !== 404) throw error;
    throw new EndpointDeleted(
      'The endpoint of this command was deleted, so no more events arrive. Start listen again.',
      { cause: error },
    );
  });
  if (endpoint.status === 'enabled') return;
  await api.patch(ENDPOINT, { path, body: { status: 'enabled' } });
  say(
    `The service had disabled the endpoint: ${endpoint.disabledReason ?? ''} It is enabled again. Events ` +
      'that happened in between are not forwarded, and deliveries that waited for a retry are cancelled.',
  );
}

/**
 * Keeps the endpoint enabled until the signal is aborted. If the API does not answer, the user is told, and the check
 * is repeated.
 *
 * @throws Error if the endpoint was deleted; the signal's reason when it is aborted.
 */
export async function keepEnabled(
  api: PatientClient,
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
      if (!isAway) watched.say(`The endpoint can't be checked now: ${(error as Error).message}`);
      isAway = true;
    }
    await delay(INTERVAL_MS, undefined, { signal });
  }
}
