import { Option } from 'commander';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../db/webhooks/delivery-views.js';
import { listDeliveries } from '../../db/webhooks/list-deliveries.js';
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events.js';
import { showDelivery } from '../../http/views/webhooks.js';
import { ageInWords } from '../age-in-words.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';
import { merchantInTable, nameMerchants } from '../name-merchants.js';

interface Options {
  readonly endpoint?: string;
  readonly event?: EventType;
  readonly status?: DeliveryStatus;
  readonly invoice?: string;
  readonly merchant?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly wide?: boolean;
}

/** The columns that distinguish deliveries come first, because a narrow terminal leaves out the last ones. */
const COLUMNS = ['deliveryId', 'status', 'event', 'attempts', 'age', 'merchant', 'endpointId'];

export const registerDeliveryList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list webhook deliveries, newest first')
    .option('--endpoint <id>', 'only to this endpoint')
    .addOption(new Option('--event <type>', 'only of this event type').choices(EVENT_TYPES))
    .addOption(new Option('--status <status>', 'only with this status').choices(DELIVERY_STATUSES))
    .option('--invoice <id>', 'only about this invoice')
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options), COLUMNS));
};

async function list({ db }: CliContext, options: Options): Promise<Result> {
  const { endpoint, event, status, invoice, merchant, limit } = options;
  const found = await listDeliveries(db, {
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    filters: {
      ...(endpoint === undefined ? {} : { endpointId: endpoint }),
      ...(event === undefined ? {} : { event }),
      ...(status === undefined ? {} : { status: [status] }),
      ...(invoice === undefined ? {} : { invoiceId: invoice }),
    },
    limit,
  });
  const ownerOf = await nameMerchants(db, found);
  const whole = found.map((delivery) => ({ ...showDelivery(delivery), ...ownerOf(delivery) }));
  if (options.json === true || options.wide === true) return whole;
  const nowMs = Date.now();
  return whole.map((delivery) => ({
    deliveryId: delivery.deliveryId,
    status: delivery.status,
    event: delivery.event,
    attempts: delivery.attemptCount,
    age: ageInWords(delivery.createdAt, nowMs),
    merchant: merchantInTable(delivery),
    endpointId: delivery.endpointId,
    cancelReason: delivery.cancelReason,
  }));
}
