import { z } from 'zod';
import { MERCHANT_SCOPES, type Scope } from '../../../domain/merchants/scopes.js';
import { line, momentLike } from '../../requests/schemas.js';
import { validationFailed } from '../../requests/validate.js';

/** The moment at which a key ends. */
export const keyExpiry = momentLike('2099-12-31T12:00:00Z')
  .nullable()
  .optional()
  .meta({ description: 'In the future; null or left out: never.', examples: [null] });

/** Returns the schema of some scopes, each once. */
export function scopesOf<const S extends readonly [Scope, ...Scope[]]>(
  known: S,
  examples: readonly S[number][],
) {
  return z
    .array(z.enum(known))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once')
    .meta({ uniqueItems: true, examples: [[...examples]] });
}

/** The fields of a request for a merchant's new key. */
export const apiKeyTerms = {
  name: line({ max: 100 }).meta({ examples: ['Web shop'] }),
  scopes: scopesOf(MERCHANT_SCOPES, ['invoices:read', 'invoices:write']),
  expiresAt: keyExpiry,
};

/**
 * Returns the end of a key in epoch ms. Null: it never ends. @throws QuittanceError `validation_failed` if the moment
 * is in the past.
 */
export function readExpiry(expiresAtMs: number | null | undefined, nowMs: number): number | null {
  if (expiresAtMs == null) return null;
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw validationFailed([{ path: 'expiresAt', message: 'must be in the future' }]);
}
