import { z } from 'zod';

/** The header `Idempotency-Key`: printable ASCII. Spaces around it do not belong to it (RFC 9110, 5.5). */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]([ -~]{0,253}[!-~])?$/)
  .meta({
    description: 'A key that you choose for this request. Use a new one for each object that you create.',
    examples: ['order-1001'],
  });
