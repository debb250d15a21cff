import { z } from 'zod';
import type { MerchantRole, OperatorRole } from '../../../domain/people/roles.js';
import { line } from '../../requests/schemas.js';

const merchantRoles = ['owner', 'finance', 'developer', 'viewer'] as const satisfies readonly MerchantRole[];
const operatorRoles = ['viewer', 'approver', 'manager'] as const satisfies readonly OperatorRole[];

export const merchantRole = z.enum(merchantRoles).meta({ examples: ['finance'] });
export const operatorRole = z.enum(operatorRoles).meta({ examples: ['viewer'] });
export const memberStatus = z.enum(['active', 'disabled']);

/** The email of a sign-in. No mail is sent to it, so only its form is checked. */
export const invitedEmail = line({ max: 320 })
  .regex(/^[^\s@]+@[^\s@]+$/, 'expected an email address')
  .meta({ examples: ['ann@shop.example'] });
