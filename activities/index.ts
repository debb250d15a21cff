import { createChainActivities } from './chains/chain-activities.js';
import type {
  ChainActivities,
  InvoiceActivities,
  ReconciliationActivities,
  SignerActivities,
  WebhookActivities,
  WithdrawalActivities,
} from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { failVisibly } from './fail-visibly.js';
import { createInvoiceActivities } from './invoices/invoice-activities.js';
import { createReconciliationActivities } from './reconciliation/reconciliation-activities.js';
import { createSignerActivities } from './signer/signer-activities.js';
import type { SecretBox } from '../src/db/core/secret-box.js';
import type { SignerParts } from './signer/wallet/signed-withdrawal.js';
import { createWebhookActivities } from './webhooks/webhook-activities.js';
import { createWithdrawalActivities } from './withdrawals/withdrawal-activities.js';

/** The activities, by the role of the worker that has them. */
export interface ActivitiesByRole {
  readonly core: InvoiceActivities & WithdrawalActivities & ReconciliationActivities;
  readonly chain: ChainActivities;
  /** Null without the key of the endpoints' secrets: only a worker that sends webhooks has it. */
  readonly webhooks: WebhookActivities | null;
  /** Null without a wallet: only a signing worker has one. */
  readonly signer: SignerActivities | null;
}

export function createActivities(
  deps: ActivityDependencies,
  { signer, secretBox }: { readonly signer: SignerParts | null; readonly secretBox: SecretBox | null },
): ActivitiesByRole {
  const webhooks = secretBox === null ? null : createWebhookActivities({ ...deps, secretBox });
  const signing = signer === null ? null : createSignerActivities({ ...deps, ...signer });
  return {
    core: {
      ...createInvoiceActivities(deps),
      ...createWithdrawalActivities(deps),
      ...createReconciliationActivities(deps),
    },
    chain: createChainActivities(deps),
    webhooks:
      webhooks === null ? null : { attemptDelivery: failVisibly((asked) => webhooks.attemptDelivery(asked)) },
    signer:
      signing === null
        ? null
        : {
            sendWithdrawal: failVisibly((asked) => signing.sendWithdrawal(asked)),
            sweepChain: failVisibly((asked) => signing.sweepChain(asked)),
          },
  };
}
