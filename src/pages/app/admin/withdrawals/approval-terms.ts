import type { Schemas } from '../../../../client/client.js';
import { differencesOf, endsInTime, typed } from '../typed-message.js';
import type { Reviewed } from './withdrawal-words.js';

type Message = Schemas['ApprovalMessage'];

/**
 * A message that is valid for fewer seconds than this is read anew before somebody signs it, because others may have to
 * sign too before the withdrawal is sent. A new message is valid for twice as long.
 */
const SECONDS_LEAST = 12 * 60 * 60;

/** Builds the message that a wallet signs for a withdrawal (EIP-712), only from values that the page shows. */
function termsOf(shown: Reviewed, validUntil: number): Message {
  return {
    domain: { name: 'Quittance', version: '1', chainId: shown.review.chainId ?? 0 },
    types: {
      EIP712Domain: [...typed('string', 'name', 'version'), ...typed('uint256', 'chainId')],
      WithdrawalApproval: [
        ...typed('string', 'withdrawalId', 'merchantId', 'chainCode', 'token'),
        ...typed('uint256', 'amountAtomic'),
        ...typed('address', 'recipient'),
        ...typed('string', 'kind'),
        ...typed('uint256', 'validUntil'),
      ],
    },
    primaryType: 'WithdrawalApproval',
    message: {
      withdrawalId: shown.withdrawalId,
      merchantId: shown.review.merchant.merchantId,
      chainCode: shown.chainCode,
      token: shown.tokenSymbol,
      amountAtomic: shown.amountAtomic,
      recipient: shown.address,
      kind: shown.kind,
      validUntil,
    },
  };
}

/** The page's names for the fields. A message must not have any other field. */
const NAMES: Readonly<Record<string, string>> = {
  'domain.chainId': 'network',
  'message.withdrawalId': 'withdrawal',
  'message.merchantId': 'merchant',
  'message.chainCode': 'network',
  'message.token': 'asset',
  'message.amountAtomic': 'amount',
  'message.recipient': 'recipient',
  'message.kind': 'kind',
  'message.validUntil': 'time until which it holds',
};

/** The message to sign, and the fields in which the API's message differs from it. If any differs, nothing may be signed. */
export interface Terms {
  readonly message: Message;
  readonly differences: readonly string[];
}

/** Compares each field of the message that the API gives with what the page shows. */
export function compareTerms(given: Message, shown: Reviewed, nowMs: number): Terms {
  const { validUntil } = given.message;
  const message = termsOf(shown, validUntil);
  const differences = differencesOf(given, message, { names: NAMES, address: 'message.recipient' });
  return {
    message,
    differences: endsInTime(validUntil, nowMs)
      ? differences
      : [...differences, NAMES['message.validUntil'] ?? ''],
  };
}

/** Says whether a message has to be read anew before somebody signs it. */
export function isOld({ message: { validUntil } }: Message, nowMs: number): boolean {
  return validUntil < nowMs / 1_000 + SECONDS_LEAST;
}
