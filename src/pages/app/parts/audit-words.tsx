import type { ReactNode } from 'react';
import { isolate } from '../../design/isolate.js';
import type { Schemas } from '../../../client/client.js';
import type { Options } from './field.js';
import { Amount } from './figures.js';

type Entry = Schemas['AuditRecord'] | Schemas['MerchantAuditRecord'];
type AuditAction = Entry['action'];

/** A sentence for each action. `{}` stands for its object, and `{role}` for a field of the state after the action. */
const KNOWN: Readonly<Record<AuditAction, string>> = {
  'api_key.approve': 'Approved key {}',
  'api_key.create': 'Created key {}',
  'api_key.regenerate': 'Regenerated key {}',
  'api_key.set_rate_limits': 'Changed the rate limits of key {}',
  'api_key.set_status': 'Set key {} to {status}',
  'api_key.set_whitelists': 'Changed the whitelists of key {}',
  'api_key.update': 'Changed key {}',
  'asset.freeze': 'Froze {}',
  'asset.release': 'Released {}',
  'chain.resume': 'Resumed chain {}',
  'chain.sweep': 'Started a sweep of chain {}',
  'checkout.cancel': 'Cancelled checkout {}',
  'invoice.accept': 'Accepted the held money of invoice {}',
  'invoice.cancel': 'Cancelled invoice {}',
  'invoice.refund': 'Asked for a refund of invoice {}',
  'member.add_passkey': 'Added a passkey of member {}',
  'member.add_totp': 'Turned on the authenticator app of member {}',
  'member.begin_totp': 'Began to set up an authenticator app of member {}',
  'member.change_password': 'Changed the password of member {}',
  'member.create': 'Created member {}, {email}',
  'member.end_sessions': 'Ended sessions of member {}',
  'member.fail_factor': 'Gave a wrong second factor of member {}',
  'member.invite': 'Invited {email} as {role}, by invitation {}',
  'member.join': 'Joined as member {}, {email}',
  'member.remove_passkey': 'Removed a passkey of member {}',
  'member.remove_totp': 'Removed the authenticator app of member {}',
  'member.renew_recovery_codes': 'Made new recovery codes for member {}',
  'member.reset_factors': 'Removed all second factors of member {}',
  'member.reset_link': 'Made a link for a new password of member {}',
  'member.reset_password': 'Gave member {} a new password',
  'member.update': 'Set member {} to {role}, {status}',
  'member.use_recovery_code': 'Used a recovery code of member {}',
  'member.withdraw_invitation': 'Withdrew invitation {}',
  'merchant.create': 'Created merchant {}',
  'merchant.set_profile': 'Changed the settings of merchant {}',
  'merchant.set_whitelist': 'Changed the whitelist of merchant {}',
  'merchant.update': 'Changed the terms of merchant {}',
  'movement.nonce_lost': 'Lost the nonce of movement {} to a transaction from outside',
  'movement.transaction_adopted': 'Found the transaction of movement {} on the chain',
  'operator.create': 'Created operator {}',
  'operator.register_approver': 'Registered a wallet for the approvals of operator {}',
  'operator.remove_approver': 'Removed a wallet from the approvals of operator {}',
  'policy_change.confirm': 'Confirmed change {}',
  'policy_change.request': 'Asked for change {}',
  'policy_change.stop': 'Stopped change {}',
  'reconciliation.finish': 'Finished reconciliation {}',
  'reconciliation.run': 'Started reconciliation {}',
  'secrets.rotate': 'Sealed stored secrets with a new key: {}',
  'webhook_delivery.redeliver': 'Sent delivery {} again',
  'webhook_endpoint.create': 'Created endpoint {}',
  'webhook_endpoint.delete': 'Deleted endpoint {}',
  'webhook_endpoint.recover': 'Sent missed events to endpoint {} again',
  'webhook_endpoint.rotate_secret': 'Rotated the secret of endpoint {}',
  'webhook_endpoint.test': 'Sent a test event to endpoint {}',
  'webhook_endpoint.update': 'Changed endpoint {}',
  'withdrawal.approve': 'Approved withdrawal {}',
  'withdrawal.cancel': 'Cancelled withdrawal {}',
  'withdrawal.create': 'Asked for withdrawal {}',
  'withdrawal.nonce_lost': 'Lost the nonce of withdrawal {} to a transaction from outside',
  'withdrawal.reject': 'Rejected withdrawal {}',
  'withdrawal.settle_other': 'Said that the transaction found is not of withdrawal {}',
  'withdrawal.settle_paid': 'Said that withdrawal {} was paid',
  'withdrawal.settle_unpaid': 'Said that withdrawal {} was not paid',
  'withdrawal.sign': 'Signed the approval of withdrawal {}',
  'withdrawal.stop': 'Stopped withdrawal {}',
  'withdrawal.transaction_adopted': 'Found the transaction of withdrawal {} on the chain',
  'xpub.rotate': 'Changed the key of new deposit addresses to {}',
};

/** A page that was loaded before an upgrade does not know newer actions. */
const SENTENCES: Readonly<Record<string, string>> = KNOWN;

/** Says what was done, without the id of the object, for the object's own timeline. */
export const orderWords = (action: string): string =>
  SENTENCES[action]?.replace(/(\w+) \{\}/, 'the $1') ?? action;

/** Returns the actions about objects of these kinds, as choices. Without `kinds`: all actions. */
export function actionChoices(kinds?: readonly string[]): Options {
  return Object.keys(KNOWN)
    .filter((action) => kinds?.includes(action.split('.')[0] ?? '') ?? true)
    .map((action) => [action, action]);
}

/** Returns a field of the state after the action, or an ellipsis if the reader may not know it. */
function fieldOf(after: object | null, field: string): string {
  const value = (after as Readonly<Record<string, unknown>> | null)?.[field];
  return typeof value === 'string' ? isolate(value) : '…';
}

/** Says what was done, as a sentence. `object` stands for its object. */
export function AuditSentence({ entry, object }: { readonly entry: Entry; readonly object: ReactNode }) {
  const { action, after, withdrawal } = entry;
  const [before = '', rest = ''] = (SENTENCES[action] ?? 'Did this to {}')
    .replaceAll(/\{(\w+)\}/g, (_, field: string) => fieldOf(after, field))
    .split('{}');
  return (
    <span className="sentence">
      {before}
      {object}
      {rest}
      {withdrawal !== null && (
        <>
          {' of '}
          <Amount figure={withdrawal.amountCrypto} symbol={withdrawal.tokenSymbol} />
        </>
      )}
    </span>
  );
}
