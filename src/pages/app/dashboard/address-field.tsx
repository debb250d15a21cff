import { TextField } from '../parts/field.js';

/** A field for an address that money is sent to. */
export function AddressField({
  label,
  hint,
  value,
  onValue,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      name="address"
      placeholder="0x…"
      spellCheck={false}
      autoComplete="off"
      pattern="\s*0x[0-9a-fA-F]{40}\s*"
      title="0x and 40 digits or letters a to f"
      required
      value={value}
      onValue={onValue}
    />
  );
}
