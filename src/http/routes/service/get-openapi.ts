import { z } from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };
import { PUBLIC } from '../../requests/caller.js';
import { describeApi } from '../../openapi/describe-api.js';
import { readRoute, type NamedRoute, type Route } from '../../requests/route.js';

const documentSchema = z
  .looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) })
  .meta({ id: 'OpenApiDocument', description: 'https://spec.openapis.org/oas/v3.1.1' });

type ApiDocument = z.output<typeof documentSchema>;

let latest: { readonly publicBaseUrl: string; readonly document: ApiDocument } | undefined;

/**
 * Returns the OpenAPI document. It is built at the first request and then kept, because that blocks the process for
 * about 50 ms.
 */
export function apiDocumentOf(routes: readonly NamedRoute[], publicBaseUrl: string): ApiDocument {
  if (latest?.publicBaseUrl === publicBaseUrl) return latest.document;
  const document = { ...describeApi(routes, { publicBaseUrl, version: manifest.version }) };
  latest = { publicBaseUrl, document };
  return document;
}

/** GET /openapi.json: the reference of all `routes`, including this one. */
export function getOpenApiRoute(routes: () => readonly NamedRoute[]): Route {
  return readRoute({
    path: '/openapi.json',
    summary: 'This document',
    description: 'OpenAPI 3.1. [/docs](/docs) shows it.',
    access: PUBLIC,
    reply: documentSchema,
    read: ({ publicBaseUrl }) => Promise.resolve(apiDocumentOf(routes(), publicBaseUrl)),
  });
}
