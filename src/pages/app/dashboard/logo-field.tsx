import { useRef, useState } from 'react';
import { Button, lookOf } from '../parts/button.js';
import { FieldFrame } from '../parts/field.js';
import { TrashIcon, UploadIcon } from '../parts/icons.js';
import { NotALogo, readLogo } from './logo-file.js';

/** The field for the logo: a file is chosen and shown at once. `value` is its data URL. Empty: there is none. */
export function LogoField({
  value,
  onValue,
  wrong,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The API's words about a wrong value. */
  readonly wrong: string | undefined;
}) {
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      onValue(await readLogo(file));
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof NotALogo)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <FieldFrame
      label="Logo"
      hint="A PNG, JPEG or WebP. It replaces the letter; a square one looks best."
      wrong={problem ?? wrong}
      optional
    >
      {(ids) => (
        <div className="logo">
          {value !== '' && <img src={value} alt="The logo as it is chosen" width={40} height={40} />}
          <label className={lookOf('plain')}>
            <UploadIcon size={16} />
            {value === '' ? 'Choose a file' : 'Choose another'}
            <input
              {...ids}
              ref={input}
              type="file"
              className="out-of-sight"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                void take(file);
                // Otherwise the same file could not be chosen again.
                event.target.value = '';
              }}
            />
          </label>
          {value !== '' && (
            <Button
              look="quiet"
              icon={TrashIcon}
              onClick={() => {
                setProblem(undefined);
                onValue('');
                // The button disappears, so keyboard users go on from the field.
                input.current?.focus();
              }}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
