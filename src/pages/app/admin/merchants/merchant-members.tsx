import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { SecretOnce } from '../../parts/copyable.js';
import { DataTable } from '../../parts/data-table.js';
import { ChoiceField, TextField } from '../../parts/field.js';
import { At, FromNow } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Read, Refusal, wrongOf } from '../../parts/states.js';
import { StatusWord } from '../../parts/status.js';

const ROLES = [
  ['owner', 'Owner: everything'],
  ['finance', 'Finance: invoices, withdrawals, balances'],
  ['developer', 'Developer: invoices and webhooks'],
  ['viewer', 'Viewer: reads'],
] as const;
type Role = (typeof ROLES)[number][0];

function InviteForm({
  merchantId,
  close,
  then,
}: {
  readonly merchantId: string;
  readonly close: () => void;
  readonly then: (url: string) => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('owner');
  const order = useOrder(
    () =>
      api.post('/admin/v1/merchants/{merchantId}/invitations', {
        path: { merchantId },
        body: { email: email.trim(), role },
      }),
    ({ url }) => then(url),
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined);
      }}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        wrong={wrongOf(order.error, 'email')}
        value={email}
        onValue={setEmail}
      />
      <ChoiceField
        label="Role"
        hint="What moves money in it waits, or for a second operator."
        choices={ROLES}
        value={role}
        onValue={(next) => setRole(next as Role)}
      />
      <Refusal error={order.error} stays="Nobody was invited." />
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" busy={order.isPending}>
          Make the link
        </Button>
      </div>
    </form>
  );
}

/** Makes a link by which somebody joins the merchant. Whoever makes it hands it over. */
function InviteMember({ merchantId }: { readonly merchantId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const close = (): void => {
    setOpen(false);
    setUrl(null);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      <Modal
        isOpen={isOpen}
        close={close}
        title={url === null ? 'Invite a member' : 'The link to hand over'}
        about={
          url === null
            ? 'You get a link to hand over yourself: no mail is sent.'
            : 'It works once, for 7 days. It is shown now and never again.'
        }
      >
        {url === null ? (
          <InviteForm merchantId={merchantId} close={close} then={setUrl} />
        ) : (
          <>
            <SecretOnce secret={url} what="link" />
            <div className="actions">
              <Button look="primary" onClick={close}>
                I have kept it
              </Button>
            </div>
          </>
        )}
      </Modal>
    </>
  );
}

function MemberStatus({ member: { status, waitingRole } }: { readonly member: Schemas['Member'] }) {
  if (status === 'disabled') return <StatusWord tone="failed">Disabled</StatusWord>;
  if (waitingRole === null) return <StatusWord tone="done">Active</StatusWord>;
  return (
    <>
      <StatusWord tone="attention">Moves no money</StatusWord>
      {waitingRole.status === 'waiting' && (
        <span className="under">
          until <FromNow time={waitingRole.holdsFrom} />
        </span>
      )}
    </>
  );
}

/** Those who sign in for a merchant, and what each may do. */
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
                { head: 'Status', cell: (member) => <MemberStatus member={member} /> },
                { head: 'Role', cell: ({ role }) => role.charAt(0).toUpperCase() + role.slice(1) },
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
