import { parseAddress, ZERO_ADDRESS } from '../../../chain/keys/address.js';
import { useWhole } from '../data/queries.js';
import { TextField } from '../parts/field.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Says whether the capitals of a whole address contradict its checksum (EIP-55). */
function isMistyped(address: string): boolean {
  try {
    parseAddress(address, 'address');
    return false;
  } catch {
    return true;
  }
}

/** Says why no money may be sent to a whole address, before the API is asked. Undefined: no reason is known. */
export function useWrongRecipient(address: string): string | undefined {
  const { data } = useWhole('/v1/assets', {}, { refresh: false });
  if (!ADDRESS.test(address)) return undefined;
  if (isMistyped(address))
    return 'This address has a typing mistake. Copy it again from where it comes from.';
  const lower = address.toLowerCase();
  const token = data?.find(({ tokenAddress }) => tokenAddress?.toLowerCase() === lower);
  if (token !== undefined)
    return `This is the contract of ${token.tokenSymbol}. Money that is sent there is lost.`;
  return lower === ZERO_ADDRESS ? 'Nobody has this address. Money that is sent there is lost.' : undefined;
}

/** A field for an address that money is sent to. */
export function AddressField({
  label,
  hint,
  wrong,
  value,
  onValue,
}: {
  readonly label: string;
  readonly hint: string;
  /** What {@link useWrongRecipient} says. */
  readonly wrong: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      wrong={wrong}
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
