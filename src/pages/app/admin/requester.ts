import type { Schemas } from '../../../client/client.js';

/** Who asked for a change: the merchant or operator by name, or the account at the command line. */
export function requesterOf({
  requestedBy,
  requestedByName,
  requestedById,
}: Schemas['PolicyChange']): string {
  if (requestedBy === 'cli') return `${requestedById ?? 'Somebody'} at the command line`;
  return requestedByName ?? requestedById ?? (requestedBy === 'merchant' ? 'The merchant' : 'An operator');
}
