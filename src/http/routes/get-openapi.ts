import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { PUBLIC } from '../caller.js';
import { describeApi } from '../openapi/describe-api.js';
import { readRoute, type NamedRoute, type Route } from '../route.js';

const documentSchema = z
  .looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) })
  .meta({ id: 'OpenApiDocument', description: 'https://spec.openapis.org/oas/v3.1.1' });

/** GET /openapi.json: the reference of all `routes`, of this one too. */
export function getOpenApiRoute(routes: () => readonly NamedRoute[]): Route {
  let described: Promise<z.output<typeof documentSchema>> | undefined;
  return readRoute({
    path: '/openapi.json',
    summary: 'This document',
    description: 'OpenAPI 3.1. [/docs](/docs) shows it.',
    access: PUBLIC,
    reply: documentSchema,
    read({ publicBaseUrl }) {
      const { version } = manifest;
      described ??= Promise.resolve({ ...describeApi(routes(), { publicBaseUrl, version }) });
      return described;
    },
  });
}
