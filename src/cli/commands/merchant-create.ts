import { appendAudit } from '../../db/audit-log.js';
import { transaction } from '../../db/database.js';
import { insertMerchant } from '../../db/merchants.js';
import { showMerchant } from '../../http/views/parties.js';
import type { Register } from '../command.js';

export const registerMerchantCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('add a merchant')
    .requiredOption('--name <name>', 'as operators call it')
    .option('--json', 'print one JSON value')
    .action((options: { name: string; json?: boolean }) =>
      run(options, ({ db, actor }) =>
        transaction(db, async (trx) => {
          const merchant = await insertMerchant(trx, { name: options.name });
          await appendAudit(trx, {
            actor,
            action: 'merchant.create',
            objectKind: 'merchant',
            objectId: merchant.merchantId,
            after: { name: merchant.name },
          });
          return showMerchant(merchant);
        }),
      ),
    );
};
