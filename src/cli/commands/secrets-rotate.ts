import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { resealTotpSecrets } from '../../db/people/reseal-totp-secrets.js';
import { resealWebhookSecrets } from '../../db/webhooks/reseal-webhook-secrets.js';
import type { Register } from '../command.js';

export const registerSecretsRotate: Register = (parent, run) => {
  parent
    .command('rotate')
    .description(
      'encrypt the secrets of webhooks and authenticator apps again, with SECRETS_KEY instead of SECRETS_KEY_PREVIOUS',
    )
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db, actor, getSecretBox }) => {
        const box = getSecretBox();
        const [ofWebhooks, ofMembers] = [
          await resealWebhookSecrets(db, box),
          await resealTotpSecrets(db, box),
        ];
        const done = {
          sealed: ofWebhooks.sealed + ofMembers.sealed,
          unopened: [...ofWebhooks.unopened, ...ofMembers.unopened],
        };
        await transaction(db, (trx) =>
          appendAudit(trx, {
            actor,
            action: 'secrets.rotate',
            objectKind: 'secrets',
            objectId: 'webhook_endpoints',
            after: done,
          }),
        );
        return done;
      }),
    );
};
