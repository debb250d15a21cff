import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { IdempotentPath } from '../../../client/api-types.js';
import {
  createClient,
  QuittanceApiError,
  type Asking,
  type Client,
  type DataOf,
  type ListPath,
  type PathOf,
} from '../../../client/client.js';
import { keepDecimals, withExactAmounts } from './exact-amounts.js';
import { activityHeaders } from './user-activity.js';

/** The kind of application. It decides which session the browser has, and which routes it may call. */
export type AppKind = 'merchant' | 'operator';

export type FactorKind = 'totp' | 'passkey' | 'recovery_code';

/** The proof by which a member confirms who they are. */
export type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: AuthenticationResponseJSON };

/** The session, as the API describes it. */
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
  /** Null: pages have no links to Temporal. */
  readonly temporalUi: { readonly url: string; readonly namespace: string } | null;
  readonly csrfToken: string;
  readonly needsSecondFactor: boolean;
  /** The second factors of the member. Empty: there are none. */
  readonly secondFactors: readonly FactorKind[];
  /** True: the API answers nothing else until the operator has registered a passkey. */
  readonly needsPasskey: boolean;
  readonly confirmedUntil: string | null;
  readonly idleEndsAt: string;
  readonly endsAt: string;
}

const PATHS: Readonly<Record<AppKind, string>> = {
  merchant: '/web/v1/session',
  operator: '/admin/v1/session',
};

/** The thing that the person has to do before a request can go on. */
export type Demand = 'sign-in' | 'confirm';

/** A demand that waits for the person. Exactly one of the two functions is called. */
export interface OpenDemand {
  readonly demand: Demand;
  /** The present session. Another window may have changed its second factors. Absent: it was not read. */
  readonly session?: AppSession | null | undefined;
  readonly fulfil: () => void;
  readonly giveUp: () => void;
}

/** The person did not do what the request needed, so it was not sent again. Nothing has changed. */
export class GivenUp extends Error {
  constructor(message = 'This was not confirmed.') {
    super(message);
    this.name = 'GivenUp';
  }
}

let kind: AppKind = 'merchant';
let csrfToken: string | undefined;
/** The member whose page this is, from the first complete sign-in on. For another member the page is loaded anew. */
let memberId: string | undefined;
let open: (OpenDemand & { readonly over: Promise<void> }) | null = null;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** The demand that waits for the person, as a store that React can subscribe to. */
export const demands = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): OpenDemand | null => open,
};

/**
 * Asks the person for something. Other requests that need it meanwhile wait for the same answer. A session that ends while
 * a confirmation is asked for needs a sign-in instead, which confirms as well.
 */
function demand(what: Demand, session?: AppSession | null): Promise<void> {
  if (open !== null) {
    if (what === 'sign-in' && open.demand === 'confirm') {
      open = { ...open, demand: what };
      notify();
    }
    return open.over;
  }
  let fulfil = (): void => undefined;
  let giveUp = (): void => undefined;
  // The answer to a proof may come after its demand was given up. By then there may be another demand, which must stay.
  const end = (): void => {
    if (open?.over !== over) return;
    open = null;
    notify();
  };
  const over = new Promise<void>((resolve, reject) => {
    fulfil = () => {
      end();
      resolve();
    };
    giveUp = () => {
      end();
      reject(new GivenUp());
    };
  });
  // The waiting requests get the rejection. If none waits, it must not count as unhandled.
  over.catch(() => undefined);
  open = { demand: what, session, fulfil, giveUp, over };
  notify();
  return over;
}

/** Sets the kind of this application. It is called before the first request. */
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
      // A GET needs no token: the session is read to learn a token that may be new.
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
 * Keeps the session of an answer, because its token may be new. If somebody else has signed in, here or in another window,
 * the page is loaded anew for them: its data and its waiting requests are not theirs.
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

/** Begins a session. If `needsSecondFactor` is true, it is complete only after {@link sendSecondFactor}. */
export const signIn = (email: string, password: string) => askSession('POST', '', { email, password });
export const sendSecondFactor = (proof: Proof) => askSession('POST', '/second-factor', proof);
/** Confirms the session anew, for requests about money, keys or people. */
export async function confirmAgain(proof: Proof): Promise<AppSession> {
  try {
    return await withNewToken(() => askSession('POST', '/confirm', proof));
  } catch (error) {
    // Without a session nothing can be confirmed. The dialog becomes the sign-in.
    if (codeOf(error) === 'unauthenticated' && !(await isSignedIn())) void demand('sign-in');
    throw error;
  }
}
/** Asks the API for the options of a passkey request (WebAuthn). Their challenge is for this session only. */
export const askPasskey = async () =>
  (await askBelow('POST', '/passkey-options')) as PublicKeyCredentialRequestOptionsJSON;

