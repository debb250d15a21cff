import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { createClient, QuittanceApiError, type Client, type PathOf } from '../../../client/client.js';
import { activityHeaders } from './user-activity.js';

/** Whose application this is: it decides which session the browser has, and which routes it may call. */
export type AppKind = 'merchant' | 'operator';

export type FactorKind = 'totp' | 'passkey' | 'recovery_code';

/** What proves that it is the member. */
export type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: AuthenticationResponseJSON };

/** Who is signed in, as the API says it. */
export interface AppSession {
  readonly kind: AppKind;
  readonly member: {
    readonly memberId: string;
    readonly email: string;
    readonly name: string;
    readonly role: string;
    readonly scopes: readonly string[];
  };
  readonly merchant: { readonly merchantId: string; readonly name: string } | null;
  readonly operator: { readonly operatorId: string; readonly name: string } | null;
  /** Null: the console links to no workflow. */
  readonly temporalUi: { readonly url: string; readonly namespace: string } | null;
  readonly csrfToken: string;
  readonly needsSecondFactor: boolean;
  /** What the member can give besides the password. Empty: nothing. */
  readonly secondFactors: readonly FactorKind[];
  /** Nothing else is answered before the operator has registered a passkey. */
  readonly needsPasskey: boolean;
  readonly confirmedUntil: string | null;
  readonly idleEndsAt: string;
  readonly endsAt: string;
}

const PATHS: Readonly<Record<AppKind, string>> = {
  merchant: '/web/v1/session',
  operator: '/admin/v1/session',
};

/** What the person has to do before a request can go on. */
export type Demand = 'sign-in' | 'confirm';

/** A demand that waits for the person. Exactly one of the two is called. */
export interface OpenDemand {
  readonly demand: Demand;
  readonly fulfil: () => void;
  readonly giveUp: () => void;
}

/** The person gave up on what the request needed, so it was not sent again. Nothing has changed. */
export class GivenUp extends Error {
  constructor(message = 'This was not confirmed, so nothing was changed.') {
    super(message);
    this.name = 'GivenUp';
  }
}

let kind: AppKind = 'merchant';
let csrfToken: string | undefined;
/** Whose this page is, from the first complete sign-in on. It is never somebody else's: that begins a page anew. */
let memberId: string | undefined;
let open: (OpenDemand & { readonly over: Promise<void> }) | null = null;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

export const demands = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): OpenDemand | null => open,
};

/** Asks the person for something. Requests that need the same while it is asked wait for the same answer. */
function demand(what: Demand): Promise<void> {
  if (open !== null) return open.over;
  let fulfil = (): void => undefined;
  let giveUp = (): void => undefined;
  const over = new Promise<void>((resolve, reject) => {
    fulfil = () => {
      open = null;
      notify();
      resolve();
    };
    giveUp = () => {
      open = null;
      notify();
      reject(new GivenUp());
    };
  });
  // Whoever waits gets the rejection; nobody has to wait.
  over.catch(() => undefined);
  open = { demand: what, fulfil, giveUp, over };
  notify();
  return over;
}

export function beginAs(given: AppKind): void {
  kind = given;
}

