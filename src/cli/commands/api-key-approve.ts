import { lockApiKey, setApiKeyStatus } from '../../db/api-keys.js';
import { appendAudit } from '../../db/audit-log.js';
import { transaction } from '../../db/database.js';
import { QuittanceError } from '../../domain/errors.js';
import { showApiKey } from '../../http/views/api-keys.js';
import type { CliContext, Register, Result } from '../command.js';

export const registerApiKeyApprove: Register = (parent, run) => {
  parent
    .command('approve')
    .description('approve a pending API key')
    .argument('<apiKeyId>')
    .option('--json', 'print one JSON value')
    .action((apiKeyId: string, options: { json?: boolean }) =>
      run(options, (context) => approve(context, apiKeyId)),
    );
};

async function approve({ db, actor }: CliContext, apiKeyId: string): Promise<Result> {
  return transaction(db, async (trx) => {
    const apiKey = await lockApiKey(trx, apiKeyId);
    if (apiKey === undefined) throw new QuittanceError('not_found', `There is no API key ${apiKeyId}.`);
    if (apiKey.status !== 'pending') {
      throw new QuittanceError(
        'invalid_state',
        `The API key is ${apiKey.status}; only a pending one is approved.`,
      );
    }
    const approved = await setApiKeyStatus(trx, { apiKeyId, status: 'approved' });
    await appendAudit(trx, {
      actor,
      action: 'api_key.approve',
      objectKind: 'api_key',
      objectId: apiKeyId,
      before: { status: apiKey.status },
      after: { status: approved.status },
    });
    return showApiKey(approved);
  });
}
