import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { hasSomething, useList, useOrder, useSession } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { PeopleIcon, PlusIcon } from '../../parts/icons.js';
import { AppPage, PageSection } from '../../parts/layout.js';
import { InviteModal, MemberState } from '../../parts/people.js';
import { MERCHANT_ROLE_WORDS, roleName } from '../../parts/role-words.js';
import { Empty } from '../../parts/states.js';
import { OrderButton } from '../../parts/order-button.js';
import { tell } from '../../parts/toast.js';
import { MemberOrders } from './member-orders.js';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];

const MONEY_ROLES: readonly string[] = ['owner', 'finance'];

/** Returns the roles that the signed-in person may give: none with more rights than their own. The API decides. */
function useRolesToGive(): readonly string[] {
  const scopes = useSession().data?.member.scopes ?? [];
  const movesMoney = scopes.includes('withdrawals:write');
  return Object.keys(MERCHANT_ROLE_WORDS).filter((role) => movesMoney || !MONEY_ROLES.includes(role));
}

function Invite({ roles }: { readonly roles: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={PlusIcon} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <InviteModal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Invite somebody"
        words={MERCHANT_ROLE_WORDS}
        roles={roles}
        send={(body, post) => post('/web/v1/invitations', { body: body as Schemas['NewInvitation'] })}
      />
    </>
  );
}

function Withdraw({ invitationId }: Pick<Invitation, 'invitationId'>) {
  const order = useOrder(
    () => api.delete('/web/v1/invitations/{invitationId}', { path: { invitationId } }),
    () => tell('The link does not work any more.'),
  );
  return (
    <span className="row-words row-orders">
      <OrderButton look="quiet" order={order}>
        Withdraw
      </OrderButton>
    </span>
  );
}

const INVITATION_TABLE: readonly Column<Invitation>[] = [
  {
    head: 'Email',
    cell: ({ email, kind, role }) => (
      <>
        <span className="block clip" title={email}>
          {email}
        </span>
        <span className="under">
          {kind === 'reset' ? 'Sets a new password' : `Joins as ${roleName(MERCHANT_ROLE_WORDS, role ?? '')}`}
        </span>
      </>
    ),
  },
  {
    head: 'Works',
    cell: ({ expiresAt }) => (
      <span className="later">
        until <At time={expiresAt} />
      </span>
    ),
  },
  {
    head: 'Made',
    wideOnly: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <FromNow time={createdAt} />
      </span>
    ),
  },
  { head: 'Orders', isOrders: true, right: true, cell: (invitation) => <Withdraw {...invitation} /> },
];

function memberTable(roles: readonly string[], selfId: string | undefined): readonly Column<Member>[] {
  return [
    {
      head: 'Member',
      cell: ({ name, email, memberId }) => (
        <>
          <span className="block clip" title={name}>
            <bdi>{name}</bdi>
            {memberId === selfId && <span className="muted"> (you)</span>}
          </span>
          <span className="under clip" title={email}>
            {email}
          </span>
        </>
      ),
    },
    {
      head: 'Role',
      cell: ({ role }) => (
        <span title={MERCHANT_ROLE_WORDS[role]?.[1]}>{roleName(MERCHANT_ROLE_WORDS, role)}</span>
      ),
    },
    { head: 'Status', cell: (member) => <MemberState member={member} /> },
    {
      head: 'Since',
      isLine: true,
      cell: ({ createdAt }) => (
        <span className="later">
          <At time={createdAt} />
        </span>
      ),
    },
    {
      head: 'Orders',
      isOrders: true,
      right: true,
      cell: (member) => <MemberOrders member={member} roles={roles} />,
    },
  ];
}

/** The members of the merchant, and the open invitations. */
export default function TeamPage() {
  const roles = useRolesToGive();
  const selfId = useSession().data?.member.memberId;
  const members = useList<'/web/v1/members'>('/web/v1/members');
  const invitations = useList<'/web/v1/invitations'>('/web/v1/invitations', { status: 'open' });
  return (
    <AppPage title="Team" about="Who signs in for your shop." actions={<Invite roles={roles} />}>
      <ListTable<Member>
        label="Members"
        list={members}
        noun={['member', 'members']}
        keyOf={({ memberId }) => memberId}
        columns={memberTable(roles, selfId)}
        empty={
          <Empty icon={PeopleIcon} title="Nobody yet">
            The people that you invite are shown here.
          </Empty>
        }
      />
      {hasSomething(invitations) && (
        <PageSection title="Open links">
          <ListTable<Invitation>
            label="Open links"
            list={invitations}
            noun={['link', 'links']}
            keyOf={({ invitationId }) => invitationId}
            columns={INVITATION_TABLE}
            empty={null}
          />
        </PageSection>
      )}
      <PageSection title="What each role may do">
        <dl className="facts">
          {Object.values(MERCHANT_ROLE_WORDS).map(([name, does]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
    </AppPage>
  );
}
