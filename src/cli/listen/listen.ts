import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { QuittanceApiError } from '../../client/client.js';
import type { PatientClient } from '../../client/patient-client.js';
import { forward, signAnew, type Forwarded, type SignedRequest } from './forward.js';
import { enableAgain, keepEnabled } from './keep-enabled.js';
import { startLocalReceiver } from './local-receiver.js';
import { deleteOwnEndpoints, deleteStaleEndpoints, findBeside, registerEndpoint } from './own-endpoint.js';
import { readRecord } from './read-record.js';
import { describeForwarded, readEnvelope, type ForwardedEvent } from './report.js';

/** How long the ping may take to reach this machine, in ms. The service's record of the ping is checked meanwhile. */
const REACH_TIMEOUT_MS = 15_000;
const REACH_CHECK_MS = 250;
const CLEAN_UP_TIMEOUT_MS = 15_000;

/** Access to the API. `open` returns a client that works until the signal is aborted. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly open: (signal: AbortSignal, onAway?: (why: string) => void) => PatientClient;
}

/** `direct`: the service sends events to this machine. `record`: they are read from the service's record. */
type Way = 'direct' | 'record';

/** The options of {@link listen}. */
export interface Listening {
  readonly access: ApiAccess;
  readonly forwardTo: string;
  /** The secret that the program has already. Undefined: the program must use the secret of the new endpoint. */
  readonly programSecret: string | undefined;
  /** Ends the listening when it is aborted. */
  readonly signal: AbortSignal;
  /** Writes a message for the user. Events are reported by `onForwarded`. */
  readonly say: (line: string) => void;
  /** Called once, when events begin to be forwarded. */
  readonly onReady: (ready: {
    readonly endpointId: string;
    /** The secret with which the forwarded events are signed. */
    readonly secret: string;
    readonly way: Way;
  }) => void;
  readonly onForwarded: (event: ForwardedEvent) => void;
}

/**
 * Registers an endpoint for every event, forwards each, and deletes the endpoint when the signal is aborted.
 *
 * If the service can reach a port of this machine, events arrive as at any receiver. The program's answer is then the
 * answer to the delivery, as in production. This needs a service on this machine that allows plain http on the
 * loopback, as local mode does. A ping verifies it: the service may run on another machine, whose loopback the URL
 * would mean.
 *
 * Otherwise the endpoint gets a URL that leads nowhere. Bodies and signed headers are read from the service's record of
 * its attempts, so the service need not reach this machine. The program's answers are shown here, but the service does
 * not get them.
 */
export async function listen(listening: Listening): Promise<void> {
  const { access, signal, say, programSecret } = listening;
  const api = access.open(signal, (why) =>
    say(`${access.baseUrl} does not answer: ${why}. Trying again. Is it running, and is this its URL?`),
  );
  const probe = new Probe();
  const hand = async (request: SignedRequest): Promise<Forwarded> => {
    if (probe.isHeardIn(request)) return { statusCode: 204, durationMs: 0, errorMessage: null };
    const signed = programSecret === undefined ? request : signAnew(request, programSecret);
    const forwarded = await forward(listening.forwardTo, signed);
    listening.onForwarded(describeForwarded(request, forwarded));
    return forwarded;
  };
  const receiver = await startLocalReceiver(hand);
  let mayBeRegistered = false;
  try {
    const staleCount = await deleteStaleEndpoints(api);
    if (staleCount > 0) say(`Removed ${staleCount} endpoint(s) that an earlier listen left behind.`);
    const beside = await findBeside(api, listening.forwardTo);
    if (beside !== undefined) {
      say(
        `${listening.forwardTo} is also registered as endpoint ${beside.id}. So each event arrives twice, with signatures of two secrets. To get each event once, disable that endpoint meanwhile.`,
      );
    }
    mayBeRegistered = true;
    await listenBy(api, listening, { url: receiver.url, hand, probe });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (mayBeRegistered) await cleanUp(listening);
    await receiver.close();
  }
}

async function cleanUp({ access, say }: Pick<Listening, 'access' | 'say'>): Promise<void> {
  try {
    await deleteOwnEndpoints(access.open(AbortSignal.timeout(CLEAN_UP_TIMEOUT_MS)));
  } catch (error) {
    say(`The endpoint could not be deleted; the next listen deletes it. ${(error as Error).message}`);
  }
}

