import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of each sealed text: the version of its format. */
const VERSION = 2;
/** The format of earlier versions: `SECRETS_KEY` itself was the key, and a text could be opened in any place. */
const UNBOUND_VERSION = 1;

/**
 * The place of a sealed text. It opens in no other place: otherwise somebody who can write to the database could move
 * it.
 */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** The key of the row. */
  readonly row: readonly string[];
  /** Says whether a text of an earlier version, which opens anywhere, may be opened here. Default: none is. */
  readonly takesUnbound?: (text: string) => boolean;
}

/** Encrypts the secrets that the database keeps. */
export interface SecretBox {
  /**
   * Encrypts with AES-256-GCM: a byte of version, 4 bytes that name the key, 12 bytes of random nonce, the ciphertext,
   * 16 bytes of tag. The place is authenticated with it. Each column has a key of its own, derived by HKDF.
   */
  seal(text: string, place: SealedPlace): Buffer;
  /**
   * Decrypts.
   *
   * @throws Error when the bytes were sealed with a key that is not here, for another place, or changed since.
   */
  open(sealed: Uint8Array, place: SealedPlace): string;
  /** Says whether a text was sealed with the current key, in the current format. */
  isCurrent(sealed: Uint8Array): boolean;
}

/** @param keys 32 bytes each. `SECRETS_KEY` seals and opens; those after it, `SECRETS_KEY_PREVIOUS`, only open. */
export function createSecretBox(...keys: readonly [Uint8Array, ...Uint8Array[]]): SecretBox {
  for (const key of keys) {
    if (key.length !== KEY_BYTES) {
      throw new Error(
        `SECRETS_KEY must be ${KEY_BYTES} bytes, not ${key.length}; make one with: openssl rand -base64 32`,
      );
    }
  }
  const [current] = keys;
  return {
    seal(text, place) {
      const header = headerOf(current);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', subkeyOf(current, place), nonce, {
        authTagLength: TAG_BYTES,
      });
      cipher.setAAD(Buffer.concat([header, boundTo(place)]));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] === UNBOUND_VERSION) {
        const text = openUnbound(bytes, keys);
        if (place.takesUnbound?.(text) === true) return text;
        throw cannotOpen();
      }
      const key = keys.find((one) => headerOf(one).equals(bytes.subarray(0, 1 + KEY_ID_BYTES)));
      if (key === undefined) throw cannotOpen();
      const aad = Buffer.concat([headerOf(key), boundTo(place)]);
      return decrypt(bytes.subarray(1 + KEY_ID_BYTES), { key: subkeyOf(key, place), aad });
    },
    isCurrent: (sealed) => headerOf(current).equals(Buffer.from(sealed).subarray(0, 1 + KEY_ID_BYTES)),
  };
}

function openUnbound(bytes: Buffer, keys: readonly Uint8Array[]): string {
  for (const key of keys.slice(0, -1)) {
    try {
      return decrypt(bytes.subarray(1), { key });
    } catch {
      // These bytes do not name their key: the next key may open them.
    }
  }
  return decrypt(bytes.subarray(1), { key: keys.at(-1) ?? Buffer.alloc(0) });
}

function decrypt(bytes: Buffer, { key, aad }: { key: Uint8Array; aad?: Buffer }): string {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw cannotOpen();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  if (aad !== undefined) decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (error) {
    throw cannotOpen(error);
  }
}

/** Names the key by a hash, so that a text of another key is recognised without a try. */
function headerOf(key: Uint8Array): Buffer {
  const id = createHash('sha256').update('quittance secrets key id').update(key).digest();
  return Buffer.concat([Buffer.of(VERSION), id.subarray(0, KEY_ID_BYTES)]);
}

function subkeyOf(key: Uint8Array, { table, column }: SealedPlace): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `quittance secrets ${table}.${column}`, KEY_BYTES));
}

/** A list in JSON: two places never have the same bytes. */
function boundTo({ table, column, row }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, ...row]), 'utf8');
}

function cannotOpen(cause?: unknown): Error {
  return new Error(
    'A stored secret can not be decrypted: it was sealed with another SECRETS_KEY or for another row, or its bytes were ' +
      'changed. Set SECRETS_KEY to the value it was stored with.',
    { cause },
  );
}
