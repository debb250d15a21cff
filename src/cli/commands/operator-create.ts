import { createOperator } from '../../db/merchants/operator-orders.js';
import { transaction } from '../../db/core/database.js';
import { showNewOperator } from '../../http/views/parties.js';
import type { Register } from '../command.js';
import { addNewKeyOptions, tellIfNotSeparate, type NewKeyOptions } from './operator-key-options.js';

export const registerOperatorCreate: Register = (parent, run) => {
  const command = parent
    .command('create')
    .description('add an operator with a key, which is shown only once')
    .requiredOption('--name <name>', 'their name');
  addNewKeyOptions(command).action(({ name, scopes, ips, expiresAt, ...options }: NewKeyOptions) =>
    run(options, ({ db, actor }) =>
      transaction(db, async (trx) => {
        const order = { manager: null, actor, nowMs: Date.now() };
        const created = await createOperator(trx, order, { name, scopes, ips, ...expiresAt });
        tellIfNotSeparate(scopes);
        return showNewOperator(created, order.nowMs);
      }),
    ),
  );
};
