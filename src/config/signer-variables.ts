import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readPasswordFile, readPrivateFile } from '../chain/keys/private-file.js';
import { anyText, define, readBy } from './variable.js';

const mnemonic = readBy((text) => {
  const words = text.trim().split(/\s+/);
  return [12, 15, 18, 21, 24].includes(words.length) ? words.join(' ') : undefined;
});

/** The signer's limits as decimal texts. They are converted to base units when their assets are known. */
export type WrittenSignerLimits = Readonly<Record<string, { perTransaction?: string; perDay?: string }>>;
const signerLimits = readBy((text): WrittenSignerLimits | 'unlimited' | undefined => {
  if (text === 'unlimited') return text;
  const limit = z.strictObject({ perTransaction: z.string().optional(), perDay: z.string().optional() });
  const parsed = z.record(z.string(), limit).safeParse(JSON.parse(text));
  // For `exactOptionalPropertyTypes`: a field that JSON leaves out is absent, never undefined.
  return parsed.success ? (parsed.data as WrittenSignerLimits) : undefined;
});

/** The signer's approvers as texts. Addresses and amounts are parsed when the assets are known. */
export interface WrittenSignerApprovers {
  readonly approvers: readonly {
    readonly name: string;
    readonly address: string;
    readonly chains?: readonly string[];
  }[];
  readonly required: Readonly<
    Record<string, readonly { readonly above: string; readonly signatures: number }[]>
  >;
}
const SIGNATURES_MAX = 100;
const signerApprovers = readBy((text): WrittenSignerApprovers => {
  const json = text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
  const parsed = z
    .strictObject({
      approvers: z
        .array(
          z.strictObject({
            name: z.string().trim().min(1),
            address: z.string(),
            chains: z.array(z.string()).min(1).exactOptional(),
          }),
        )
        .min(1),
      required: z.record(
        z.string(),
        z.array(z.strictObject({ above: z.string(), signatures: z.int().min(0).max(SIGNATURES_MAX) })).min(1),
      ),
    })
    .safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`).join('; '),
  );
});

/** The variables of the signing worker. No other process may have them. */
export const SIGNER_WORKER_VARIABLES = {
  SIGNER_MNEMONIC: define({
    schema: mnemonic,
    expected: '12, 15, 18, 21 or 24 BIP-39 words',
    example: '"word word word …"',
    secret: true,
  }),
  /** Its value is the content of the file, not the path. */
  SIGNER_KEYSTORE_FILE: define({
    schema: readBy(readPrivateFile),
    expected: 'the path of a keystore that only its owner can read',
    example: '/run/secrets/signer.json',
  }),
  SIGNER_KEYSTORE_PASSWORD: define({
    schema: anyText,
    expected: "the keystore's password",
    example: '"…"',
    secret: true,
  }),
  /** Its value is the password in the file, not the path. */
  SIGNER_KEYSTORE_PASSWORD_FILE: define({
    schema: readBy(readPasswordFile),
    expected: "the path of a file that has the keystore's password and that only its owner can read",
    example: '/run/secrets/signer-password',
  }),
  SIGNER_KMS_KEY_ID: define({
    schema: anyText,
    expected: 'the id, ARN or alias of a key in AWS KMS (ECC_SECG_P256K1, for signing)',
    example: 'alias/quittance-hot-wallet',
  }),
  SIGNER_DEPOSIT_MNEMONIC: define({
    schema: mnemonic,
    expected: 'the 12, 15, 18, 21 or 24 BIP-39 words of DEPOSIT_XPUB',
    example: '"word word word …"',
    secret: true,
  }),
  SIGNER_LIMITS: define({
    schema: signerLimits,
    expected:
      'unlimited, or a JSON object of limits by asset, as decimal strings: perTransaction, perDay or both',
    example: '{"local/USDC":{"perTransaction":"1000","perDay":"5000"}}',
  }),
  SIGNER_APPROVERS: define({
    schema: signerApprovers,
    expected:
      'a JSON object, or @ and the path of a file with one: the approvers, and how many of them must sign above which amount',
    example:
      '{"approvers":[{"name":"Ann","address":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}],"required":{"*":[{"above":"0","signatures":1}]}}',
  }),
  SIGNER_APPROVALS: define({
    schema: z.literal('unsigned'),
    expected: 'unsigned, which means: this worker pays everything that the database shows as approved',
    example: 'unsigned',
  }),
  SIGNER_MEMORY_FILE: define({
    schema: anyText,
    expected: 'the path of a file in which signing workers of one host keep what they have signed',
    example: '/var/lib/quittance/signed.jsonl',
  }),
} as const;
