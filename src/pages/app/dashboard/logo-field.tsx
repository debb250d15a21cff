import { useRef, useState } from 'react';
import { Button, lookOf } from '../parts/button.js';
import { FieldFrame } from '../parts/field.js';
import { TrashIcon, UploadIcon } from '../parts/icons.js';
import { NotALogo, readLogo } from './logo-file.js';

/** The logo, chosen as a file and shown at once. `value`: its data URL; empty: none. */
export function LogoField({
  value,
  onValue,
  wrong,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** What the API says is wrong with it. */
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
                // The same file can be chosen again.
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
                // The button is gone: whoever goes by the keyboard stays here.
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
