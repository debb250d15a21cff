import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Card } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { Read } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import {
  AddressesField,
  readAddresses,
  targetsOf,
  WhitelistShown,
  writeAddresses,
} from '../../parts/whitelist.js';

function WhitelistOfAllForm({
  whitelist,
  close,
}: {
  readonly whitelist: Schemas['Whitelist'];
  readonly close: () => void;
}) {
  // The API compares this list with the present one, so another person's change is not overwritten.
  const [read] = useState(whitelist.withdrawalAddresses);
  const [addresses, setAddresses] = useState(writeAddresses(read));
  const order = useOrder(
    () =>
      api.put('/web/v1/withdrawal-addresses', {
        body: {
          withdrawalAddresses: readAddresses(addresses),
          expected: { withdrawalAddresses: targetsOf(read) },
        },
      }),
    () => {
      close();
      tell('The whitelist is saved.');
    },
  );
  return (
    <OrderForm order={order} act="Save" stays="The whitelist is as before." close={close}>
      <AddressesField value={addresses} onValue={setAddresses} />
    </OrderForm>
  );
}

/** The addresses to which withdrawals may go, whichever key or member asks for them. */
export function WhitelistOfAll() {
  const [isOpen, setOpen] = useState(false);
  const whitelist = useRead('/web/v1/withdrawal-addresses', {});
  const close = (): void => setOpen(false);
  return (
    <Card
      title="Whitelist of all keys and people"
      actions={whitelist.data !== undefined && <Button onClick={() => setOpen(true)}>Edit whitelist</Button>}
    >
      <Read query={whitelist} lines={2}>
        {(found) => (
          <>
            <WhitelistShown whitelist={found} />
            <Modal
              isOpen={isOpen}
              close={close}
              title="Whitelist of all keys and people"
              about="A change that allows more waits 24 hours, unless your operator has set another time. A change that allows less applies at once."
            >
              <WhitelistOfAllForm whitelist={found} close={close} />
            </Modal>
          </>
        )}
      </Read>
    </Card>
  );
}
