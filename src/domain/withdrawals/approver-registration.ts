/** The EIP-712 types. Each name is an entry, because wallets show the fields in this order. */
const REGISTRATION_TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
  ],
  ApproverRegistration: [
    { name: 'operatorId', type: 'string' },
    { name: 'operatorName', type: 'string' },
    { name: 'approver', type: 'address' },
    { name: 'validUntil', type: 'uint256' },
  ],
} as const;

/**
 * The message by which an approver's key names its operator: EIP-712 typed data, in the form that wallets take as JSON
 * (`eth_signTypedData_v4`). It belongs to no chain, because an operator approves on all of them.
 */
export interface RegistrationMessage {
  readonly domain: { readonly name: 'Quittance'; readonly version: '1' };
  readonly types: typeof REGISTRATION_TYPES;
  readonly primaryType: 'ApproverRegistration';
  readonly message: {
    readonly operatorId: string;
    readonly operatorName: string;
    readonly approver: string;
    /** Epoch seconds. */
    readonly validUntil: number;
  };
}

/** Returns the message that registers an address for an operator. @param message.validUntil epoch seconds. */
export function registrationMessage(message: RegistrationMessage['message']): RegistrationMessage {
  return {
    domain: { name: 'Quittance', version: '1' },
    types: REGISTRATION_TYPES,
    primaryType: 'ApproverRegistration',
    message,
  };
}
