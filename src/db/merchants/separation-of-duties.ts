import { QuittanceError } from '../../domain/core/errors.js';
import { scopesOfMember, type Membership } from '../../domain/people/roles.js';
import { joinsPolicyAndApproval, SEPARATE_SCOPES, type Scope } from '../../domain/merchants/scopes.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { findMemberOfOperator } from '../people/members.js';
import { listKeysOfOperators } from './api-keys.js';

/** What a person who signs in is about to get: a key, or a role in place of the one they have. */
type Given = { readonly scopes: readonly Scope[] } | { readonly role: Membership['role'] };

/**
 * Checks that nobody who signs in gets to set policy and to approve under it, by their role and all of their keys that are
 * not revoked. The caller has locked the operator, so two orders at once count each other.
 *
 * @throws QuittanceError `invalid_state`.
 */
export async function assertSeparate(
  trx: Transaction,
  { operatorId, by }: { readonly operatorId: string; readonly by: AuditActor['kind'] },
  given: Given,
): Promise<void> {
  // The owner of the host stands above: the command line gives everything.
  if (by === 'cli') return;
  const member = await findMemberOfOperator(trx, { kind: 'operator', operatorId, role: 'viewer' });
  const role = 'role' in given ? given.role : member?.membership.role;
  if (role === undefined) return;
  const added: readonly Scope[] =
    'role' in given ? scopesOfMember({ kind: 'operator', role: given.role }) : given.scopes;
  const keys = (await listKeysOfOperators(trx, [operatorId])).get(operatorId) ?? [];
  const scopes = [
    ...scopesOfMember({ kind: 'operator', role }),
    ...keys.flatMap((key) => key.scopes),
    ...added,
  ];
  // Who has got both at the command line keeps both, and may be given scopes that belong to neither.
  if (!joinsPolicyAndApproval(scopes) || !added.some((scope) => SEPARATE_SCOPES.includes(scope))) return;
  throw new QuittanceError(
    'invalid_state',
    'This person could then set policy and also approve withdrawals. Revoke some of their keys first, or give this to another operator.',
  );
}
