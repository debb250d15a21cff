import { listWebhookEndpoints } from '../../db/webhooks/webhook-endpoints.js';
import { showWebhookEndpoint } from '../../http/views/webhooks.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';
import { merchantInTable, nameMerchants } from '../name-merchants.js';

interface Options {
  readonly merchant?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly wide?: boolean;
}

const COLUMNS = ['id', 'status', 'merchant', 'failingSince', 'successRate', 'url'];

export const registerEndpointList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list webhook endpoints, newest first')
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options), COLUMNS));
};

async function list({ db }: CliContext, { merchant, limit, json, wide }: Options): Promise<Result> {
  const found = await listWebhookEndpoints(db, {
    limit,
    ...(merchant === undefined ? {} : { merchantId: merchant }),
  });
  const ownerOf = await nameMerchants(db, found);
  const whole = found.map((endpoint) => ({ ...showWebhookEndpoint(endpoint), ...ownerOf(endpoint) }));
  if (json === true || wide === true) return whole;
  return whole.map((endpoint) => ({ ...endpoint, merchant: merchantInTable(endpoint) }));
}
