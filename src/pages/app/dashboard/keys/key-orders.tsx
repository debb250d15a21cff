import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { LongTextField } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { failureWords } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

type ApiKey = Schemas['ApiKey'];

/** From where a key may be used, and to which addresses it may withdraw. */
function WhitelistForm({ apiKey, close }: { readonly apiKey: ApiKey; readonly close: () => void }) {
  const [ips, setIps] = useState(apiKey.ips.join('\n'));
  const [addresses, setAddresses] = useState(
    apiKey.withdrawalAddresses
      .map(({ chainCode, address, label }) => `${chainCode} ${address} ${label}`.trim())
      .join('\n'),
  );
  const linesOf = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const order = useOrder(
    () =>
      api.put('/web/v1/api-keys/whitelists', {
        body: {
          apiKeyId: apiKey.apiKeyId,
          ips: linesOf(ips),
          withdrawalAddresses: linesOf(addresses).map((line) => {
            const [chainCode = '', address = '', ...label] = line.split(/\s+/);
            return { chainCode, address, ...(label.length === 0 ? {} : { label: label.join(' ') }) };
          }),
        },
      }),
    () => {
      close();
      tell('The whitelists are kept.');
    },
  );
  return (
    <OrderForm order={order} act="Save" stays="The whitelists are as before." close={close}>
      <LongTextField
        label="IP addresses"
        hint="One a line, also as ranges. None: it may be used from anywhere."
        optional
        spellCheck={false}
        value={ips}
        onValue={setIps}
      />
      <LongTextField
        label="Withdrawal addresses"
        hint="One a line: network, address, name. None: to any address."
        optional
        spellCheck={false}
        value={addresses}
        onValue={setAddresses}
      />
    </OrderForm>
  );
}

function RevokeKey({ apiKey, close }: { readonly apiKey: ApiKey; readonly close: () => void }) {
  const order = useOrder(
    () => api.patch('/web/v1/api-keys/status', { body: { apiKeyId: apiKey.apiKeyId, status: 'revoked' } }),
    () => {
      close();
      tell('The key is revoked.');
    },
  );
  return (
    <OrderForm
      order={order}
      act="Revoke key"
      stays="The key is as before."
      close={close}
      isGrave
      leave="Keep it"
    />
  );
}

/** What can be done with one key. */
export function KeyOrders({ apiKey }: { readonly apiKey: ApiKey }) {
  const [open, setOpen] = useState<'whitelists' | 'revoke' | null>(null);
  const close = (): void => setOpen(null);
  const next = apiKey.status === 'disabled' ? 'approved' : 'disabled';
  const change = useOrder(
    () => api.patch('/web/v1/api-keys/status', { body: { apiKeyId: apiKey.apiKeyId, status: next } }),
    () => tell(next === 'disabled' ? 'The key is disabled.' : 'The key works again.'),
  );
  if (apiKey.status === 'revoked') return null;
  return (
    <span className="row-words row-orders">
      <Button look="quiet" onClick={() => setOpen('whitelists')}>
        Whitelists
      </Button>
      {apiKey.status !== 'pending' && (
        <Button
          look="quiet"
          busy={change.isPending}
          onClick={() => change.mutate(undefined, { onError: (error) => tell(failureWords(error)) })}
        >
          {next === 'disabled' ? 'Disable' : 'Enable'}
        </Button>
      )}
      <Button look="quiet" onClick={() => setOpen('revoke')}>
        Revoke
      </Button>
      <Modal isOpen={open === 'whitelists'} close={close} title={`Whitelists of ${apiKey.name}`}>
        <WhitelistForm apiKey={apiKey} close={close} />
      </Modal>
      <Modal
        isOpen={open === 'revoke'}
        close={close}
        title={`Revoke ${apiKey.name}`}
        about="Programs that use it are refused at once. This can't be undone."
      >
        <RevokeKey apiKey={apiKey} close={close} />
      </Modal>
    </span>
  );
}
