import { useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { useCan, useOrder, useRead } from '../data/queries.js';
import { api } from '../data/session.js';
import { Button } from '../parts/button.js';
import { FieldFrame, LongTextField, TextField } from '../parts/field.js';
import { Amount } from '../parts/figures.js';
import { AppPage, Card } from '../parts/layout.js';
import { Read, Refusal, wrongOf } from '../parts/states.js';
import { tell } from '../parts/toast.js';
import { LogoField } from './logo-field.js';

type Profile = Schemas['MerchantProfile'];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const fieldsOf = (profile: Profile) => ({
  name: profile.name,
  contact: profile.contact ?? '',
  color: profile.look.color ?? '',
  logoUrl: profile.look.logoUrl ?? '',
  frameOrigins: profile.frameOrigins.join('\n'),
});

function useProfileForm(profile: Profile) {
  const [fields, setFields] = useState(() => fieldsOf(profile));
  const order = useOrder(
    () =>
      api.patch('/web/v1/merchant', {
        body: {
          name: fields.name.trim(),
          contact: orNull(fields.contact),
          look: { color: orNull(fields.color), logoUrl: orNull(fields.logoUrl) },
          frameOrigins: fields.frameOrigins.split(/\s+/).filter((origin) => origin !== ''),
        },
      }),
    (kept) => {
      setFields(fieldsOf(kept));
      tell('Kept. Open pages of customers show it when they are loaded again.');
    },
  );
  const set = (changes: Partial<typeof fields>): void => setFields({ ...fields, ...changes });
  const hasChanged = JSON.stringify(fields) !== JSON.stringify(fieldsOf(profile));
  return { fields, set, order, hasChanged };
}

const COLOUR = /^#[0-9a-f]{6}$/i;

type Fields = ReturnType<typeof useProfileForm>['fields'];

/** How the customer's page begins with this look. Drawn, so that no style is written inline. */
function LookPreview({
  name,
  color,
  contact,
  logoUrl,
}: Pick<Fields, 'name' | 'color' | 'contact' | 'logoUrl'>) {
  const shown = COLOUR.test(color.trim()) ? color.trim() : null;
  return (
    <figure className="preview" aria-label="How the customer's page begins">
      <span className="shop">
        {logoUrl === '' ? (
          <svg className="mark" viewBox="0 0 40 40" aria-hidden="true">
            <rect width="40" height="40" rx="8" fill={shown ?? 'currentColor'} />
            <text
              x="20"
              y="26"
              textAnchor="middle"
              fontSize="17"
              fontWeight="600"
              fill={shown === null ? 'var(--raised)' : '#fff'}
            >
              {(name.trim()[0] ?? '').toUpperCase()}
            </text>
          </svg>
        ) : (
          <img className="mark" src={logoUrl} alt="" />
        )}
        {name.trim() === '' ? 'Your name' : name}
      </span>
      <span>
        <Amount figure="25.00" symbol="USD" large under="Two coffees and a cake" />
      </span>
      <svg className="pay" viewBox="0 0 280 44" aria-hidden="true">
        <rect width="280" height="44" rx="8" fill={shown ?? 'currentColor'} />
        <text
          x="140"
          y="27"
          textAnchor="middle"
          fontSize="15"
          fontWeight="500"
          fill={shown === null ? 'var(--raised)' : '#fff'}
        >
          Pay
        </text>
      </svg>
      {contact.trim() !== '' && <span className="small muted">Questions? {contact.trim()}</span>}
    </figure>
  );
}

/** A colour by its digits, or by the picker of the browser. */
function ColourField({
  value,
  onValue,
  wrong,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly wrong: string | undefined;
}) {
  return (
    <FieldFrame label="Colour" hint="Of the button and the mark. As #rrggbb." wrong={wrong} optional>
      {(ids) => (
        <span className="colour">
          <input
            type="color"
            aria-label="Pick it"
            value={COLOUR.test(value.trim()) ? value.trim() : '#20242e'}
            onChange={(event) => onValue(event.target.value)}
          />
          <input
            {...ids}
            className="input"
            spellCheck={false}
            placeholder="#20242e"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        </span>
      )}
    </FieldFrame>
  );
}

interface OfForm {
  readonly form: ReturnType<typeof useProfileForm>;
}

function CustomerFields({ form: { fields, set, order } }: OfForm) {
  return (
    <>
      <TextField
        label="Name"
        required
        wrong={wrongOf(order.error, 'name')}
        value={fields.name}
        onValue={(name) => set({ name })}
      />
      <TextField
        label="Contact"
        hint="An email address or a page, for questions about a payment."
        optional
        placeholder="help@shop.example"
        wrong={wrongOf(order.error, 'contact')}
        value={fields.contact}
        onValue={(contact) => set({ contact })}
      />
      <ColourField
        wrong={wrongOf(order.error, 'look.color')}
        value={fields.color}
        onValue={(color) => set({ color })}
      />
      <LogoField
        wrong={wrongOf(order.error, 'look.logoUrl')}
        value={fields.logoUrl}
        onValue={(logoUrl) => set({ logoUrl })}
      />
    </>
  );
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const form = useProfileForm(profile);
  const { fields, set, order, hasChanged } = form;
  const canWrite = useCan('keys:write');
  return (
    <form
      className="split"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined);
      }}
    >
      <fieldset className="stack plain" disabled={!canWrite}>
        <Card title="What your customers see">
          <div className="form">
            <CustomerFields form={form} />
          </div>
        </Card>
        <Card title="The checkout in your own pages">
          <LongTextField
            label="Sites that may show the checkout in a frame"
            hint="One origin a line. None: it opens in a window of its own."
            optional
            spellCheck={false}
            placeholder="https://shop.example"
            wrong={wrongOf(order.error, 'frameOrigins')}
            value={fields.frameOrigins}
            onValue={(frameOrigins) => set({ frameOrigins })}
          />
        </Card>
        <Refusal error={order.error} stays="Nothing was changed." />
        {canWrite && (
          <div className="actions apart">
            <span className="small muted">{hasChanged ? 'Not kept yet.' : ''}</span>
            <Button type="submit" look="primary" busy={order.isPending} disabled={!hasChanged}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
      <div className="aside">
        <Card title="Preview">
          <LookPreview {...fields} />
        </Card>
      </div>
    </form>
  );
}

/** The merchant's profile. */
export default function SettingsPage() {
  const profile = useRead('/web/v1/merchant', {}, { refresh: false });
  const canWrite = useCan('keys:write');
  return (
    <AppPage
      title="Settings"
      about={
        canWrite
          ? 'How your shop looks to whoever pays you.'
          : 'Your role sees these and does not change them.'
      }
    >
      <Read query={profile}>{(found) => <ProfileForm profile={found} />}</Read>
    </AppPage>
  );
}
