import { QuittanceError } from '../../domain/core/errors.js';
import { scopesOfMember, type Membership } from '../../domain/people/roles.js';
import { joinsPolicyAndApproval, SEPARATE_SCOPES, type Scope } from '../../domain/merchants/scopes.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { findMemberOfOperator } from '../people/members.js';
import { listKeysOfOperators } from './api-keys.js';

/** The scopes that a person who signs in is about to get: by a key, or by a role in place of the present one. */
type Given = { readonly scopes: readonly Scope[] } | { readonly role: Membership['role'] };

/**
 * Checks that nobody who signs in can both set policy and approve under it, with their role and all of their keys that
 * are not revoked. The caller has locked the operator, so two concurrent orders count each other.
 *
 * @throws QuittanceError `invalid_state`.
 */
export async function assertSeparate(
  trx: Transaction,
  { operatorId, by }: { readonly operatorId: string; readonly by: AuditActor['kind'] },
  given: Given,
): Promise<void> {
  // The owner of the host may do this: the command line can give any scopes.
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
  // A person who got both kinds at the command line keeps both, and may get scopes of neither kind.
  if (!joinsPolicyAndApproval(scopes) || !added.some((scope) => SEPARATE_SCOPES.includes(scope))) return;
  throw new QuittanceError(
    'invalid_state',
    'This person could then set policy and also approve withdrawals. Revoke some of their keys first, or give this to another operator.',
  );
}
