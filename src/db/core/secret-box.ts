import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of each sealed text: the version of its format. */
const VERSION = 1;

/** Encrypts the secrets that the database keeps. */
export interface SecretBox {
  /** Encrypts with AES-256-GCM: one byte of version, 12 bytes of random nonce, the ciphertext, 16 bytes of tag. */
  seal(text: string): Buffer;
  /** Decrypts. @throws Error when the bytes were sealed with another key, or changed since. */
  open(sealed: Uint8Array): string;
}

/** @param key 32 bytes: `SECRETS_KEY`. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `SECRETS_KEY must be ${KEY_BYTES} bytes, not ${key.length}; make one with: openssl rand -base64 32`,
    );
  }
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, ciphertext, cipher.getAuthTag()]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) throw cannotOpen();
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
          decipher.final('utf8')
        );
      } catch (error) {
        throw cannotOpen(error);
      }
    },
  };
}

function cannotOpen(cause?: unknown): Error {
  return new Error(
    'A stored secret can not be decrypted: it was sealed with another SECRETS_KEY, or its bytes were changed. ' +
      'Set SECRETS_KEY to the value it was stored with.',
    { cause },
  );
}
