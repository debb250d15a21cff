import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { IpRangesField, linesOf } from '../../parts/key-fields.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { RotateModal } from '../../parts/rotate-secret.js';
import { OrderButton } from '../../parts/order-button.js';
import { tell } from '../../parts/toast.js';
import { AddressesField, readAddresses, targetsOf, writeAddresses } from '../../parts/whitelist.js';

type ApiKey = Schemas['ApiKey'];

/** The whitelists of a key: the IP addresses that may use it, and the addresses that it may withdraw to. */
function WhitelistForm({ apiKey, close }: { readonly apiKey: ApiKey; readonly close: () => void }) {
  // The API compares these lists with the present ones, so another person's change is not overwritten.
  const [read] = useState(apiKey);
  const [ips, setIps] = useState(read.ips.join('\n'));
  const [addresses, setAddresses] = useState(writeAddresses(read.withdrawalAddresses));
  const order = useOrder(
    () =>
      api.put('/web/v1/api-keys/whitelists', {
        body: {
          apiKeyId: apiKey.apiKeyId,
          ips: linesOf(ips),
          withdrawalAddresses: readAddresses(addresses),
          expected: { ips: read.ips, withdrawalAddresses: targetsOf(read.withdrawalAddresses) },
        },
      }),
    () => {
      close();
      tell('The whitelists are saved.');
    },
  );
  return (
    <OrderForm order={order} act="Save" stays="The whitelists are as before." close={close}>
      <IpRangesField value={ips} onValue={setIps} />
      <AddressesField value={addresses} onValue={setAddresses} />
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

function KeySwitch({ apiKey: { apiKeyId, name, status } }: { readonly apiKey: ApiKey }) {
  const set = (next: 'approved' | 'disabled') =>
    api.patch('/web/v1/api-keys/status', { body: { apiKeyId, status: next } });
  const enable = useOrder(
    () => set('approved'),
    () => tell('The key works again.'),
  );
  if (status === 'disabled')
    return (
      <OrderButton look="quiet" order={enable}>
        Enable
      </OrderButton>
    );
  return (
    <AskedOrder
      act="Disable"
      look="quiet"
      title={`Disable ${isolate(name)}`}
      about="Programs that use it are refused at once, until you enable it again."
      stays="The key is as before."
      send={() => set('disabled')}
      then={() => tell('The key is disabled.')}
    />
  );
}

/** The orders about one key. */
export function KeyOrders({ apiKey }: { readonly apiKey: ApiKey }) {
  const [open, setOpen] = useState<'whitelists' | 'rotate' | 'revoke' | null>(null);
  const close = (): void => setOpen(null);
  if (apiKey.status === 'revoked') return null;
  return (
    <span className="row-words row-orders">
      <Button look="quiet" onClick={() => setOpen('whitelists')}>
        Whitelists
      </Button>
      <Button look="quiet" onClick={() => setOpen('rotate')}>
        New secret
      </Button>
      {apiKey.status !== 'pending' && <KeySwitch apiKey={apiKey} />}
      <Button look="quiet" onClick={() => setOpen('revoke')}>
        Revoke
      </Button>
      <Modal isOpen={open === 'whitelists'} close={close} title={`Whitelists of ${isolate(apiKey.name)}`}>
        <WhitelistForm apiKey={apiKey} close={close} />
      </Modal>
      <RotateModal
        isOpen={open === 'rotate'}
        close={close}
        title={`A new secret for ${isolate(apiKey.name)}`}
        what="secret"
        send={async (overlapSeconds, post) => {
          const made = await post('/web/v1/api-keys/regenerate', {
            body: { apiKeyId: apiKey.apiKeyId, overlapSeconds },
          });
          return { secret: made.key, oldEndsAt: made.previousKeyEndsAt };
        }}
      />
      <Modal
        isOpen={open === 'revoke'}
        close={close}
        title={`Revoke ${isolate(apiKey.name)}`}
        about="Programs that use it are refused at once. This can't be undone."
      >
        <RevokeKey apiKey={apiKey} close={close} />
      </Modal>
    </span>
  );
}
