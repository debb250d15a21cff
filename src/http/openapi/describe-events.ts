import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { EVENT_TYPES } from '../../domain/webhooks/events.js';
import { envelopeOf, EVENT_MEANINGS } from '../views/events.js';

/** Returns the description of what we send to webhook endpoints: one entry for each event (OpenAPI 3.1, `webhooks`). */
export function describeEvents(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    EVENT_TYPES.map((event) => [
      event,
      {
        post: {
          operationId: event,
          tags: ['Webhooks'],
          summary: EVENT_MEANINGS[event],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: envelopeOf(event) } } },
          responses: { '2XX': { description: 'Any 2xx within 30 seconds acknowledges.' } },
        },
      },
    ]),
  );
}
