import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { secp256k1 } from '@noble/curves/secp256k1';

/** The ways in which the server does not sign correctly. */
export type KmsFault = 'hang' | 'throttle' | 'deny' | 'high-s' | 'other-key' | 'not-der';

export interface KmsRequest {
  /** `TrentService.Sign`, `TrentService.GetPublicKey` */
  readonly target: string;
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A stand-in for the HTTP API of AWS KMS (JSON 1.1). It has one key and really signs. */
export interface KmsServer {
  readonly url: string;
  /** ARN of its key. */
  readonly keyId: string;
  /** Every request, in order. */
  readonly requests: KmsRequest[];
  /** One fault for each of the next signatures. While the list is empty, the server signs correctly. */
  readonly faults: KmsFault[];
  /** Fields that replace the true ones in the answer of GetPublicKey. */
  shown: Readonly<Record<string, unknown>>;
  /** Environment for the AWS SDK, as an operator would set it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const KEY_ID = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
/** The bytes before the point in the SubjectPublicKeyInfo of an uncompressed secp256k1 point (RFC 5480). */
const SPKI_HEAD = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');

/** Returns the SubjectPublicKeyInfo of a key, as KMS shows it. */
function spkiOf(privateKey: Uint8Array): string {
  return Buffer.concat([SPKI_HEAD, secp256k1.getPublicKey(privateKey, false)]).toString('base64');
}

function sign(privateKey: Uint8Array, digest: Uint8Array, fault: KmsFault | undefined): string {
  if (fault === 'not-der') return Buffer.from('signature').toString('base64');
  const key = fault === 'other-key' ? secp256k1.utils.randomPrivateKey() : privateKey;
  const signature = secp256k1.sign(digest, key);
  const { n } = secp256k1.CURVE;
  const shown = fault === 'high-s' ? new secp256k1.Signature(signature.r, n - signature.s) : signature;
  return Buffer.from(shown.toDERRawBytes()).toString('base64');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
}

/** Starts the server on a free port of the loopback interface. */
export async function startKmsServer(privateKey = secp256k1.utils.randomPrivateKey()): Promise<KmsServer> {
  const requests: KmsRequest[] = [];
  const faults: KmsFault[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = String(request.headers['x-amz-target']);
    const body = (await json(request)) as Record<string, string>;
    requests.push({ target, authorization: request.headers.authorization ?? '', body });
    if (target === 'TrentService.GetPublicKey') {
      answer(response, 200, {
        KeyId: KEY_ID,
        PublicKey: spkiOf(privateKey),
        KeySpec: 'ECC_SECG_P256K1',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: ['ECDSA_SHA_256'],
        ...server.shown,
      });
      return;
    }
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'throttle') {
      answer(response, 400, { __type: 'ThrottlingException', message: 'Rate exceeded' });
    } else if (fault === 'deny') {
      answer(response, 400, { __type: 'AccessDeniedException', message: 'User is not authorized' });
    } else {
      const digest = Buffer.from(body['Message'] ?? '', 'base64');
      const Signature = sign(privateKey, digest, fault);
      answer(response, 200, { KeyId: KEY_ID, Signature, SigningAlgorithm: 'ECDSA_SHA_256' });
    }
  };
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: KmsServer = {
    url,
    keyId: KEY_ID,
    requests,
    faults,
    shown: {},
    env: {
      AWS_ENDPOINT_URL_KMS: url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
    },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
