import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { InviteModal, MemberState } from '../../parts/people.js';
import { MERCHANT_ROLE_WORDS, roleName } from '../../parts/role-words.js';

type Role = Schemas['NewInvitation']['role'];

/** The form begins with the last role, the owner, because operators mostly invite owners here. */
const ROLES = Object.keys(MERCHANT_ROLE_WORDS).reverse();

/** Makes a link by which somebody joins the merchant. The operator has to hand it over. */
function InviteMember({ merchantId }: { readonly merchantId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      <InviteModal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Invite a member"
        words={MERCHANT_ROLE_WORDS}
        roles={ROLES}
        send={({ email, role }, post) =>
          post('/admin/v1/merchants/{merchantId}/invitations', {
            path: { merchantId },
            body: { email, role: role as Role },
          })
        }
      />
    </>
  );
}

const MEMBER_TABLE: readonly Column<Schemas['Member']>[] = [
  {
    head: 'Member',
    cell: ({ name, email }) => (
      <>
        <span className="clip block">{name}</span>
        <span className="under clip block">{email}</span>
      </>
    ),
  },
  { head: 'Status', cell: (member) => <MemberState member={member} /> },
  { head: 'Role', cell: ({ role }) => roleName(MERCHANT_ROLE_WORDS, role) },
  {
    head: 'Since',
    right: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];

/** The members of a merchant, and their roles. */
export function MerchantMembers({ merchantId }: { readonly merchantId: string }) {
  const list = useList('/admin/v1/merchants/{merchantId}/members', {}, { of: { merchantId } });
  return (
    <Card title="Members" actions={<InviteMember merchantId={merchantId} />} bare>
      <ListTable
        label="Members"
        list={list}
        noun={['member', 'members']}
        keyOf={({ memberId }) => memberId}
        columns={MEMBER_TABLE}
        empty={<p className="inside muted">Nobody can sign in. Invite its owner.</p>}
      />
    </Card>
  );
}
