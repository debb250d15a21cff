import { listApiKeys } from '../../db/merchants/api-keys.js';
import { showOwnedApiKey } from '../../http/views/api-keys.js';
import {
  WIDE,
  LIST_LIMIT_DEFAULT,
  parseLimit,
  type CliContext,
  type Register,
  type Result,
} from '../command.js';

const COLUMNS = ['apiKeyId', 'status', 'name', 'merchantId', 'operatorId'];

export const registerApiKeyList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list the API keys of merchants and operators, newest first')
    .option('--merchant <id>', 'only those of this merchant')
    .option('--limit <n>', 'how many at most', parseLimit, LIST_LIMIT_DEFAULT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { merchant?: string; limit: number; json?: boolean }) =>
      run(options, (context) => list(context, options), COLUMNS),
    );
};

async function list(
  { db }: CliContext,
  { limit, merchant: merchantId }: { readonly limit: number; readonly merchant?: string },
): Promise<Result> {
  const keys = await listApiKeys(db, { limit, ...(merchantId === undefined ? {} : { merchantId }) });
  return keys.map((apiKey) => showOwnedApiKey(apiKey, Date.now()));
}
