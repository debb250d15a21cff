import { assert, QuittanceError } from '../../domain/core/errors.js';
import { signInEmail } from '../../domain/people/sign-in-email.js';
import { movesMoney, scopesOfMember, type Membership } from '../../domain/people/roles.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import {
  insertInvitation,
  listInvitations,
  lockInvitation,
  markWithdrawn,
  type Invitation,
  type InvitedTo,
} from '../people/invitations.js';
import type { Member } from '../people/members.js';
import { assertHolds, lockPeopleForOrder, membershipIn, type PeopleOrder } from './lock-people-for-order.js';
import { insertPolicyChange } from './policy-changes.js';
import { stopIfWaiting } from './policy-orders.js';
import { assertSeparate } from './separation-of-duties.js';

/** The most invitations of one merchant that are open. */
const OPEN_MAX = 100;

/** The actor who withdraws links, and the time. */
type Withdrawing = Pick<PeopleOrder, 'actor' | 'nowMs'>;

/** A link and its token, which can't be shown again. */
export interface NewLink {
  readonly invitation: Invitation;
  readonly token: string;
}

/**
 * Makes a link by which somebody joins with a role. An earlier link for the same person is withdrawn. The scopes of the
 * role that move money wait from now on, as a key that can withdraw does.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function invite(
  trx: Transaction,
  order: PeopleOrder,
  {
    to,
    email: written,
    role,
  }: { readonly to: InvitedTo; readonly email: string; readonly role: Membership['role'] },
): Promise<NewLink> {
  const email = signInEmail(written);
  const { manager, people } = await lockPeopleForOrder(trx, to, order);
  const membership = membershipIn(to, role);
  assertHolds(manager, scopesOfMember(membership));
  assertNewcomer(people, to, email);
  if (to.kind === 'operator')
    await assertSeparate(trx, { operatorId: to.operatorId, by: order.actor.kind }, { role });
  const whose = to.kind === 'merchant' ? { merchantId: to.merchantId } : { operatorIds: [to.operatorId] };
  await withdrawAll(trx, order, {
    ...whose,
    ...(to.kind === 'merchant' ? { email } : {}),
    kind: 'invitation',
  });
  const open = await listInvitations(trx, { ...whose, status: 'open', nowMs: order.nowMs, limit: OPEN_MAX });
  if (open.length >= OPEN_MAX)
    throw new QuittanceError('invalid_state', `${open.length} invitations are open: withdraw some first.`);
  const made = await makeLink(trx, order, { to, email, role, membership, member: null });
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.invite',
    objectKind: 'invitation',
    objectId: made.invitation.invitationId,
    after: { ...to, email, role, expiresAt: new Date(made.invitation.expiresAtMs).toISOString() },
  });
  return made;
}

function assertNewcomer(people: readonly Member[], to: InvitedTo, email: string): void {
  const there = people.find(({ membership, email: theirs }) =>
    to.kind === 'operator'
      ? membership.kind === 'operator' && membership.operatorId === to.operatorId
      : theirs === email,
  );
  if (there === undefined) return;
  throw new QuittanceError(
    'invalid_state',
    to.kind === 'operator'
      ? `The operator signs in already, as ${there.email}. Change that member, or make a link for a new password.`
      : `${email} is a member already. Change the role, or make a link for a new password.`,
  );
}

/**
 * Makes a link by which a member sets a new password. Whoever has the link can take over the account. So its maker
 * needs every scope of the role, and the money scopes of an operator wait afterwards.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function makeResetLink(
  trx: Transaction,
  order: PeopleOrder,
  { to, memberId }: { readonly to: InvitedTo; readonly memberId: string | null },
): Promise<NewLink> {
  const { manager, people } = await lockPeopleForOrder(trx, to, order);
  const member = memberOf(people, to, memberId);
  assertHolds(manager, scopesOfMember(member.membership));
  if (member.status !== 'active')
    throw new QuittanceError('invalid_state', 'The member is disabled: enable them first.');
  await withdrawResets(trx, order, member.memberId);
  const { email, membership } = member;
  const made = await makeLink(trx, order, { to, email, role: null, membership, member });
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.reset_link',
    objectKind: 'member',
    objectId: member.memberId,
    after: { expiresAt: new Date(made.invitation.expiresAtMs).toISOString() },
  });
  return made;
}

/** Finds a member by id, or the one that an operator has. @throws QuittanceError `not_found`. */
export function memberOf(people: readonly Member[], to: InvitedTo, memberId: string | null): Member {
  const found = people.find(({ membership, ...each }) =>
    memberId === null
      ? membership.kind === 'operator' && to.kind === 'operator' && membership.operatorId === to.operatorId
      : each.memberId === memberId,
  );
  if (found !== undefined) return found;
  throw new QuittanceError(
    'not_found',
    memberId === null ? 'The operator has no sign-in. Invite them first.' : `There is no member ${memberId}.`,
  );
}

