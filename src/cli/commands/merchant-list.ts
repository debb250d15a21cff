import { viewMerchants } from '../../db/merchants/merchant-orders.js';
import { listMerchants } from '../../db/merchants/merchants.js';
import { showMerchant } from '../../http/views/parties.js';
import { LIMIT, WIDE, type Register } from '../command.js';

/** With limits or waiting changes, the table may be too wide. Then each merchant is printed with all fields. */
const COLUMNS = ['merchantId', 'status', 'name', 'createdAt', 'withdrawalLimits', 'pendingPolicyChanges'];

export const registerMerchantList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list merchants, newest first')
    .option(...LIMIT)
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
