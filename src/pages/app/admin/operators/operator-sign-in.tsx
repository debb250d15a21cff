import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, useSession } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { At } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { DisableModal, InviteModal, MemberState, ResetModal, RoleModal } from '../../parts/people.js';
import { OPERATOR_ROLE_WORDS, roleName } from '../../parts/role-words.js';
import { OrderButton } from '../../parts/order-button.js';
import { tell } from '../../parts/toast.js';

type Operator = Schemas['Operator'];
type Role = Schemas['NewOperatorInvitation']['role'];

/**
 * Nobody may give a role with more rights than their own. The API decides. The page leaves out the roles that it would
 * refuse.
 */
function useRolesToGive(): readonly string[] {
  const approves = useSession().data?.member.scopes.includes('withdrawals:approve') ?? false;
  return Object.keys(OPERATOR_ROLE_WORDS).filter((role) => role !== 'approver' || approves);
}

function RemoveFactors({ operatorId, name }: { readonly operatorId: string; readonly name: string }) {
  return (
    <AskedOrder
      act="Remove second factors"
      title={`Remove the second factors of ${isolate(name)}`}
      about="Do this when they have lost them. It removes the authenticator app, passkeys and recovery codes, and ends their sessions. Give them a new password too: until they add a factor, the password alone lets them in."
      stays="The factors are as before."
      send={() => api.post('/admin/v1/operators/{operatorId}/reset-factors', { path: { operatorId } })}
      then={() => tell(`${isolate(name)} signs in with the password alone, until they add a factor.`)}
    />
  );
}

function MemberButtons({
  operator,
  member,
}: {
  readonly operator: Operator;
  readonly member: Schemas['Member'];
}) {
  const [open, setOpen] = useState<'role' | 'reset' | 'disable' | null>(null);
  const roles = useRolesToGive();
  const ownId = useSession().data?.member.memberId;
  const path = { operatorId: operator.operatorId };
  const change = (body: { readonly role?: Role; readonly status?: 'active' | 'disabled' }) =>
    api.patch('/admin/v1/operators/{operatorId}/member', { path, body });
  const enable = useOrder(
    () => change({ status: 'active' }),
    () => tell(`${isolate(member.name)} can sign in again.`),
  );
  const close = (): void => setOpen(null);
  const isActive = member.status === 'active';
  return (
    <>
      <div className="actions start">
        <Button onClick={() => setOpen('role')}>Change role</Button>
        {isActive && <Button onClick={() => setOpen('reset')}>New password</Button>}
        {isActive && roles.includes(member.role) && member.memberId !== ownId && (
          <RemoveFactors operatorId={operator.operatorId} name={member.name} />
        )}
        {isActive ? (
          <Button look="danger" onClick={() => setOpen('disable')}>
            Disable sign-in
          </Button>
        ) : (
          <OrderButton order={enable}>Enable</OrderButton>
        )}
      </div>
      {open === 'role' && (
        <RoleModal
          isOpen
          close={close}
          member={member}
          words={OPERATOR_ROLE_WORDS}
          roles={roles}
          send={(role) => change({ role: role as Role })}
        />
      )}
      <ResetModal
        isOpen={open === 'reset'}
        close={close}
        name={member.name}
        about="The link sets a new password. It works once, within 24 hours. Give it to this person only. After that, the account cannot confirm policy changes for a while, like a new account."
        send={(post) => post('/admin/v1/operators/{operatorId}/reset-link', { path })}
      />
      <DisableModal
        isOpen={open === 'disable'}
        close={close}
        name={member.name}
        send={() => change({ status: 'disabled' })}
      />
    </>
  );
}

function OpenLink({
  operatorId,
  link,
}: {
  readonly operatorId: string;
  readonly link: Schemas['Invitation'];
}) {
  const { invitationId } = link;
  const order = useOrder(
    () =>
      api.delete('/admin/v1/operators/{operatorId}/invitation/{invitationId}', {
        path: { operatorId, invitationId },
      }),
    () => tell('The link does not work any more.'),
  );
  return (
    <span>
      {link.kind === 'reset'
        ? 'For a new password'
        : `To join as ${roleName(OPERATOR_ROLE_WORDS, link.role ?? '')}`}
      , until <At time={link.expiresAt} />{' '}
      <OrderButton look="quiet" order={order}>
        Withdraw
      </OrderButton>
    </span>
  );
}

/** The sign-in of an operator. Each operator has at most one. */
export function OperatorSignIn({ operator }: { readonly operator: Operator }) {
  const [isInviting, setInviting] = useState(false);
  const roles = useRolesToGive();
  const { operatorId, member, invitations } = operator;
  return (
    <Card title="Sign-in">
      <div className="form">
        {member === null ? (
          <p className="muted">They do not sign in yet.</p>
        ) : (
          <Facts
            of={[
              ['Name', member.name],
              ['Email', member.email],
              [
                'Role',
                `${roleName(OPERATOR_ROLE_WORDS, member.role)}: ${OPERATOR_ROLE_WORDS[member.role]?.[1] ?? ''}`,
              ],
              ['Status', <MemberState key="status" member={member} />],
            ]}
          />
        )}
        {invitations.map((link) => (
          <OpenLink key={link.invitationId} operatorId={operatorId} link={link} />
        ))}
        {member === null ? (
          <div className="actions start">
            <Button look="primary" onClick={() => setInviting(true)}>
              Invite to sign in
            </Button>
          </div>
        ) : (
          <MemberButtons operator={operator} member={member} />
        )}
      </div>
      <InviteModal
        isOpen={isInviting}
        close={() => setInviting(false)}
        title={`Invite ${isolate(operator.name)}`}
        words={OPERATOR_ROLE_WORDS}
        roles={roles}
        send={(asked, post) =>
          post('/admin/v1/operators/{operatorId}/invitation', {
            path: { operatorId },
            body: asked as Schemas['NewOperatorInvitation'],
          })
        }
      />
    </Card>
  );
}
