import { transaction } from '../../db/core/database.js';
import { findDelivery } from '../../db/webhooks/delivery-views.js';
import { redeliver } from '../../db/webhooks/webhook-orders.js';
import { showDelivery } from '../../http/views/webhooks.js';
import type { CliContext, Register, Result } from '../command.js';

export const registerDeliveryRedeliver: Register = (parent, run) => {
  parent
    .command('redeliver')
    .description("send a delivery's event to its endpoint again, whatever the delivery's status is")
    .argument('<deliveryId>')
    .option('--json', 'print one JSON value')
    .action((deliveryId: string, options: { json?: boolean }) =>
      run(options, (context) => sendAgain(context, deliveryId)),
    );
};

async function sendAgain({ db, actor, dispatchOutbox }: CliContext, deliveryId: string): Promise<Result> {
  const result = await transaction(db, async (trx) => {
    const newDeliveryId = await redeliver(trx, { deliveryId, actor, nowMs: Date.now() });
    const found = await findDelivery(trx, { deliveryId: newDeliveryId });
    return found === undefined ? {} : showDelivery(found.delivery);
  });
  await dispatchOutbox();
  return result;
}