type MerchantSecurity = Extract<
  PathOf<'get'> | PathOf<'post'> | PathOf<'delete'>,
  `/web/v1/security${string}`
>;

/** Returns the path of a route that merchants and operators both have, for the kind of this application. */
export function securityPath<Path extends MerchantSecurity>(path: Path): Path {
  return (kind === 'operator' ? path.replace('/web/', '/admin/') : path) as Path;
}

async function isSignedIn(): Promise<boolean> {
  return (await readSession())?.needsSecondFactor === false;
}

/** Reads the session for a page that can do without it. Undefined: it could not be read. */
async function sessionNow(): Promise<AppSession | null | undefined> {
  try {
    return await readSession();
  } catch (error) {
    if (error instanceof GivenUp) throw error;
    return undefined;
  }
}

const codeOf = (error: unknown): string => (error instanceof QuittanceApiError ? error.code : '');

/** A sign-in or confirmation in another window gives a new token. A request with the old one is sent once more. */
async function withNewToken<R>(send: () => Promise<R>): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (codeOf(error) !== 'csrf_failed') throw error;
    await readSession();
    return send();
  }
}

/** Ends the session. @throws an error when it is still there, and so is the cookie. */
export async function signOut(): Promise<void> {
  try {
    await withNewToken(() => askBelow('DELETE', ''));
  } catch (error) {
    if (codeOf(error) !== 'unauthenticated') throw error;
  }
}

/**
 * @param sent the token that the request was sent with, and whether it was a repetition.
 * @returns whether the request can be sent again.
 */
async function recover(
  error: unknown,
  { isRepeated, token }: { readonly isRepeated: boolean; readonly token: string | undefined },
): Promise<boolean> {
  switch (codeOf(error)) {
    case 'unauthenticated':
      // A wrong password has the same code, but the session goes on. It also goes on if a confirmation gave a new
      // cookie while the request was under way.
      if (await isSignedIn()) return !isRepeated && csrfToken !== token;
      await demand('sign-in');
      return true;
    case 'second_factor_needed':
      await demand('sign-in');
      return true;
    case 'confirmation_needed':
      await demand('confirm', await sessionNow());
      return true;
    case 'csrf_failed':
      // Each sign-in gives a new token, also a sign-in in another window, maybe by somebody else. Or the session has ended
      // meanwhile.
      if (isRepeated) return false;
      if (!(await isSignedIn())) await demand('sign-in');
      return true;
    default:
      return false;
  }
}

async function withRecovery<R>(send: () => Promise<R>): Promise<R> {
  for (let isRepeated = false; ; isRepeated = true) {
    const token = csrfToken;
    try {
      return await send();
    } catch (error) {
      if (!(await recover(error, { isRepeated, token }))) throw error;
    }
  }
}

let made: Client | undefined;

/** Made at the first request. Without a page, parts of pages can be loaded, and nothing is asked. */
const plain = (): Client =>
  (made ??= createClient({
    baseUrl: location.origin,
    session: { csrfToken: () => csrfToken },
    fetch: (asked, init) =>
      fetch(asked, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...activityHeaders() },
      }),
  }));

type Anything = (...asking: never[]) => Promise<unknown>;
const recovering =
  (method: keyof Client): Anything =>
  (...asking) =>
    withRecovery(() => (plain()[method] as Anything)(...asking));
const reading =
  (method: 'get' | 'list'): Anything =>
  async (...asking) => {
    const answer = await recovering(method)(...asking);
    const [path] = asking as readonly unknown[];
    if (ASSETS.includes(path)) keepDecimals(answer as Parameters<typeof keepDecimals>[0]);
    return withExactAmounts(answer);
  };
const ASSETS: readonly unknown[] = ['/v1/assets', '/admin/v1/assets'] satisfies ListPath[];

/** The POSTs that create something each time. Only an order sends them, because it holds their Idempotency-Key. */
export type CreatingPath = IdempotentPath & PathOf<'post'>;

interface PageClient extends Omit<Client, 'post'> {
  post<P extends Exclude<PathOf<'post'>, CreatingPath>>(
    path: P,
    ...rest: object extends Asking<P, 'post'> ? [asking?: Asking<P, 'post'>] : [asking: Asking<P, 'post'>]
  ): Promise<DataOf<P, 'post'>>;
}

/** The API in this session. A request that needs a sign-in or a confirmation waits for it and is then sent again. */
export const api = {
  get: reading('get'),
  post: recovering('post'),
  put: recovering('put'),
  patch: recovering('patch'),
  delete: recovering('delete'),
  list: reading('list'),
} as unknown as PageClient;
