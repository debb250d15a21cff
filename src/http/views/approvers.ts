import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { ApproverAddress } from '../../db/people/approver-addresses.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownAddress, shownMoment } from './fields.js';
import { iso } from './iso.js';

/** The schema of {@link showApproverAddress}'s answer. */
export const approverAddressSchema = z
  .strictObject({
    operatorId: idOf('opr'),
    address: shownAddress,
    status: z.enum(['waiting', 'in_force', 'removed']).meta({ examples: ['in_force'] }),
    policyChangeId: idOf('pol')
      .nullable()
      .meta({ description: 'The policy change that puts it in force. Null: it was in force at once.' }),
    chainCode: z
      .string()
      .nullable()
      .meta({
        description: 'The chain of a contract wallet (ERC-1271). Null: the address has a key.',
        examples: [null],
      }),
    registeredAt: shownMoment,
  })
  .meta({ id: 'ApproverAddress' });

export function showApproverAddress(registered: ApproverAddress): Shown<typeof approverAddressSchema> {
  const { operatorId, status, chainCode, policyChangeId } = registered;
  return {
    operatorId,
    address: toChecksumAddress(registered.address),
    status,
    policyChangeId,
    chainCode,
    registeredAt: iso(registered.registeredAtMs),
  };
}

const typeFields = z.array(z.strictObject({ name: z.string(), type: z.string() })).readonly();

/** EIP-712 typed data. */
export const registrationMessageSchema = z
  .strictObject({
    domain: z.strictObject({ name: z.literal('Quittance'), version: z.literal('1') }),
    types: z.strictObject({ EIP712Domain: typeFields, ApproverRegistration: typeFields }),
    primaryType: z.literal('ApproverRegistration'),
    message: z.strictObject({
      operatorId: idOf('opr'),
      operatorName: z.string().meta({ examples: ['Night shift'] }),
      approver: shownAddress,
      validUntil: z.int().meta({ description: 'In seconds since 1970.', examples: [1_767_484_800] }),
    }),
  })
  .meta({ id: 'ApproverRegistration' });
