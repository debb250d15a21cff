import { Secret, TOTP } from 'otpauth';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import type { MemberKind, Membership } from '../../../src/domain/people/roles.js';
import type { SoftwarePasskey } from './software-passkey.js';
import type { Answer, TestApi } from './start-api.js';

export const MEMBER_PASSWORD = 'correct horse battery staple';
export const SESSION_OF = { merchant: '/web/v1/session', operator: '/admin/v1/session' } as const;
const SECURITY_OF = { merchant: '/web/v1/security', operator: '/admin/v1/security' } as const;

/** The session data that a browser has. */
export interface Tokens {
  readonly cookie: string;
  readonly csrfToken: string;
}

/** A person who signs in, and that person's browser. Each answer with a cookie changes the browser's data. */
export interface Person {
  readonly kind: MemberKind;
  readonly email: string;
  readonly memberId: string;
  readonly membership: Membership;
  tokens: Tokens;
  /** Asks with the browser's current data. */
  ask(method: string, path: string, json?: object): Promise<Answer>;
  session(method: string, below?: string, json?: object): Promise<Answer>;
  security(method: string, below?: string, json?: object): Promise<Answer>;
  /** Signs in with the password alone. */
  signIn(password?: string): Promise<Answer>;
  /** The same person in another browser. */
  elsewhere(): Person;
}

export function tokensOf(answer: Answer): Tokens {
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, csrfToken: dataOf(answer).csrfToken };
}

/** The fields of these routes' answers that tests read. */
export interface PersonShown {
  readonly needsSecondFactor: boolean;
  readonly needsPasskey: boolean;
  readonly secondFactors: readonly string[];
  readonly confirmedUntil: string | null;
  readonly endsAt: string;
  readonly csrfToken: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[] | null;
  readonly challenge: string;
  readonly rpId: string;
  readonly rp: { readonly id: string };
  readonly passkey: { readonly passkeyId: string };
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly isCurrent: boolean;
    readonly ip: string;
    readonly userAgent: string | null;
  }[];
  readonly sessionsEnded: number;
}

export function dataOf(answer: Answer): PersonShown {
  return answer.body.data as unknown as PersonShown;
}

export const codeOf = (answer: Answer): string | undefined =>
  (answer.body as Partial<Answer['body']>).error?.code;

let people = 0;

/** Adds a member of a kind. */
export async function addPerson(
  api: TestApi,
  kind: MemberKind,
  role: string = kind === 'merchant' ? 'owner' : 'approver',
): Promise<Person> {
  const membership = (
    kind === 'merchant'
      ? { kind, role, merchantId: (await insertMerchant(api.db, { name: 'Shop' })).merchantId }
      : { kind, role, operatorId: (await insertOperator(api.db, { name: 'Ann' })).operatorId }
  ) as Membership;
  const email = `person${(people += 1)}@shop.example`;
  const made = { membership, email, name: 'Ann', password: MEMBER_PASSWORD };
  const member = await insertMember(api.db, made);
  if (member === undefined) throw new Error('the email is taken');
  return personAt(api, { kind, email, membership, memberId: member.memberId });
}

function personAt(api: TestApi, who: Pick<Person, 'kind' | 'email' | 'membership' | 'memberId'>): Person {
  const person: Person = {
    ...who,
    tokens: { cookie: '', csrfToken: '' },
    async ask(method, path, json) {
      const { cookie, csrfToken } = person.tokens;
      const headers = { cookie, 'x-csrf-token': csrfToken, 'user-agent': 'A browser of a test' };
      const answer = await api.ask(method, path, { headers, ...(json === undefined ? {} : { json }) });
      if (answer.status === 200 && answer.headers.has('set-cookie') && method !== 'DELETE')
        person.tokens = tokensOf(answer);
      return answer;
    },
    session: (method, below = '', json) => person.ask(method, `${SESSION_OF[who.kind]}${below}`, json),
    security: (method, below = '', json) => person.ask(method, `${SECURITY_OF[who.kind]}${below}`, json),
    signIn: (password = MEMBER_PASSWORD) => person.session('POST', '', { email: who.email, password }),
    elsewhere: () => personAt(api, who),
  };
  return person;
}

/** Adds an authenticator app. @returns its secret, and the recovery codes that came with it. */
export async function addTotp(
  person: Person,
  nowMs: number,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] | null }> {
  const { secret } = dataOf(await person.security('POST', '/totp'));
  const code = codeOfApp(secret, nowMs);
  const confirmed = await person.security('POST', '/totp/confirm', { code });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { secret, recoveryCodes: dataOf(confirmed).recoveryCodes };
}

/** The code that an authenticator app shows. */
export function codeOfApp(secret: string, nowMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
}

/** Registers a passkey. */
export async function addPasskeyOf(
  person: Person,
  passkey: SoftwarePasskey,
  origin: string,
): Promise<Answer> {
  const offer = dataOf(await person.security('POST', '/passkeys/options'));
  const response = passkey.register({ challenge: offer.challenge, origin, rpId: offer.rp.id });
  return person.security('POST', '/passkeys', { name: 'Laptop', response });
}

/** Returns the challenge that the session gives to a passkey (WebAuthn). */
export async function askedOf(
  person: Person,
  origin: string,
): Promise<{ readonly challenge: string; readonly origin: string; readonly rpId: string }> {
  const answer = await person.session('POST', '/passkey-options');
  const { challenge, rpId } = dataOf(answer);
  return { challenge, origin, rpId };
}
