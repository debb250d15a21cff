import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSecretBox, type SealedPlace } from '../../../src/db/core/secret-box.js';

const key = randomBytes(32);
const box = createSecretBox(key);
const place: SealedPlace = { table: 'webhook_endpoints', column: 'secret_encrypted', row: ['we_1'] };

/** Seals as earlier versions did: with the key itself, and for no place. */
function sealUnbound(text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, ciphertext, cipher.getAuthTag()]);
}

describe('a stored secret', () => {
  it('decrypts to what was encrypted, and is encrypted differently each time', () => {
    const sealed = [box.seal('whsec_ümlaut', place), box.seal('whsec_ümlaut', place)] as const;
    expect(sealed.map((bytes) => box.open(bytes, place))).toEqual(['whsec_ümlaut', 'whsec_ümlaut']);
    expect(sealed[0].equals(sealed[1])).toBe(false);
    expect(sealed[0].includes('whsec_')).toBe(false);
  });

  it.each<[string, Partial<SealedPlace>]>([
    ['row', { row: ['we_2'] }],
    ['column', { column: 'previous_secret_encrypted' }],
    ['table', { table: 'idempotency_keys' }],
    ['row whose key has the same letters, divided in another way', { row: ['we', '_1'] }],
  ])('does not decrypt in another %s', (_what, other) => {
    const sealed = box.seal('whsec_x', place);
    expect(() => box.open(sealed, { ...place, ...other, takesUnbound: () => true })).toThrow(/another row/);
  });

  it('does not decrypt with another key', () => {
    const other = createSecretBox(randomBytes(32));
    expect(() => other.open(box.seal('whsec_x', place), place)).toThrow(/SECRETS_KEY/);
  });

  it('decrypts with the previous key too, while new secrets are encrypted with the current one', () => {
    const both = createSecretBox(randomBytes(32), key);
    const old = box.seal('whsec_x', place);
    expect(both.open(old, place)).toBe('whsec_x');
    const fresh = both.seal('whsec_y', place);
    expect([both.isCurrent(old), both.isCurrent(fresh)]).toEqual([false, true]);
    expect(both.open(fresh, place)).toBe('whsec_y');
    expect(() => box.open(fresh, place)).toThrow(/SECRETS_KEY/);
  });

  it('does not decrypt when any byte was changed, added or removed', () => {
    const sealed = box.seal('whsec_x', place);
    const trusting = { ...place, takesUnbound: () => true };
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed, trusting)).toThrow(/can not be decrypted/);
    }
    expect(() => box.open(sealed.subarray(0, -1), trusting)).toThrow(/can not be decrypted/);
    expect(() => box.open(Buffer.alloc(0), trusting)).toThrow(/can not be decrypted/);
    expect(() => box.open(Buffer.of(1, 2, 3), trusting)).toThrow(/can not be decrypted/);
  });

  it('of an earlier version decrypts with any of the keys, only where such a text may be decrypted', () => {
    const sealed = sealUnbound('whsec_x');
    const mayOpen = (text: string): boolean => text === 'whsec_x';
    expect(createSecretBox(randomBytes(32), key).open(sealed, { ...place, takesUnbound: mayOpen })).toBe(
      'whsec_x',
    );
    expect(() => box.open(sealed, place)).toThrow(/can not be decrypted/);
    expect(() => box.open(sealUnbound('other'), { ...place, takesUnbound: mayOpen })).toThrow(
      /can not be decrypted/,
    );
    expect(box.isCurrent(sealed)).toBe(false);
  });

  it('is not encrypted with a key of another length', () => {
    expect(() => createSecretBox(randomBytes(16))).toThrow(/32 bytes/);
  });
});
