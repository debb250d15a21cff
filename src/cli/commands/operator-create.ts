import { createOperator } from '../../db/merchants/operator-orders.js';
import { transaction } from '../../db/core/database.js';
import type { OperatorScope } from '../../domain/merchants/scopes.js';
import { showNewOperator } from '../../http/views/parties.js';
import type { Register } from '../command.js';
import { parseExpiry, parseIpRanges, type KeyExpiry } from './operator-key-options.js';
import { OPERATOR_SCOPES_HELP, parseOperatorScopes } from './parse-scopes.js';

interface Options {
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly ips: readonly string[];
  readonly expiresAt: KeyExpiry;
  readonly json?: boolean;
}

export const registerOperatorCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('add an operator with a key, which is shown only once')
    .requiredOption('--name <name>', 'who it is')
    .requiredOption('--scopes <scopes>', OPERATOR_SCOPES_HELP, parseOperatorScopes)
    .option('--ips <ranges>', 'CIDR ranges that the key works from, separated by commas', parseIpRanges, [])
    .option('--expires-at <moment>', 'when the key ends', parseExpiry, { expiresAtMs: null })
    .option('--json', 'print one JSON value')
    .action(({ name, scopes, ips, expiresAt, ...options }: Options) =>
      run(options, ({ db, actor }) =>
        transaction(db, async (trx) => {
          const order = { manager: null, actor, nowMs: Date.now() };
          const created = await createOperator(trx, order, { name, scopes, ips, ...expiresAt });
          return showNewOperator(created, order.nowMs);
        }),
      ),
    );
};
