import { useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { useCan, useOrder, useRead } from '../data/queries.js';
import { api } from '../data/session.js';
import { Button } from '../parts/button.js';
import { FieldFrame, LongTextField, TextField } from '../parts/field.js';
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

type Fields = ReturnType<typeof fieldsOf>;

/** Returns only the changed fields, so that another person's change of the others is kept. */
function changesOf(fields: Fields, before: Fields) {
  const has = (...names: readonly (keyof Fields)[]): boolean =>
    names.some((name) => fields[name] !== before[name]);
  const look = {
    ...(has('color') && { color: orNull(fields.color) }),
    ...(has('logoUrl') && { logoUrl: orNull(fields.logoUrl) }),
  };
  return {
    ...(has('name') && { name: fields.name.trim() }),
    ...(has('contact') && { contact: orNull(fields.contact) }),
    ...(has('color', 'logoUrl') && { look }),
    ...(has('frameOrigins') && {
      frameOrigins: fields.frameOrigins.split(/\s+/).filter((origin) => origin !== ''),
    }),
  };
}

/** Returns the fields that have changed since. */
function changedSince(were: Fields, now: Fields): Partial<Fields> {
  const names = (Object.keys(now) as (keyof Fields)[]).filter((name) => now[name] !== were[name]);
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

function useProfileForm(profile: Profile) {
  const [before, setBefore] = useState(() => fieldsOf(profile));
  const [fields, setFields] = useState(before);
  const order = useOrder(
    (sent: Fields) => api.patch('/web/v1/merchant', { body: changesOf(sent, before) }),
    (kept, sent) => {
      const saved = fieldsOf(kept);
      // Text that was typed while the form was being saved stays.
      setFields((now) => ({ ...saved, ...changedSince(sent, now) }));
      setBefore(saved);
      tell('Saved. Open pages of customers show it when they are loaded again.');
    },
  );
  /** Returns the value of a field, its setter, and its error. `sentAs`: the field's path in the API. */
  const fieldOf = (name: keyof typeof fields, sentAs: string = name) => ({
    wrong: wrongOf(order.error, sentAs),
    value: fields[name],
    onValue: (value: string): void => setFields({ ...fields, [name]: value }),
  });
  const hasChanged = JSON.stringify(fields) !== JSON.stringify(before);
  return { fields, fieldOf, order, hasChanged };
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** A box in the merchant's colour. It is an SVG, because the page's policy allows no inline styles. */
function Painted({
  className,
  color,
  fontSize,
  children,
}: {
  readonly className: string;
  /** Null: the typed text is not a colour yet. */
  readonly color: string | null;
  readonly fontSize: number;
  readonly children: string;
}) {
  return (
    <svg className={className} aria-hidden="true">
      <rect width="100%" height="100%" rx="8" fill={color ?? 'var(--accent)'} />
      <text
        x="50%"
        y="50%"
        dominantBaseline="central"
        textAnchor="middle"
        fontSize={fontSize}
        fontWeight="600"
        fill={color === null ? 'var(--on-accent)' : '#fff'}
      >
        {children}
      </text>
    </svg>
  );
}

/** Shows the customer's page with this look: whose it is, the amount, and its button. */
function LookPreview({ name, color, logoUrl }: Fields) {
  const shown = COLOUR.test(color.trim()) ? color.trim() : null;
  return (
    <figure className="preview" aria-label="How the customer's page looks">
      <span className="shop">
        {logoUrl === '' ? (
          <Painted className="mark" color={shown} fontSize={17}>
            {(name.trim()[0] ?? '').toUpperCase()}
          </Painted>
        ) : (
          <img className="mark" src={logoUrl} alt="" />
        )}
        {name.trim() === '' ? 'Your name' : name}
      </span>
      <span>
        <span className="amount large">$25.00</span>
        <span className="under">Two coffees and a cake</span>
      </span>
      <Painted className="pay" color={shown} fontSize={15}>
        Open in wallet
      </Painted>
    </figure>
  );
}

/** A colour, typed or chosen with the browser's picker. */
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
    <FieldFrame label="Colour" hint="Colours the button and the mark. As #rrggbb." wrong={wrong} optional>
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

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { fields, fieldOf, order, hasChanged } = useProfileForm(profile);
  const canWrite = useCan('keys:write');
  return (
    <form
      className="split"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(fields);
      }}
    >
      <fieldset className="stack plain" disabled={!canWrite}>
        <Card title="What your customers see">
          <div className="form">
            <TextField label="Name" required {...fieldOf('name')} />
            <TextField
              label="Contact"
              hint="An email address or a page, for questions about a payment."
              optional
              placeholder="help@shop.example"
              {...fieldOf('contact')}
            />
            <ColourField {...fieldOf('color', 'look.color')} />
            <LogoField {...fieldOf('logoUrl', 'look.logoUrl')} />
          </div>
        </Card>
        <Card title="The checkout in your own pages">
          <LongTextField
            label="Sites that may show the checkout in a frame"
            hint="One origin on each line. Only these sites show it. Other sites show a note with a link to it."
            optional
            spellCheck={false}
            placeholder="https://shop.example"
            {...fieldOf('frameOrigins')}
          />
        </Card>
        <Refusal error={order.error} stays="Nothing was changed." />
        {canWrite && (
          <div className="actions apart">
            <span className="small muted">{hasChanged ? 'Not saved yet.' : ''}</span>
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
        canWrite ? 'How your shop looks to your customers.' : 'Your role can see these, but not change them.'
      }
    >
      <Read query={profile}>{(found) => <ProfileForm profile={found} />}</Read>
    </AppPage>
  );
}
