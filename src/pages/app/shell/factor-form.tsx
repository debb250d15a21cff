import { useState } from 'react';
import { QuittanceApiError } from '../../../client/client.js';
import { provePasskey } from '../data/passkeys.js';
import { readSession, type AppSession, type Proof, type FactorKind } from '../data/session.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { PasskeyIcon } from '../parts/icons.js';
import { Refused, useForm } from './refused.js';

interface FactorFormProps {
  readonly factors: readonly FactorKind[];
  readonly send: (proof: Proof) => Promise<AppSession>;
  readonly then: (session: AppSession) => void | Promise<void>;
  /** Called when the session has ended, so that no factor can complete it. */
  readonly ended?: () => void;
  readonly words: string;
  readonly giveUp: () => void;
  readonly giveUpWords: string;
}

function hintOf(factors: readonly FactorKind[]): string {
  const spare = factors.includes('recovery_code');
  if (!factors.includes('totp')) return 'One of your recovery codes. It works once.';
  return spare
    ? 'Six digits from your authenticator app, or a recovery code.'
    : 'Six digits from your authenticator app.';
}

/** Asks for a second factor: a passkey, if there is one, or a code. */
export function FactorForm({ factors, send, then, ended, words, giveUp, giveUpWords }: FactorFormProps) {
  const [code, setCode] = useState('');
  const hasPasskey = factors.includes('passkey');
  const hasCode = factors.includes('totp') || factors.includes('recovery_code');
  const [isByCode, setByCode] = useState(!hasPasskey);
  const give = async (proof: () => Promise<Proof>): Promise<AppSession> => {
    try {
      return await send(await proof());
    } catch (error) {
      const isOver =
        error instanceof QuittanceApiError && error.status === 401 && (await readSession()) === null;
      if (isOver) ended?.();
      throw error;
    }
  };
  const form = useForm(
    () => give(async () => (isByCode ? { code: code.trim() } : { passkey: await provePasskey() })),
    then,
  );
  return (
    <form className="form" onSubmit={form.submit}>
      {isByCode ? (
        <TextField
          label="Code"
          hint={hintOf(factors)}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          value={code}
          onValue={setCode}
        />
      ) : (
        <p className="muted">Your device asks for your finger, face or PIN.</p>
      )}
      <Refused error={form.error} />
      <div className="form-orders">
        <Button
          type="submit"
          look="primary"
          wide
          busy={form.isBusy}
          autoFocus={!isByCode}
          {...(isByCode ? {} : { icon: PasskeyIcon })}
        >
          {isByCode ? words : 'Use your passkey'}
        </Button>
        {hasPasskey && hasCode && (
          <Button wide onClick={() => setByCode(!isByCode)}>
            {isByCode ? 'Use your passkey instead' : 'Enter a code instead'}
          </Button>
        )}
        <Button look="quiet" wide onClick={giveUp}>
          {giveUpWords}
        </Button>
      </div>
    </form>
  );
}
