import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { trimZeros } from '../../data/figures.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AmountField } from '../../parts/amount-field.js';
import { ChoiceField, TextField } from '../../parts/field.js';
import { OrderForm } from '../../parts/order-form.js';
import { tell } from '../../parts/toast.js';
import { useAssetChoices } from '../asset-choices.js';
import { LIMIT_WORDS } from './merchant-words.js';

type Limits = Schemas['Merchant']['withdrawalLimits'][number];
type LimitName = (typeof LIMIT_WORDS)[number][0];

const HINTS: Readonly<Record<LimitName, string>> = {
  perWithdrawal: 'Empty: no limit.',
  perDay: 'In any 24 hours. Empty: no limit.',
  twoApprovalsAbove: 'Empty: one approval is always enough.',
  autoApproveBelow: 'Empty: every withdrawal needs an approval.',
};

const shownOf = (limits: Limits | null, name: LimitName): string => {
  const figure = limits?.[`${name}Crypto`] ?? null;
  return figure === null ? '' : trimZeros(figure);
};

interface LimitFormProps {
  readonly merchantId: string;
  /** Null: the asset is chosen in the form. */
  readonly limits: Limits | null;
  readonly close: () => void;
}

/** Sends only the changed fields, so that another person's change of the others is kept. */
function useLimits({ merchantId, limits: now, close }: LimitFormProps) {
  // What was there when the form was opened. What somebody else has changed since is no change of this form.
  const [limits] = useState(now);
  const [fields, setFields] = useState({
    asset: limits === null ? '' : `${limits.chainCode}/${limits.tokenSymbol}`,
    reason: '',
    ...Object.fromEntries(LIMIT_WORDS.map(([name]) => [name, shownOf(limits, name)])),
  } as Readonly<Record<'asset' | 'reason' | LimitName, string>>);
  const changed = LIMIT_WORDS.flatMap(([name]) => {
    const value = fields[name].trim();
    return value === shownOf(limits, name) ? [] : [[`${name}Crypto`, value === '' ? null : value] as const];
  });
  const reason = fields.reason.trim();
  const [chainCode = '', tokenSymbol = ''] = fields.asset.split('/');
  const order = useOrder(
    () =>
      api.patch('/admin/v1/merchants/{merchantId}', {
        path: { merchantId },
        body: {
          withdrawalLimits: [{ chainCode, tokenSymbol, ...Object.fromEntries(changed) }],
          ...(reason === '' ? {} : { reason }),
        },
      }),
    ({ pendingPolicyChanges }) => {
      close();
      tell(
        !pendingPolicyChanges.some(({ kind }) => kind === 'withdrawal_limit')
          ? 'The new limits apply now.'
          : 'Stricter limits apply now. Looser ones wait: for their time, or for a second operator.',
      );
    },
  );
  const set = (changes: Partial<typeof fields>): void => setFields({ ...fields, ...changes });
  return { fields, set, order, hasChanged: changed.length > 0 };
}

/** The limits of one asset. */
export function LimitForm(props: LimitFormProps) {
  const { fields, set, order, hasChanged } = useLimits(props);
  const assets = useAssetChoices();
  return (
    <OrderForm
      order={order}
      act="Set limits"
      stays="The limits are as before."
      close={props.close}
      isReady={hasChanged}
      leave="Leave them"
    >
      {props.limits === null && (
        <ChoiceField
          label="Asset"
          required
          choices={[['', 'Choose an asset'], ...assets]}
          value={fields.asset}
          onValue={(asset) => set({ asset })}
        />
      )}
      {LIMIT_WORDS.map(([name, words]) => (
        <AmountField
          key={name}
          label={words}
          hint={HINTS[name]}
          autoComplete="off"
          value={fields[name]}
          onValue={(value) => set({ [name]: value })}
        />
      ))}
      <TextField
        label="Reason, for the audit log"
        optional
        value={fields.reason}
        onValue={(reason) => set({ reason })}
      />
    </OrderForm>
  );
}
