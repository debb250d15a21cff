import { listApiKeys } from '../../db/merchants/api-keys.js';
import { showOwnedApiKey } from '../../http/views/api-keys.js';
import { LIST_LIMIT_DEFAULT, parseLimit, type Register } from '../command.js';

export const registerApiKeyList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list the API keys of merchants and operators, newest first')
    .option('--merchant <id>', 'only those of this merchant')
    .option('--limit <n>', 'how many at most', parseLimit, LIST_LIMIT_DEFAULT)
    .option('--json', 'print one JSON value')
    .action((options: { merchant?: string; limit: number; json?: boolean }) =>
      run(options, async ({ db }) => {
        const merchantId = options.merchant;
        const keys = await listApiKeys(db, {
          limit: options.limit,
          ...(merchantId === undefined ? {} : { merchantId }),
        });
        return keys.map((apiKey) => showOwnedApiKey(apiKey, Date.now()));
      }),
    );
};
