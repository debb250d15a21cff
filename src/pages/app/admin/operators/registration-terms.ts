import type { Schemas } from '../../../../client/client.js';
import { differencesOf, endsInTime, typed } from '../typed-message.js';

type Message = Schemas['ApproverRegistration'];

/** Whose address is registered: the operator of the session, and the account of the wallet. */
export interface Registering {
  readonly operatorId: string;
  readonly operatorName: string;
  readonly approver: string;
}

const NAMES: Readonly<Record<string, string>> = {
  'message.operatorId': 'operator',
  'message.operatorName': 'name',
  'message.approver': 'address',
  'message.validUntil': 'time until which it holds',
};

/** Builds the message that a wallet signs for a registration (EIP-712), only from values that the page knows. */
function termsOf(registering: Registering, validUntil: number): Message {
  return {
    domain: { name: 'Quittance', version: '1' },
    types: {
      EIP712Domain: typed('string', 'name', 'version'),
      ApproverRegistration: [
        ...typed('string', 'operatorId', 'operatorName'),
        ...typed('address', 'approver'),
        ...typed('uint256', 'validUntil'),
      ],
    },
    primaryType: 'ApproverRegistration',
    message: { ...registering, validUntil },
  };
}

/** Compares each field of the message that the API gives with what the page knows. If any differs, nothing may be signed. */
export function compareRegistration(
  given: Message,
  registering: Registering,
  nowMs: number,
): { readonly message: Message; readonly differences: readonly string[] } {
  const { validUntil } = given.message;
  const message = termsOf(registering, validUntil);
  const differences = differencesOf(given, message, { names: NAMES, address: 'message.approver' });
  const isInTime = endsInTime(validUntil, nowMs);
  return { message, differences: isInTime ? differences : [...differences, 'time until which it holds'] };
}
