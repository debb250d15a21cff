import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../../src/db/core/secret-box.js';

const box = createSecretBox(randomBytes(32));

describe('a stored secret', () => {
  it('opens to what was sealed, and is sealed differently each time', () => {
    const sealed = [box.seal('whsec_ümlaut'), box.seal('whsec_ümlaut')] as const;
    expect(sealed.map((bytes) => box.open(bytes))).toEqual(['whsec_ümlaut', 'whsec_ümlaut']);
    expect(sealed[0].equals(sealed[1])).toBe(false);
    expect(sealed[0].includes('whsec_')).toBe(false);
  });

  it('does not open with another key', () => {
    const other = createSecretBox(randomBytes(32));
    expect(() => other.open(box.seal('whsec_x'))).toThrow(/SECRETS_KEY/);
  });

  it('does not open when any byte was changed, added or taken away', () => {
    const sealed = box.seal('whsec_x');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed)).toThrow(/can not be decrypted/);
    }
    expect(() => box.open(sealed.subarray(0, -1))).toThrow(/can not be decrypted/);
    expect(() => box.open(Buffer.alloc(0))).toThrow(/can not be decrypted/);
  });

  it('is not sealed with a key of another length', () => {
    expect(() => createSecretBox(randomBytes(16))).toThrow(/32 bytes/);
  });
});
