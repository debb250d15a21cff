import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { DisableModal, ResetModal, RoleModal } from '../../parts/people.js';
import { MERCHANT_ROLE_WORDS } from '../../parts/role-words.js';
import { OrderButton } from '../../parts/order-button.js';
import { tell } from '../../parts/toast.js';

type Member = Schemas['Member'];
interface Change {
  readonly role?: 'owner' | 'finance' | 'developer' | 'viewer';
  readonly status?: Member['status'];
}

/** The orders about one member. */
export function MemberOrders({
  member,
  roles,
}: {
  readonly member: Member;
  /** The roles that the signed-in person may give. */
  readonly roles: readonly string[];
}) {
  const [open, setOpen] = useState<'role' | 'reset' | 'disable' | null>(null);
  const close = (): void => setOpen(null);
  const path = { memberId: member.memberId };
  const change = (body: Change) => api.patch('/web/v1/members/{memberId}', { path, body });
  const enable = useOrder(
    () => change({ status: 'active' }),
    () => tell(`${isolate(member.name)} can sign in again.`),
  );
  return (
    <span className="row-words row-orders">
      <Button look="quiet" onClick={() => setOpen('role')}>
        Role
      </Button>
      {member.status === 'active' ? (
        <>
          <Button look="quiet" onClick={() => setOpen('reset')}>
            New password
          </Button>
          <Button look="quiet" onClick={() => setOpen('disable')}>
            Disable
          </Button>
        </>
      ) : (
        <OrderButton look="quiet" order={enable}>
          Enable
        </OrderButton>
      )}
      {open === 'role' && (
        <RoleModal
          isOpen
          close={close}
          member={member}
          words={MERCHANT_ROLE_WORDS}
          roles={roles}
          send={(role) => change({ role: role as NonNullable<Change['role']> })}
        />
      )}
      <ResetModal
        isOpen={open === 'reset'}
        close={close}
        name={member.name}
        about="The link sets a new password. It works once, within 24 hours. Give it to this person only. Until they use it, the old password works."
        send={(post) => post('/web/v1/members/{memberId}/reset-link', { path })}
      />
      <DisableModal
        isOpen={open === 'disable'}
        close={close}
        name={member.name}
        send={() => change({ status: 'disabled' })}
      />
    </span>
  );
}
