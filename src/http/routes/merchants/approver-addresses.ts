import { z } from 'zod';
import { parseAddress, toChecksumAddress } from '../../../chain/keys/address.js';
import { hashApproval, recoverApprover } from '../../../chain/keys/approval-signature.js';
import { registerApproverAddress, removeApproverAddress } from '../../../db/merchants/approver-orders.js';
import { findOperator } from '../../../db/people/operators.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import { APPROVAL_SECONDS, APPROVAL_SECONDS_MAX } from '../../../domain/withdrawals/approval-message.js';
import {
  registrationMessage,
  type RegistrationMessage,
} from '../../../domain/withdrawals/approver-registration.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, operators } from '../../requests/caller.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf, paidAddress } from '../../requests/schemas.js';
import {
  approverAddressSchema,
  registrationMessageSchema,
  showApproverAddress,
} from '../../views/approvers.js';

/** The last second of the year 9999, in seconds since 1970. */
const SECONDS_MAX = 253_402_300_799;

const access = operators('withdrawals:approve');
const addressInPath = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });

async function messageOf(
  deps: AppDeps,
  { operatorId, address, validUntil }: { operatorId: string; address: string; validUntil: number },
): Promise<RegistrationMessage> {
  const operator = await findOperator(deps.db, operatorId);
  assert(operator !== undefined, 'an operator with a key exists');
  const approver = toChecksumAddress(address);
  return registrationMessage({ operatorId, operatorName: operator.name, approver, validUntil });
}

function invalidRegistration(path: 'signature' | 'validUntil', message: string): QuittanceError {
  return new QuittanceError('invalid_signature', `${path}: ${message}`, { details: [{ path, message }] });
}

/**
 * Requires a signature of the hash by the key of the address, or by the contract at the address on the named chain
 * (ERC-1271).
 */
async function requireOwnAddress(
  deps: AppDeps,
  signed: { address: string; chainCode: string | null; signature: string; hash: string },
): Promise<void> {
  const { address, chainCode, signature, hash } = signed;
  if (chainCode === null) {
    if ((await recoverApprover(hash, signature)) === address) return;
    throw invalidRegistration(
      'signature',
      'is not a signature of the registration message by the key of the address; for a contract wallet, give chainCode',
    );
  }
  const chain = deps.chains.get(chainCode);
  if (chain === undefined)
    throw new QuittanceError('unsupported_asset', `There is no chain ${chainCode} in CHAINS_FILE.`);
  if (await deps.contractApprovers.accepts(chain, { contract: address, hash, signature })) return;
  throw invalidRegistration(
    'signature',
    `is not accepted by a contract at the address on ${chainCode}, or its RPCs do not agree; check that they answer`,
  );
}

/** GET /admin/v1/approver-addresses/{address}/registration-message */
export const getRegistrationMessageRoute = readRoute({
  path: '/admin/v1/approver-addresses/:address/registration-message',
  summary: 'Read what registers an approver address',
  description:
    'EIP-712 typed data for `eth_signTypedData_v4`. It states that the address signs approvals for you. `validUntil` is 24 hours from now, in seconds since 1970.',
  access,
  reply: dataOf(registrationMessageSchema),
  params: z.strictObject({ address: addressInPath }),
  async read(deps, { params, caller: { operatorId } }) {
    const address = params.address.toLowerCase();
    const validUntil = Math.floor(deps.now() / 1_000) + APPROVAL_SECONDS;
    return dataReply(await messageOf(deps, { operatorId, address, validUntil }));
  },
});

/** POST /admin/v1/approver-addresses */
export const registerApproverAddressRoute = createRoute({
  path: '/admin/v1/approver-addresses',
  summary: 'Register your approver address',
  description:
    'Sign the registration message with the key of the address, and give the signature. For a contract wallet (ERC-1271, such as a Safe), give its chain too. The contract there verifies the signature. The address is shown as yours after `POLICY_DELAY`, or when a second operator confirms it. The signing worker trusts only `SIGNER_APPROVERS`.',
  access,
  needsConfirmation: true,
  reply: dataOf(approverAddressSchema),
  errors: ['invalid_address', 'invalid_signature', 'invalid_state', 'unsupported_asset'],
  body: z.strictObject({
    address: paidAddress,
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){0,1024}$/, 'expected 0x and at most 1024 bytes in hex')
      .meta({ examples: [`0x${'a1'.repeat(65)}`] }),
    validUntil: z
      .int()
      .min(1)
      .max(SECONDS_MAX)
      .meta({ description: 'The `validUntil` of the message that was signed.', examples: [1_767_484_800] }),
    chainCode: z
      .string()
      .meta({ description: 'Only for a contract wallet: the chain that it is on.', examples: ['base'] })
      .optional(),
  }),
  async prepare(deps, { body, caller }) {
    const { operatorId } = caller;
    const address = parseAddress(body.address, 'address');
    const aheadSeconds = body.validUntil - deps.now() / 1_000;
    if (aheadSeconds <= 0) throw invalidRegistration('validUntil', 'has passed: sign a new message');
    if (aheadSeconds > APPROVAL_SECONDS_MAX)
      throw invalidRegistration('validUntil', 'expected a moment within 7 days');
    const signature = body.signature.toLowerCase();
    const { validUntil, chainCode = null } = body;
    const message = await messageOf(deps, { operatorId, address, validUntil });
    await requireOwnAddress(deps, { address, chainCode, signature, hash: hashApproval(message) });
    return { caller, registered: { operatorId, address, signature, validUntil, chainCode } };
  },
  async create(deps, trx, { caller, registered }) {
    const order = { ...policyOrder(deps, caller), ...registered };
    return dataReply(showApproverAddress(await registerApproverAddress(trx, order)));
  },
});

/** DELETE /admin/v1/operators/{operatorId}/approver-addresses/{address} */
export const removeApproverAddressRoute = orderRoute({
  method: 'delete',
  path: '/admin/v1/operators/:operatorId/approver-addresses/:address',
  summary: "Remove an operator's approver address",
  description:
    'It is removed at once. Also remove it from `SIGNER_APPROVERS`. Until then, its signatures still count.',
  access: operators('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(approverAddressSchema),
  params: z.strictObject({
    operatorId: idOf('opr'),
    address: addressInPath,
  }),
  async order(deps, trx, { params: { operatorId, address }, caller }) {
    const order = {
      operatorId,
      address: address.toLowerCase(),
      actor: auditActor(caller),
      nowMs: deps.now(),
    };
    return dataReply(showApproverAddress(await removeApproverAddress(trx, order)));
  },
});
