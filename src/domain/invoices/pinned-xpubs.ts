/** The xpub of the deposit addresses from an index on. */
export interface XpubPin {
  readonly firstIndex: number;
  /** SHA-256 of the xpub, in hexadecimal. */
  readonly fingerprint: string;
}

/**
 * Returns the reason why a process with these xpubs must not derive addresses. Null: the database has the same xpubs.
 */
export function whyNotPinned(configured: readonly XpubPin[], pinned: readonly XpubPin[]): string | null {
  const isSame =
    configured.length === pinned.length &&
    configured.every(({ firstIndex, fingerprint }, position) => {
      const other = pinned[position];
      return other?.firstIndex === firstIndex && other.fingerprint === fingerprint;
    });
  if (isSame) return null;
  return (
    `The books are pinned to ${inWords(pinned)}; DEPOSIT_XPUB and DEPOSIT_XPUB_EARLIER say ${inWords(configured)}. ` +
    'Customers would be shown addresses that nobody has decided on. Set the variables as they were, or change the xpub ' +
    'with `xpub rotate`, which prints both.'
  );
}

/** A fingerprint is long. These characters of it are enough for a reader to tell two apart. */
const SHOWN_DIGITS = 12;

function inWords(pins: readonly XpubPin[]): string {
  if (pins.length === 0) return 'no xpub';
  return pins
    .map(
      ({ firstIndex, fingerprint }) => `xpub ${fingerprint.slice(0, SHOWN_DIGITS)}… from index ${firstIndex}`,
    )
    .join(', ');
}

/** Returns the fingerprint of the xpub that gives an index its address. */
export function fingerprintAt(pins: readonly XpubPin[], index: number): string {
  const pin = pins.findLast(({ firstIndex }) => firstIndex <= index);
  if (pin === undefined) throw new Error(`No xpub gives index ${index} its address`);
  return pin.fingerprint;
}