async function makeLink(
  trx: Transaction,
  order: PeopleOrder,
  asked: {
    readonly to: InvitedTo;
    readonly email: string;
    readonly role: Membership['role'] | null;
    readonly membership: Membership;
    /** Null: it is an invitation. */
    readonly member: Member | null;
  },
): Promise<NewLink> {
  const { actor, nowMs } = order;
  assert(actor.kind !== 'system', 'people make links');
  const { to, email, role, membership, member } = asked;
  const invitationId = newId('ivt', nowMs);
  // For a merchant's member, a new password gives nobody more than its maker has. For an operator, it would make one
  // person of two.
  const waits = member === null || to.kind === 'operator';
  const policyChangeId = waits
    ? await waitForRole(trx, order, { objectId: invitationId, email, membership })
    : null;
  return insertInvitation(trx, {
    invitationId,
    to,
    email,
    role,
    policyChangeId,
    nowMs,
    kind: member === null ? 'invitation' : 'reset',
    memberId: member?.memberId ?? null,
    madeBy: { kind: actor.kind, id: actor.id, credentialId: actor.memberId ?? actor.apiKeyId ?? null },
  });
}

/**
 * Some scopes of a role move money. They wait for the policy delay, if there is one.
 *
 * @returns the id of the change; null: nothing waits.
 */
export async function waitForRole(
  trx: Transaction,
  order: PeopleOrder,
  {
    objectId,
    email,
    membership,
  }: { readonly objectId: string; readonly email: string; readonly membership: Membership },
): Promise<string | null> {
  if (order.policyDelayMs === 0 || !movesMoney(membership)) return null;
  return insertPolicyChange(trx, order, {
    kind: 'member_role',
    merchantId: membership.kind === 'merchant' ? membership.merchantId : null,
    objectId,
    part: '',
    change: { email, role: membership.role },
    holdsFromMs: order.nowMs + order.policyDelayMs,
  });
}

/** Withdraws a link that nobody has used. @throws QuittanceError `not_found`, `invalid_state`, `unauthenticated`. */
export async function withdrawInvitation(
  trx: Transaction,
  order: PeopleOrder,
  { to, invitationId }: { readonly to: InvitedTo; readonly invitationId: string },
): Promise<Invitation> {
  await lockPeopleForOrder(trx, to, order);
  const found = await lockInvitation(trx, invitationId, order.nowMs);
  if (found === undefined || !isSame(found.to, to))
    throw new QuittanceError('not_found', `There is no invitation ${invitationId}.`);
  if (found.status !== 'open' && found.status !== 'expired')
    throw new QuittanceError('invalid_state', `The link is ${found.status} already.`);
  await withdrawOne(trx, order, found);
  return { ...found, status: 'withdrawn' };
}

function isSame(one: InvitedTo, other: InvitedTo): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Withdraws the open links by which a member could set a new password. */
async function withdrawResets(trx: Transaction, order: PeopleOrder, memberId: string): Promise<void> {
  await withdrawAll(trx, order, { memberId, kind: 'reset' });
}

/**
 * Withdraws the open links by which a member could set a new password, and those that the member has made. Somebody
 * else may have made them in the member's name.
 */
export async function withdrawLinksOf(trx: Transaction, order: PeopleOrder, memberId: string): Promise<void> {
  await withdrawResets(trx, order, memberId);
  await withdrawMadeBy(trx, order, memberId);
}

/** Withdraws the open links that a member or a key has made, for whomever. */
export async function withdrawMadeBy(
  trx: Transaction,
  order: Withdrawing,
  credentialId: string,
): Promise<void> {
  await withdrawAll(trx, order, { madeByCredential: credentialId });
}

/** Withdraws usable links, and expired ones: the database accepts no new link beside either of them. */
async function withdrawAll(
  trx: Transaction,
  order: Withdrawing,
  which: Omit<Parameters<typeof listInvitations>[1], 'status' | 'nowMs' | 'limit' | 'afterId'>,
): Promise<void> {
  const query = { ...which, nowMs: order.nowMs, limit: 10 * OPEN_MAX };
  for (const status of ['open', 'expired'] as const) {
    let found: readonly Invitation[];
    do {
      found = await listInvitations(trx, { ...query, status });
      for (const { invitationId } of found) {
        const locked = await lockInvitation(trx, invitationId, order.nowMs);
        if (locked?.status === 'open' || locked?.status === 'expired') await withdrawOne(trx, order, locked);
      }
    } while (found.length === query.limit);
  }
}

async function withdrawOne(trx: Transaction, order: Withdrawing, invitation: Invitation): Promise<void> {
  const { invitationId, email, policyChangeId } = invitation;
  await markWithdrawn(trx, { invitationId, nowMs: order.nowMs });
  await stopIfWaiting(trx, policyChangeId, order);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.withdraw_invitation',
    objectKind: 'invitation',
    objectId: invitationId,
    before: { email, status: invitation.status },
    after: { status: 'withdrawn' },
  });
}
