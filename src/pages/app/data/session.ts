import { createClient, QuittanceApiError, type Client } from '../../../client/client.js';

/** Whose application this is: it decides which session the browser has, and which routes it may call. */
export type AppKind = 'merchant' | 'operator';

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

async function askSession(method: string, below = '', body?: object): Promise<AppSession | null> {
  const response = await fetch(`${PATHS[kind]}${below}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' || csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as {
    readonly data?: AppSession;
    readonly error?: ConstructorParameters<typeof QuittanceApiError>[1];
  };
  if (response.ok) {
    const session = answer.data ?? null;
    if (session?.csrfToken !== undefined) csrfToken = session.csrfToken;
    return session;
  }
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
export const sendSecondFactor = (code: string) => askSession('POST', '/second-factor', { code });
export const confirmAgain = (password: string) => askSession('POST', '/confirm', { password });
export const signOut = () => askSession('DELETE');

const codeOf = (error: unknown): string => (error instanceof QuittanceApiError ? error.code : '');

/** @returns whether the request can be sent again. */
async function recover(error: unknown, isRepeated: boolean): Promise<boolean> {
  switch (codeOf(error)) {
    case 'unauthenticated':
      await demand('sign-in');
      return true;
    case 'confirmation_needed':
      await demand('confirm');
      return true;
    case 'csrf_failed':
      // The token is a new one after each sign-in, which may have been in another window.
      if (isRepeated) return false;
      await readSession();
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

const plain = createClient({ baseUrl: location.origin, session: { csrfToken: () => csrfToken } });

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
