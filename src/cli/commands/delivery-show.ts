import { findDelivery } from '../../db/webhooks/delivery-views.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { showWholeDelivery } from '../../http/views/webhooks.js';
import type { Register } from '../command.js';
import { nameMerchants } from '../name-merchants.js';
import { tellTerminal } from '../tell-terminal.js';

export const registerDeliveryShow: Register = (parent, run) => {
  parent
    .command('show')
    .description('show a delivery with its body and every attempt')
    .argument('<deliveryId>')
    .option('--json', 'print one JSON value')
    .action((deliveryId: string, options: { json?: boolean }) =>
      run(options, async ({ db, getDepositDeriver }) => {
        const found = await findDelivery(db, { deliveryId });
        if (found === undefined) throw new QuittanceError('not_found', `There is no delivery ${deliveryId}.`);
        const ownerOf = await nameMerchants(db, [found.delivery]);
        const showing = { derive: await getDepositDeriver(), onRefused: tellTerminal };
        const { deliveryId: id, ...rest } = showWholeDelivery(found, showing);
        return { deliveryId: id, ...ownerOf(found.delivery), ...rest };
      }),
    );
};
