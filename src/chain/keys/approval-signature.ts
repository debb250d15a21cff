import type { Hex, TypedDataDefinition } from 'viem';
import { hashTypedData, recoverAddress } from 'viem/utils';
import { privateKeyToAccount } from 'viem/accounts';
import type { ApprovalMessage } from '../../domain/withdrawals/approval-message.js';
import type { RegistrationMessage } from '../../domain/withdrawals/approver-registration.js';

/** What an approver signs. */
type Signed = ApprovalMessage | RegistrationMessage;

/** The bytes of a signature by a key: r, s and v. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/;

/** Returns the hash that a signature of this message signs (EIP-712), in hex. */
export function hashApproval(message: Signed): string {
  return hashTypedData(message as unknown as TypedDataDefinition);
}

/**
 * Finds out whose key signed a hash.
 *
 * @param signature in lower-case hex with `0x`.
 * @returns the address in lower case. Null: no key can have made this signature, but a contract may accept it
 * (ERC-1271). Any other 65 bytes lead to some address, so the address alone proves nothing.
 */
export async function recoverApprover(hash: string, signature: string): Promise<string | null> {
  if (!KEY_SIGNATURE.test(signature)) return null;
  try {
    return (await recoverAddress({ hash: hash as Hex, signature: signature as Hex })).toLowerCase();
  } catch {
    return null; // no point of the curve
  }
}

/** Signs a message with a private key: 32 bytes in hex, with `0x`. Returns 65 bytes in lower-case hex. */
export async function signApproval(message: Signed, privateKey: string): Promise<string> {
  const account = privateKeyToAccount(privateKey as Hex);
  return account.sign({ hash: hashApproval(message) as Hex });
}