async function askBelow(method: string, below: string, body?: object): Promise<unknown> {
  const response = await fetch(`${PATHS[kind]}${below}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...activityHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // The session is read to learn its token, which may be a new one.
      ...(method === 'GET' || csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as {
    readonly data?: unknown;
    readonly error?: ConstructorParameters<typeof QuittanceApiError>[1];
  };
  if (response.ok) return answer.data;
  const unknown = { code: 'temporarily_unavailable', message: 'The server gave no answer that can be read.' };
  throw new QuittanceApiError(
    response.status,
    answer.error ?? {
      ...unknown,
      code: 'temporarily_unavailable',
      requestId: response.headers.get('x-request-id') ?? 'unknown',
    },
    Number(response.headers.get('retry-after')) || null,
  );
}

/**
 * Takes over what an answer says of the session: its token may be a new one. If somebody else has signed in, here or in
 * another window, the page begins anew for them: what it shows, and what waits to be sent, is not theirs.
 *
 * @throws GivenUp when it is somebody else.
 */
export function keepSession<
  Session extends Pick<AppSession, 'csrfToken' | 'needsSecondFactor'> & {
    readonly member: Pick<AppSession['member'], 'memberId'>;
  },
>(session: Session): Session {
  if (memberId !== undefined && memberId !== session.member.memberId) {
    open?.giveUp();
    location.reload();
    throw new GivenUp('Somebody else has signed in in this browser, so nothing was sent.');
  }
  if (!session.needsSecondFactor) ({ memberId } = session.member);
  ({ csrfToken } = session);
  return session;
}

async function askSession(method: string, below = '', body?: object): Promise<AppSession> {
  return keepSession((await askBelow(method, below, body)) as AppSession);
}

/** @returns null: nobody is signed in. */
export async function readSession(): Promise<AppSession | null> {
  try {
    return await askSession('GET');
  } catch (error) {
    if (error instanceof QuittanceApiError && error.status === 401) return null;
    throw error;
  }
}

export const signIn = (email: string, password: string) => askSession('POST', '', { email, password });
export const sendSecondFactor = (proof: Proof) => askSession('POST', '/second-factor', proof);
export const confirmAgain = (proof: Proof) => askSession('POST', '/confirm', proof);
export const signOut = () => askBelow('DELETE', '');
export const askPasskey = async () =>
  (await askBelow('POST', '/passkey-options')) as PublicKeyCredentialRequestOptionsJSON;

type MerchantSecurity = Extract<
  PathOf<'get'> | PathOf<'post'> | PathOf<'delete'>,
  `/web/v1/security${string}`
>;

/** Returns the path of a route that merchants and operators have alike, for whoever is signed in. */
export function securityPath<Path extends MerchantSecurity>(path: Path): Path {
  return (kind === 'operator' ? path.replace('/web/', '/admin/') : path) as Path;
}

async function isSignedIn(): Promise<boolean> {
  return (await readSession())?.needsSecondFactor === false;
}

const codeOf = (error: unknown): string => (error instanceof QuittanceApiError ? error.code : '');

/** @returns whether the request can be sent again. */
async function recover(error: unknown, isRepeated: boolean): Promise<boolean> {
  switch (codeOf(error)) {
    case 'unauthenticated':
      // A wrong password is refused with the same code, and whoever gave it stays signed in.
      if (await isSignedIn()) return false;
      await demand('sign-in');
      return true;
    case 'second_factor_needed':
      await demand('sign-in');
      return true;
    case 'confirmation_needed':
      await demand('confirm');
      return true;
    case 'csrf_failed':
      // The token is a new one after each sign-in, which may have been in another window, and by somebody else. Or the
      // session has ended meanwhile.
      if (isRepeated) return false;
      if (!(await isSignedIn())) await demand('sign-in');
      return true;
    default:
      return false;
  }
}

async function withRecovery<R>(send: () => Promise<R>): Promise<R> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await send();
    } catch (error) {
      if (!(await recover(error, isRepeated))) throw error;
    }
  }
}

const plain = createClient({
  baseUrl: location.origin,
  session: { csrfToken: () => csrfToken },
  fetch: (asked, init) =>
    fetch(asked, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...activityHeaders() },
    }),
});

type Anything = (...asking: never[]) => Promise<unknown>;
const recovering =
  (method: keyof Client): Anything =>
  (...asking) =>
    withRecovery(() => (plain[method] as Anything)(...asking));

/** The API in this session. A request that needs a sign-in or a confirmation waits for it and is then sent again. */
export const api = {
  get: recovering('get'),
  post: recovering('post'),
  put: recovering('put'),
  patch: recovering('patch'),
  delete: recovering('delete'),
  list: recovering('list'),
} as unknown as Client;
