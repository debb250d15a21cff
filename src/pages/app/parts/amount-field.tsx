import type { ComponentProps } from 'react';
import { TextField } from './field.js';

/** Says what is wrong with a typed amount. Undefined: nothing so far. */
function wrongFigure(typed: string): string | undefined {
  if (/^\d*\.?\d*$/.test(typed)) return undefined;
  return typed.includes(',')
    ? 'Write a point, and no comma: 1250.50.'
    : 'Write a plain figure, such as 12.50.';
}

/** A field for an amount. It checks the form of the figure itself. `wrong` says what is wrong with the value. */
export const AmountField = ({
  wrong,
  ...others
}: Omit<ComponentProps<typeof TextField>, 'inputMode' | 'pattern' | 'title'>) => (
  <TextField
    {...others}
    inputMode="decimal"
    pattern="\s*\d+(\.\d+)?\s*"
    title="A plain figure such as 12.50"
    wrong={wrongFigure(others.value.trim()) ?? wrong}
  />
);
