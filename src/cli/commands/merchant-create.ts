import { transaction } from '../../db/core/database.js';
import { createMerchant } from '../../db/merchants/merchant-orders.js';
import { showMerchant } from '../../http/views/parties.js';
import type { Register } from '../command.js';

export const registerMerchantCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('add a merchant')
    .requiredOption('--name <name>', 'the name that operators see')
    .option('--json', 'print one JSON value')
    .action(({ name, ...options }: { name: string; json?: boolean }) =>
      run(options, ({ db, policyOrder }) =>
        transaction(db, async (trx) =>
          showMerchant(await createMerchant(trx, { ...policyOrder(), terms: { name }, limits: [] })),
        ),
      ),
    );
};
