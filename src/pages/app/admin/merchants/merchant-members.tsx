import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useRead } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { DataTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { InviteModal, MemberState } from '../../parts/people.js';
import { MERCHANT_ROLE_WORDS, roleName } from '../../parts/role-words.js';
import { Read } from '../../parts/states.js';

type Role = Schemas['NewInvitation']['role'];

/** The form begins with the last role. That is the owner, whom operators mostly invite here. */
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

/** The members of a merchant, and their roles. */
export function MerchantMembers({ merchantId }: { readonly merchantId: string }) {
  const members = useRead('/admin/v1/merchants/{merchantId}/members', {
    path: { merchantId },
    query: { limit: 100 },
  });
  return (
    <Card title="Members" actions={<InviteMember merchantId={merchantId} />} bare>
      <Read query={members} lines={2}>
        {(all) =>
          all.length === 0 ? (
            <p className="inside muted">Nobody can sign in. Invite its owner.</p>
          ) : (
            <DataTable
              label="Members"
              rows={all}
              keyOf={({ memberId }) => memberId}
              columns={[
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
              ]}
            />
          )
        }
      </Read>
    </Card>
  );
}
