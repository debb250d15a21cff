import { viewMerchants } from '../../db/merchants/merchant-orders.js';
import { listMerchants } from '../../db/merchants/merchants.js';
import { showMerchant } from '../../http/views/parties.js';
import { WIDE, LIST_LIMIT_DEFAULT, parseLimit, type Register } from '../command.js';

/** With limits or waiting changes the table may be too wide. Then each merchant is shown whole. */
const COLUMNS = ['merchantId', 'status', 'name', 'createdAt', 'withdrawalLimits', 'pendingPolicyChanges'];

export const registerMerchantList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list merchants, newest first')
    .option('--limit <n>', 'how many at most', parseLimit, LIST_LIMIT_DEFAULT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { limit: number; json?: boolean }) =>
      run(
        options,
        async ({ db }) => (await viewMerchants(db, await listMerchants(db, options))).map(showMerchant),
        COLUMNS,
      ),
    );
};
