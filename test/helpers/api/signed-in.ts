import { insertMember } from '../../../src/db/people/members.js';
import type { Membership } from '../../../src/domain/people/roles.js';
import type { Answer, Asking, TestApi } from './start-api.js';

export const MEMBERS_PASSWORD = 'correct horse battery staple';
let number = 0;

/** A signed-in person, who asks with the cookie and the token of the session. */
export interface SignedInMember {
  readonly email: string;
  readonly memberId: string;
  readonly cookie: string;
  readonly ask: (method: string, path: string, json?: unknown) => Promise<Answer>;
}

/** Returns the member of an answer that has begun a session. */
export function memberOfAnswer(api: TestApi, answer: Answer): SignedInMember {
  if (answer.status !== 200) throw new Error(`the sign-in answered ${answer.text}`);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { csrfToken, member } = answer.body.data as unknown as {
    readonly csrfToken: string;
    readonly member: { readonly email: string; readonly memberId: string };
  };
  return {
    ...member,
    cookie,
    ask: (method, path, json) => {
      const asking: Asking = { headers: { cookie, 'x-csrf-token': csrfToken } };
      return api.ask(method, path, json === undefined ? asking : { ...asking, json });
    },
  };
}

export const beginSessionOf = (
  api: TestApi,
  kind: Membership['kind'],
  email: string,
  password = MEMBERS_PASSWORD,
): Promise<Answer> =>
  api.ask('POST', kind === 'merchant' ? '/web/v1/session' : '/admin/v1/session', {
    json: { email, password },
  });

/** Adds a member, who has the whole role at once, and signs in. */
export async function addSignedIn(api: TestApi, membership: Membership): Promise<SignedInMember> {
  const email = `member${(number += 1)}@shop.example`;
  await insertMember(api.db, { membership, email, name: 'Ann', password: MEMBERS_PASSWORD });
  return memberOfAnswer(api, await beginSessionOf(api, membership.kind, email));
}
