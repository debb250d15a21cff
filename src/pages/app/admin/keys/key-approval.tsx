import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { tell } from '../../parts/toast.js';
import { ApproveKey } from './approve-key.js';

type Key = Schemas['OwnedApiKey'];
type Group = Extract<keyof Key['rateLimits'], string>;

/** The groups of requests that are counted for each key. */
const GROUPS: readonly Group[] = [
  'default',
  'POST /v1/invoices',
  'GET /v1/invoices*',
  'POST /v1/withdrawals',
  'GET /v1/balances',
];

const NO_LIMIT = 'none';

/** Returns the limit of one group as text. Empty: the default limit. */
function textOf(apiKey: Key, group: Group): string {
  const limit = apiKey.rateLimits[group];
  if (limit === undefined) return '';
  return limit === null ? NO_LIMIT : String(limit);
}

function LimitsForm({ apiKey, close }: { readonly apiKey: Key; readonly close: () => void }) {
  // The API compares these limits with the present ones. It refuses the change if somebody else has changed them
  // meanwhile.
  const [before] = useState(apiKey);
  const [given, setGiven] = useState(() => new Map(GROUPS.map((group) => [group, textOf(before, group)])));
  const [reason, setReason] = useState('');
  const order = useOrder(
    () => {
      // Groups that have no field here stay as they are.
      const kept = Object.entries(before.rateLimits).filter(([group]) => !GROUPS.includes(group));
      const limits = [...given]
        .filter(([, text]) => text.trim() !== '')
        .map(([group, text]) => [group, text.trim() === NO_LIMIT ? null : Number(text)] as const);
      return api.patch('/admin/v1/api-keys/{apiKeyId}', {
        path: { apiKeyId: apiKey.apiKeyId },
        body: {
          rateLimits: Object.fromEntries([...kept, ...limits]),
          expected: before.rateLimits,
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      });
    },
    () => {
      close();
      tell('The new limits of the key apply now.');
    },
  );
  return (
    <OrderForm
      order={order}
      act="Set limits"
      stays="The limits are as before."
      close={close}
      leave="Leave them"
    >
      {GROUPS.map((group) => (
        <TextField
          key={group}
          label={group === 'default' ? 'All requests together' : group}
          pattern={`[1-9][0-9]*|${NO_LIMIT}`}
          title={`A whole number, or ${NO_LIMIT}`}
          autoComplete="off"
          value={given.get(group) ?? ''}
          onValue={(text) => setGiven(new Map(given).set(group, text))}
        />
      ))}
      <TextField label="Reason, for the audit log" optional value={reason} onValue={setReason} />
    </OrderForm>
  );
}

/** The orders of an operator about a key: approve it, and set its rate limits. */
export function KeyApproval({ apiKey }: { readonly apiKey: Key }) {
  const [open, setOpen] = useState<'approve' | 'limits' | null>(null);
  const close = (): void => setOpen(null);
  if (apiKey.status === 'revoked') return null;
  return (
    <span className="row-words row-orders">
      <Button look="quiet" aria-label={`Limits of ${isolate(apiKey.name)}`} onClick={() => setOpen('limits')}>
        Limits
      </Button>
      {apiKey.status === 'pending' && (
        <Button aria-label={`Approve ${isolate(apiKey.name)}`} onClick={() => setOpen('approve')}>
          Approve
        </Button>
      )}
      <Modal isOpen={open === 'approve'} close={close} title={`Approve ${isolate(apiKey.name)}`}>
        <ApproveKey apiKey={apiKey} close={close} />
      </Modal>
      <Modal
        isOpen={open === 'limits'}
        close={close}
        title={`Limits of ${isolate(apiKey.name)}`}
        about="Requests in a minute; for withdrawals, in an hour. Empty: the default limit."
      >
        <LimitsForm apiKey={apiKey} close={close} />
      </Modal>
    </span>
  );
}
