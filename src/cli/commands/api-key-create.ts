import { transaction } from '../../db/core/database.js';
import { createMerchantKey, createPendingKey } from '../../db/merchants/api-key-orders.js';
import { ANY_GROUP } from '../../domain/merchants/rate-limits.js';
import { MERCHANT_SCOPES, type MerchantScope } from '../../domain/merchants/scopes.js';
import { showApiKey } from '../../http/views/api-keys.js';
import type { CliContext, Register, Result } from '../command.js';
import { parseScopes } from './parse-scopes.js';

interface Options {
  readonly merchant: string;
  readonly name: string;
  readonly scopes: readonly MerchantScope[];
  readonly approve?: boolean;
  readonly unlimited?: boolean;
  readonly json?: boolean;
}

export const registerApiKeyCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('create an API key for a merchant; it is shown only once')
    .requiredOption('--merchant <id>', 'the merchant whose key it is')
    .option('--name <name>', 'a name that says what it is for', 'default')
    .option(
      '--scopes <scopes>',
      'scopes separated by commas; by default all',
      parseScopes(MERCHANT_SCOPES),
      MERCHANT_SCOPES,
    )
    .option(
      '--approve',
      'approve it; a key that can withdraw still waits for its delay, or for a second person',
    )
    .option('--unlimited', 'exempt it from all rate limits')
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => create(context, options)));
};

async function create({ db, actor, policyOrder }: CliContext, options: Options): Promise<Result> {
  const { merchant: merchantId, name, scopes } = options;
  const terms = {
    name,
    scopes,
    expiresAtMs: null,
    ...(options.unlimited === true ? { rateLimits: { [ANY_GROUP]: null } } : {}),
  };
  return transaction(db, async (trx) => {
    const { apiKey, key } =
      options.approve === true
        ? await createMerchantKey(trx, { ...policyOrder(), merchantId }, terms)
        : await createPendingKey(trx, { merchantId, actor }, terms);
    return { ...showApiKey(apiKey, Date.now()), merchantId, key };
  });
}
