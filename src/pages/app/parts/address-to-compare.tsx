import { CopyIt } from './copyable.js';

/** An address in groups of four characters, which are easier to compare. The copied text has no spaces. */
export function AddressToCompare({ address }: { readonly address: string }) {
  const groups = address.slice(2).match(/.{1,4}/g) ?? [];
  return (
    <p className="compared">
      <code>
        <span>0x</span>
        {groups.map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </code>
      <CopyIt text={address} what="address" />
    </p>
  );
}
