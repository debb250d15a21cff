import type { SealedPlace } from '../core/secret-box.js';

/**
 * Returns the column and row that a secret of an endpoint is sealed for. A rotation seals the old secret again, for its
 * other column. So an old one that was moved back does not open. A secret of an earlier version opens anywhere: it signs,
 * and nobody is shown it.
 */
export function secretPlaceOf(
  endpointId: string,
  column: 'secret_encrypted' | 'previous_secret_encrypted',
): SealedPlace {
  return { table: 'webhook_endpoints', column, row: [endpointId], takesUnbound: () => true };
}
