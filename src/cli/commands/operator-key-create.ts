import { transaction } from '../../db/core/database.js';
import { createOperatorKey } from '../../db/merchants/operator-orders.js';
import { showOwnedApiKey } from '../../http/views/api-keys.js';
import type { Register } from '../command.js';
import { addNewKeyOptions, tellIfNotSeparate, type NewKeyOptions } from './operator-key-options.js';

export const registerOperatorKeyCreate: Register = (parent, run) => {
  const command = parent
    .command('create')
    .description('give an operator another key; it is shown only once')
    .argument('<operatorId>')
    .option('--name <name>', 'a name that says what it is for', 'default');
  addNewKeyOptions(command).action(
    (operatorId: string, { name, scopes, ips, expiresAt, ...options }: NewKeyOptions) =>
      run(options, ({ db, actor }) =>
        transaction(db, async (trx) => {
          const order = { manager: null, actor, nowMs: Date.now() };
          const terms = { operatorId, name, scopes, ips, ...expiresAt };
          const { apiKey, key } = await createOperatorKey(trx, order, terms);
          tellIfNotSeparate(scopes);
          return { ...showOwnedApiKey(apiKey, order.nowMs), key };
        }),
      ),
  );
};