interface LocalEnd {
  readonly url: string;
  readonly hand: (request: SignedRequest) => Promise<Forwarded>;
  readonly probe: Probe;
}

/**
 * The ping that shows whether the service reaches this machine. It is not forwarded, because the user did not order it.
 */
class Probe {
  /** The event's id, once it is known. A ping that arrives earlier can only be this one. */
  #eventId: string | undefined;
  #isAwaited = false;
  #isReached = false;

  isReached(): boolean {
    return this.#isReached;
  }

  await(): void {
    this.#isAwaited = true;
  }

  name(eventId: string): void {
    this.#eventId = eventId;
  }

  /** Tells whether this request is the ping, received or recorded. */
  isHeardIn({ headers, body }: SignedRequest): boolean {
    if (!this.#isAwaited || readEnvelope(body).event !== 'ping') return false;
    const eventId = headers['webhook-id'];
    if (this.#eventId === undefined) this.#eventId = String(eventId);
    if (eventId !== this.#eventId) return false;
    this.#isReached = true;
    return true;
  }
}

async function listenBy(api: PatientClient, listening: Listening, local: LocalEnd): Promise<void> {
  const { onReady, say, signal, programSecret } = listening;
  const { endpointId, secret, way } = await register(api, listening, local);
  if (way === 'record') {
    say(
      "Events are read from the service's record of its attempts. These attempts fail, and the service does not get your answers.",
    );
  }
  onReady({ endpointId, secret: programSecret ?? secret, way });
  if (way === 'direct') await keepEnabled(api, { endpointId, say, signal });
  const hand = async (request: SignedRequest): Promise<void> => {
    await local.hand(request);
  };
  const beforeEach = (): Promise<void> => enableAgain(api, { endpointId, say });
  await readRecord(api, { endpointId, beforeEach, hand, signal });
}

async function register(
  api: PatientClient,
  { say, signal }: Listening,
  { url, probe }: LocalEnd,
): Promise<{ readonly endpointId: string; readonly secret: string; readonly way: Way }> {
  const nowhere = `https://listen-${randomBytes(8).toString('hex')}.invalid/`; // RFC 6761 §6.4: never a host's name
  const direct = await registerEndpoint(api, url).catch((error: unknown) => {
    if (!(error instanceof QuittanceApiError) || error.code !== 'url_not_allowed') throw error;
    return null;
  });
  if (direct === null) {
    say('This service allows no webhook URL on the loopback.');
    const { id: endpointId, secret } = await registerEndpoint(api, nowhere);
    return { endpointId, secret, way: 'record' };
  }
  const { id: endpointId, secret } = direct;
  const obstacle = await findObstacle(api, { endpointId, probe, signal });
  if (obstacle === null) return { endpointId, secret, way: 'direct' };
  say(`The service can't reach this machine: ${obstacle}`);
  await api.patch('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId }, body: { url: nowhere } });
  return { endpointId, secret, way: 'record' };
}

/** Makes the service send a ping. @returns the reason why it does not arrive. Null: it arrives. */
async function findObstacle(
  api: PatientClient,
  input: {
    readonly endpointId: string;
    readonly probe: Probe;
    readonly signal: AbortSignal;
  },
): Promise<string | null> {
  const { endpointId, probe, signal } = input;
  probe.await();
  const { deliveryId, eventId } = await api.post('/web/v1/webhook-endpoints/{endpointId}/test', {
    path: { endpointId },
  });
  probe.name(eventId);
  const deadline = Date.now() + REACH_TIMEOUT_MS;
  while (Date.now() < deadline) {
    await delay(REACH_CHECK_MS, undefined, { signal });
    if (probe.isReached()) return null;
    const { attempts } = await api.get('/web/v1/webhook-deliveries/{deliveryId}', { path: { deliveryId } });
    const [first] = attempts;
    if (first !== undefined && first.durationMs !== null && !probe.isReached()) {
      return first.errorMessage ?? 'another program answered instead.';
    }
  }
  return `nothing was sent within ${REACH_TIMEOUT_MS / 1_000} s. Is a worker with the role webhooks running?`;
}
