import { Option } from 'commander';
import { transaction } from '../../db/core/database.js';
import { listKeysMadeWith } from '../../db/merchants/api-keys.js';
import { changeOperatorKey, type OperatorKeyChange } from '../../db/merchants/operator-orders.js';
import { showChangedOperatorKey } from '../../http/views/api-keys.js';
import type { Register } from '../command.js';
import { parseExpiry, parseIpRanges, type KeyExpiry } from './operator-key-options.js';

const STATUSES = ['approved', 'disabled', 'revoked'] as const;

interface Options {
  readonly status?: (typeof STATUSES)[number];
  readonly ips?: readonly string[];
  readonly expiresAt?: KeyExpiry;
  readonly json?: boolean;
}

export const registerOperatorKeyUpdate: Register = (parent, run) => {
  parent
    .command('update')
    .description(
      "change an operator's key, from the next request on; options that are left out change nothing",
    )
    .argument('<apiKeyId>')
    .addOption(
      new Option('--status <status>', 'disabled: it is refused; revoked: it is refused for good').choices(
        STATUSES,
      ),
    )
    .option(
      '--ips <ranges>',
      'CIDR ranges that may use it, separated by commas; none: anywhere',
      parseIpRanges,
    )
    .option('--expires-at <moment>', 'when it ends; none: never', parseExpiry)
    .option('--json', 'print one JSON value')
    .action((apiKeyId: string, { json, ...options }: Options) =>
      run(json === undefined ? {} : { json }, async ({ db, actor }) => {
        const { expiresAt, ...given } = options;
        const change: OperatorKeyChange = { ...given, ...expiresAt };
        if (Object.keys(change).length === 0) throw new Error('Nothing to change: give at least one option.');
        const order = { manager: null, actor, nowMs: Date.now() };
        return transaction(db, async (trx) =>
          showChangedOperatorKey(
            await changeOperatorKey(trx, order, { apiKeyId, change }),
            await listKeysMadeWith(trx, apiKeyId),
            order.nowMs,
          ),
        );
      }),
    );
};
