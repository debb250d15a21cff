import { z } from 'zod';

/** The header `Idempotency-Key`: printable ASCII. Spaces around it do not belong to it (RFC 9110, 5.5). */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]([ -~]{0,253}[!-~])?$/)
  .meta({
    description: 'Your name for this request. Use a new one for each thing to create.',
    examples: ['order-1001'],
  });
