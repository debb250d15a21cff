import { transaction } from '../../db/core/database.js';
import { createOperatorKey } from '../../db/merchants/operator-orders.js';
import type { OperatorScope } from '../../domain/merchants/scopes.js';
import { showOwnedApiKey } from '../../http/views/api-keys.js';
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

export const registerOperatorKeyCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('give an operator another key; it is shown only once')
    .argument('<operatorId>')
    .option('--name <name>', 'what it is for', 'default')
    .requiredOption('--scopes <scopes>', OPERATOR_SCOPES_HELP, parseOperatorScopes)
    .option('--ips <ranges>', 'CIDR ranges that it works from, separated by commas', parseIpRanges, [])
    .option('--expires-at <moment>', 'when it ends', parseExpiry, { expiresAtMs: null })
    .option('--json', 'print one JSON value')
    .action((operatorId: string, { name, scopes, ips, expiresAt, ...options }: Options) =>
      run(options, ({ db, actor }) =>
        transaction(db, async (trx) => {
          const order = { manager: null, actor, nowMs: Date.now() };
          const terms = { operatorId, name, scopes, ips, ...expiresAt };
          const { apiKey, key } = await createOperatorKey(trx, order, terms);
          return { ...showOwnedApiKey(apiKey, order.nowMs), key };
        }),
      ),
    );
};
