import { approveApiKey } from '../../db/merchants/api-key-orders.js';
import { transaction } from '../../db/core/database.js';
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

async function approve({ db, policyOrder }: CliContext, apiKeyId: string): Promise<Result> {
  return transaction(db, async (trx) =>
    showApiKey(await approveApiKey(trx, { ...policyOrder(), apiKeyId }), Date.now()),
  );
}
