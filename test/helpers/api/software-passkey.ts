import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A page's request to an authenticator, with the fields that this one reads. */
interface Asked {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** How a signature may differ from an honest authenticator's. */
interface Lies {
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly signsWith?: SoftwarePasskey;
}

/** An authenticator for tests: its private key is in memory, and it signs everything that it is asked to sign. */
export interface SoftwarePasskey {
  readonly credentialId: string;
  /** Answers as `navigator.credentials.create()`. */
  register(asked: Asked): object;
  /** Answers as `navigator.credentials.get()`. Each answer increases the counter by one. */
  prove(asked: Asked, lies?: Lies): object;
  readonly signBytes: (bytes: Uint8Array) => Buffer;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (of: string | Uint8Array): Buffer => createHash('sha256').update(of).digest();

export function createSoftwarePasskey(): SoftwarePasskey {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'));
  // A COSE key: EC2, ES256, P-256.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]),
  );
  const credentialId = id.toString('base64url');
  let count = 0;

  const dataOf = (rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer => {
    const numbers = Buffer.alloc(5);
    numbers.writeUInt8(flags, 0);
    numbers.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), numbers, credential]);
  };
  const clientDataOf = (type: string, { challenge, origin }: Asked): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }), 'utf8');
  const answer = (response: Readonly<Record<string, Uint8Array>>): object => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64url')]),
    ),
  });
  const signBytes = (bytes: Uint8Array): Buffer => sign('sha256', bytes, privateKey);

  return {
    credentialId,
    signBytes,
    register(asked) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = dataOf(asked.rpId, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, count, credential);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return answer({
        clientDataJSON: clientDataOf('webauthn.create', asked),
        attestationObject: isoCBOR.encode(attestation),
      });
    },
    prove(asked, { counter, isVerified = true, signsWith } = {}) {
      count += 1;
      const authenticatorData = dataOf(
        asked.rpId,
        isVerified ? USER_PRESENT | USER_VERIFIED : USER_PRESENT,
        counter ?? count,
      );
      const clientDataJSON = clientDataOf('webauthn.get', asked);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = (signsWith?.signBytes ?? signBytes)(signed);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}
