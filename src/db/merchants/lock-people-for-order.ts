import { assert, QuittanceError } from '../../domain/core/errors.js';
import { scopesBeyond, type Scope } from '../../domain/merchants/scopes.js';
import { scopesInForce, type Membership } from '../../domain/people/roles.js';
import type { Transaction } from '../core/database.js';
import { lockPeople, type PeopleOf } from '../people/changed-members.js';
import type { InvitedTo } from '../people/invitations.js';
import type { Member } from '../people/members.js';
import { lockOperator } from '../people/operators.js';
import { lockMerchant } from './merchants.js';
import type { PolicyOrder } from './policy-changes.js';

/** An order about people, given by `actor`. */
export type PeopleOrder = PolicyOrder;

/** The giver of an order as they are now, and the people that it is about. */
export interface LockedPeople {
  /** Null: the command line, or an operator who orders for a merchant. Both give every role. */
  readonly manager: Member | null;
  readonly people: readonly Member[];
}

/**
 * Locks the people of a merchant, or all operators, and checks again that the giver of the order is still active. So two
 * members can't disable each other.
 *
 * @throws QuittanceError `not_found`, `unauthenticated`.
 */
export async function lockPeopleForOrder(
  trx: Transaction,
  to: InvitedTo,
  { actor }: PeopleOrder,
): Promise<LockedPeople> {
  await keepKey(trx, actor);
  const people = await lockOwnPeople(trx, to);
  if (actor.kind === 'cli' || actor.kind !== to.kind) return { manager: null, people };
  const { memberId = null } = actor;
  assert(memberId !== null, 'only who has signed in orders about their own kind');
  const manager = people.find((each) => each.memberId === memberId);
  if (manager?.status === 'active') return { manager, people };
  throw new QuittanceError('unauthenticated', 'Your account was disabled while the request ran.');
}

/**
 * Locks the merchant or operator, and then the people: in this order everywhere, so that no deadlock is possible.
 *
 * @throws QuittanceError `not_found`.
 */
export async function lockOwnPeople(trx: Transaction, to: InvitedTo): Promise<readonly Member[]> {
  await lockOwner(trx, to);
  const of: PeopleOf = to.kind === 'merchant' ? to : { kind: 'operator' };
  return lockPeople(trx, of);
}

/**
 * Keeps the key of an order in force until the transaction ends. So an order that shuts the key out finds everything
 * that the key has made.
 */
async function keepKey(trx: Transaction, { apiKeyId = null }: PeopleOrder['actor']): Promise<void> {
  if (apiKeyId === null) return;
  const ofKey = { api_key_id: apiKeyId, status: 'approved' };
  const kept = await trx('api_keys').where(ofKey).forShare().first<object | undefined>('api_key_id');
  if (kept === undefined)
    throw new QuittanceError('unauthenticated', 'The API key was shut out while the request ran.');
}

async function lockOwner(trx: Transaction, to: InvitedTo): Promise<void> {
  const found =
    to.kind === 'merchant' ? await lockMerchant(trx, to.merchantId) : await lockOperator(trx, to.operatorId);
  if (found !== undefined) return;
  const name = to.kind === 'merchant' ? `merchant ${to.merchantId}` : `operator ${to.operatorId}`;
  throw new QuittanceError('not_found', `There is no ${name}.`);
}

/**
 * Checks that nobody gives, takes or takes over a role with more scopes than they have themselves now.
 *
 * @throws QuittanceError `missing_scope`.
 */
export function assertHolds(manager: Member | null, scopes: readonly Scope[]): void {
  if (manager === null) return;
  const beyond = scopesBeyond(scopesInForce(manager), scopes);
  if (beyond.length === 0) return;
  throw new QuittanceError(
    'missing_scope',
    `This concerns a role that may do more than you: ${beyond.join(', ')}. Ask somebody who may do that.`,
  );
}

/** Builds the membership for a role. The routes and the table allow a role only for its own kind. */
export function membershipIn(to: InvitedTo, role: Membership['role']): Membership {
  return { ...to, role } as Membership;
}
