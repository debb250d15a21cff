import { z } from 'zod';

// The messages about passkeys between browsers and this API (the JSON forms of WebAuthn Level 3).

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'expected base64url');

/**
 * The most characters of a field. A challenge or a signature has some hundred bytes. The certificates of an
 * authenticator may have some thousand, and have a larger limit.
 */
const SHORT_MAX = 1_024;
const LONG_MAX = 32_768;

/** The browser's report about extensions. It is not used. */
const ignored = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ override: { type: 'object' }, examples: [{}] });

const ofCredential = {
  id: base64url(SHORT_MAX),
  rawId: base64url(SHORT_MAX),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: ignored,
};

const transport = z.string().min(1).max(32);

/** The answer of `navigator.credentials.get()`, as `PublicKeyCredential.toJSON()` gives it. */
export const provenPasskey = z
  .strictObject({
    ...ofCredential,
    response: z.strictObject({
      clientDataJSON: base64url(LONG_MAX),
      authenticatorData: base64url(LONG_MAX),
      signature: base64url(SHORT_MAX),
      userHandle: base64url(SHORT_MAX).optional(),
    }),
  })
  .meta({ id: 'PasskeyProof', description: 'The answer of `navigator.credentials.get()`, as JSON.' });

/** The answer of `navigator.credentials.create()`. */
export const newPasskey = z
  .strictObject({
    ...ofCredential,
    response: z.strictObject({
      clientDataJSON: base64url(LONG_MAX),
      attestationObject: base64url(LONG_MAX),
      authenticatorData: base64url(LONG_MAX).optional(),
      transports: z.array(transport).max(10).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: base64url(LONG_MAX).optional(),
    }),
  })
  .meta({ id: 'NewPasskey', description: 'The answer of `navigator.credentials.create()`, as JSON.' });

const shownCredential = z.strictObject({
  id: z.string().meta({ description: 'In base64url.' }),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const challenge = z.string().meta({ description: 'In base64url. It counts once, for 5 minutes.' });
const timeout = z.int().meta({ description: 'In ms.' });

/** The request to a registered passkey. */
export const passkeyRequestSchema = z
  .strictObject({
    challenge,
    rpId: z.string().meta({ examples: ['pay.example.com'] }),
    allowCredentials: z.array(shownCredential),
    timeout,
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest', description: 'Give it to `navigator.credentials.get()`.' });

/** The request to an authenticator to create a passkey. */
export const passkeyOfferSchema = z
  .strictObject({
    challenge,
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(shownCredential),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
    timeout,
  })
  .meta({ id: 'PasskeyOffer', description: 'Give it to `navigator.credentials.create()`.' });
