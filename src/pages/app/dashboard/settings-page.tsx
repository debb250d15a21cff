import { useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { useCan, useOrder, useRead } from '../data/queries.js';
import { api } from '../data/session.js';
import { Button } from '../parts/button.js';
import { LongTextField, TextField } from '../parts/field.js';
import { AppPage, Card } from '../parts/layout.js';
import { Read, Refusal, wrongOf } from '../parts/states.js';
import { tell } from '../parts/toast.js';

type Profile = Schemas['MerchantProfile'];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function useProfileForm(profile: Profile) {
  const [fields, setFields] = useState({
    name: profile.name,
    contact: profile.contact ?? '',
    color: profile.look.color ?? '',
    logoUrl: profile.look.logoUrl ?? '',
    frameOrigins: profile.frameOrigins.join('\n'),
  });
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
    () => tell('Kept. Open pages of customers show it when they are loaded again.'),
  );
  const set = (changes: Partial<typeof fields>): void => setFields({ ...fields, ...changes });
  return { fields, set, order };
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** What the head of a customer's page looks like with this name and colour. Drawn, so that no style is written inline. */
function LookPreview({ name, color }: { readonly name: string; readonly color: string }) {
  const shown = COLOUR.test(color.trim()) ? color.trim() : null;
  return (
    <figure className="preview" aria-label="How the customer's page begins">
      <span className="shop">
        <svg className="mark" viewBox="0 0 36 36" aria-hidden="true">
          <rect width="36" height="36" rx="8" fill={shown ?? 'currentColor'} />
          <text x="18" y="24" textAnchor="middle" fontSize="17" fontWeight="600" fill="#fff">
            {(name.trim()[0] ?? '').toUpperCase()}
          </text>
        </svg>
        {name.trim() === '' ? 'Your name' : name}
      </span>
      <svg className="pay" viewBox="0 0 260 40" aria-hidden="true">
        <rect width="260" height="40" rx="6" fill={shown ?? 'currentColor'} />
        <text x="130" y="25" textAnchor="middle" fontSize="14" fontWeight="500" fill="#fff">
          Pay
        </text>
      </svg>
    </figure>
  );
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { fields, set, order } = useProfileForm(profile);
  const canWrite = useCan('keys:write');
  const wrong = (path: string): string | undefined => wrongOf(order.error, path);
  return (
    <Card title="What your customers see">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate(undefined);
        }}
      >
        <TextField
          label="Name"
          required
          wrong={wrong('name')}
          value={fields.name}
          onValue={(name) => set({ name })}
        />
        <TextField
          label="Contact"
          hint="An email address or a page, for questions about a payment."
          optional
          wrong={wrong('contact')}
          value={fields.contact}
          onValue={(contact) => set({ contact })}
        />
        <div className="pair">
          <TextField
            label="Colour"
            hint="As #rrggbb."
            optional
            wrong={wrong('look.color')}
            value={fields.color}
            onValue={(color) => set({ color })}
          />
          <TextField
            label="Logo"
            hint="An https URL of an image."
            optional
            wrong={wrong('look.logoUrl')}
            value={fields.logoUrl}
            onValue={(logoUrl) => set({ logoUrl })}
          />
        </div>
        <LookPreview name={fields.name} color={fields.color} />
        <LongTextField
          label="Sites that may show the checkout in a frame"
          hint="One origin a line, as https://shop.example."
          optional
          spellCheck={false}
          wrong={wrong('frameOrigins')}
          value={fields.frameOrigins}
          onValue={(frameOrigins) => set({ frameOrigins })}
        />
        <Refusal error={order.error} stays="Nothing was changed." />
        {canWrite && (
          <div className="actions start">
            <Button type="submit" look="primary" busy={order.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

/** The merchant's profile. */
export default function SettingsPage() {
  const profile = useRead('/web/v1/merchant', {}, { refresh: false });
  return (
    <AppPage title="Settings" narrow>
      <Read query={profile}>{(found) => <ProfileForm profile={found} />}</Read>
    </AppPage>
  );
}
