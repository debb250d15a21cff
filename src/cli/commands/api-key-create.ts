import { createApiKey } from '../../db/merchants/api-keys.js';
import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { findMerchant } from '../../db/merchants/merchants.js';
import { QuittanceError } from '../../domain/core/errors.js';
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
    .requiredOption('--merchant <id>', 'whose key it is')
    .option('--name <name>', 'what it is for', 'default')
    .option(
      '--scopes <scopes>',
      'separated by commas; all by default',
      parseScopes(MERCHANT_SCOPES),
      MERCHANT_SCOPES,
    )
    .option('--approve', 'approve it at once')
    .option('--unlimited', 'exempt it from all rate limits')
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => createMerchantKey(context, options)));
};

async function createMerchantKey({ db, actor }: CliContext, options: Options): Promise<Result> {
  return transaction(db, async (trx) => {
    if ((await findMerchant(trx, options.merchant)) === undefined) {
      throw new QuittanceError('not_found', `There is no merchant ${options.merchant}.`);
    }
    const { apiKey, key } = await createApiKey(trx, {
      owner: { merchantId: options.merchant },
      name: options.name,
      scopes: options.scopes,
      approved: options.approve === true,
      ...(options.unlimited === true ? { rateLimits: { [ANY_GROUP]: null } } : {}),
    });
    await appendAudit(trx, {
      actor,
      action: 'api_key.create',
      objectKind: 'api_key',
      objectId: apiKey.apiKeyId,
      after: {
        merchantId: options.merchant,
        scopes: options.scopes,
        status: apiKey.status,
        rateLimits: apiKey.rateLimits,
      },
    });
    return { ...showApiKey(apiKey, Date.now()), merchantId: options.merchant, key };
  });
}
