import type { SealedPlace } from '../core/secret-box.js';

/**
 * Returns the column and row that a secret of an endpoint is sealed for. A rotation seals the old secret again, for its
 * new column. So an old secret that a thief has moved back can't be opened. A secret of an earlier version can be
 * opened in any place: it only signs, and is never shown.
 */
export function secretPlaceOf(
  endpointId: string,
  column: 'secret_encrypted' | 'previous_secret_encrypted',
): SealedPlace {
  return { table: 'webhook_endpoints', column, row: [endpointId], takesUnbound: () => true };
}
