import type { Schemas } from '../../../../client/client.js';
import type { StatusWords } from '../../parts/status.js';

/** Returns the health of an endpoint, in a word. */
export function endpointHealth({
  status,
  failingSince,
  lastSuccessAt,
}: Schemas['WebhookEndpoint']): StatusWords {
  if (status === 'disabled') return ['failed', 'Disabled'];
  if (failingSince !== null) return ['attention', 'Failing'];
  return lastSuccessAt === null ? ['waiting', 'Not used yet'] : ['done', 'Healthy'];
}
