import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** A key and a certificate in PEM, as `tls.createServer` takes them. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface TestAuthority {
  /** The authority's own certificate in PEM. */
  readonly ca: string;
  /** A certificate for a host name or IPv4 address, valid for the day unless told. */
  issue(host: string, validity?: { readonly notBefore: Date; readonly notAfter: Date }): Identity;
}

const DAY_MS = 86_400_000;

/** A certificate authority for one test: X.509 v3 (RFC 5280) with ECDSA on P-256. It needs no other program. */
export function createTestAuthority(): TestAuthority {
  const name = `Test authority ${randomBytes(4).toString('hex')}`;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const today = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const authority = { issuer: name, issuerKey: keys.privateKey };
  const ca = certificate({
    ...authority,
    ...today,
    subject: name,
    publicKey: keys.publicKey,
    extension: extension(OID.basicConstraints, sequence(der(0x01, Buffer.from([0xff])))),
  });
  return {
    ca,
    issue: (host, validity = today) => {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      // RFC 5280 §4.2.1.6: dNSName is [2], iPAddress is [7].
      const altName =
        isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
      const cert = certificate({
        ...authority,
        ...validity,
        subject: host,
        publicKey: own.publicKey,
        extension: extension(OID.subjectAltName, sequence(altName)),
      });
      return { key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
    },
  };
}

/** Object identifiers, encoded. */
const OID = {
  basicConstraints: Buffer.from('0603551d13', 'hex'), // 2.5.29.19
  subjectAltName: Buffer.from('0603551d11', 'hex'), // 2.5.29.17
  commonName: Buffer.from('0603550403', 'hex'), // 2.5.4.3
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'), // 1.2.840.10045.4.3.2
} as const;

function certificate(input: {
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extension: Buffer;
}): string {
  const algorithm = sequence(OID.ecdsaWithSha256);
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // v3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(input.issuer),
    sequence(generalizedTime(input.notBefore), generalizedTime(input.notAfter)),
    distinguishedName(input.subject),
    input.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(input.extension)),
  );
  const signature = sign('sha256', toSign, input.issuerKey);
  const encoded = sequence(toSign, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64');
  // Signatures differ in length. When the last line is full, a line break after each 64 characters would leave an empty
  // line, which OpenSSL does not accept.
  const lines = encoded.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from(commonName)))));
}

function extension(oid: Buffer, value: Buffer): Buffer {
  return sequence(oid, der(0x04, value));
}

function generalizedTime(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length, value (X.690); lengths up to 65535. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), value]);
}
