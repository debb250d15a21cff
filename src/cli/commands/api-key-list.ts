import { listApiKeys } from '../../db/merchants/api-keys.js';
import { showOwnedApiKey } from '../../http/views/api-keys.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';

const COLUMNS = ['apiKeyId', 'status', 'name', 'merchantId', 'operatorId'];

export const registerApiKeyList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list the API keys of merchants and operators, newest first')
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
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
