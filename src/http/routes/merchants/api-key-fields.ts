import { z } from 'zod';
import { MERCHANT_SCOPES } from '../../../domain/merchants/scopes.js';
import { line, momentLike } from '../../requests/schemas.js';
import { validationFailed } from '../../requests/validate.js';

/** The fields of a request for a new key. */
export const apiKeyTerms = {
  name: line({ max: 100 }).meta({ examples: ['Web shop'] }),
  scopes: z
    .array(z.enum(MERCHANT_SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once')
    .meta({ uniqueItems: true, examples: [['invoices:read', 'invoices:write']] }),
  expiresAt: momentLike('2099-12-31T12:00:00Z')
    .nullable()
    .optional()
    .meta({ description: 'In the future; null or left out: never.', examples: [null] }),
};

/** Returns epoch ms, or null. @throws QuittanceError `validation_failed` when the time is already past. */
export function readExpiry(expiresAtMs: number | null | undefined, nowMs: number): number | null {
  if (expiresAtMs == null) return null;
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw validationFailed([{ path: 'expiresAt', message: 'must be in the future' }]);
}
