import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { ERROR_CODES, type ErrorCode } from '../../domain/core/errors.js';
import { scopesTaken, type Access, type Caller } from '../requests/caller.js';
import { idempotencyKey } from '../requests/idempotency-key.js';
import type { NamedRoute } from '../requests/route.js';
import { UNREADABLE, type Unreadable } from '../requests/unreadable-requests.js';
import { describeEvents } from './describe-events.js';
import { exampleOf, type ExampledSchema } from './example-of.js';
import { HEADERS, headersOf, isCounted } from './headers.js';
import { INTRODUCTION } from './introduction.js';
import { anyErrorCode, codesOf, exampleOfRefusal, refusalOf } from './refusals.js';
import { findTag, TAGS } from './tags.js';

const JSON_TYPE = 'application/json';
/** A refusal with more codes than this is described at its endpoint, not as a shared component. */
const NAMED_CODES_MAX = 2;

/** Returns a path such as `/v1/invoices/:invoiceId` in OpenAPI's form, `/v1/invoices/{invoiceId}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/**
 * Returns the OpenAPI 3.1 document of these endpoints (https://spec.openapis.org/oas/v3.1.1). It is made from the same
 * declarations that Express routes by, and from the same schemas that validate requests.
 *
 * @param options.publicBaseUrl without a trailing slash.
 */
export function describeApi(
  routes: readonly NamedRoute[],
  { publicBaseUrl, version }: { readonly publicBaseUrl: string; readonly version: string },
): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shared: SharedRefusals = new Map();
  for (const route of routes) {
    const path = templateOf(route.path);
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, { routes, shared }) };
  }
  const license = { name: 'MIT', identifier: 'MIT' };
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Quittance', version, description: INTRODUCTION, license },
      servers: [{ url: publicBaseUrl }],
      tags: [...TAGS],
      paths,
      webhooks: describeEvents(),
      components: {
        headers: HEADERS,
        securitySchemes: SECURITY_SCHEMES,
        schemas: { ErrorCode: anyErrorCode },
      },
    },
    // Zod cannot describe custom schemas. Their metadata says which values they accept.
    { allowEmptySchema: { custom: true } },
  );
  addExamples(document);
  return document;
}

const SECURITY_SCHEMES: Readonly<Record<string, oas31.SecuritySchemeObject>> = {
  merchantKey: { type: 'http', scheme: 'bearer', description: "A merchant's API key (`qk_…`)." },
  merchantKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in this header.',
  },
  merchantSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-quittance-merchant',
    description: 'The session of a member of a merchant. All but GET needs `X-CSRF-Token`.',
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-quittance-operator',
    description: 'The session of an operator. All but GET needs `X-CSRF-Token`.',
  },
  operatorKey: { type: 'http', scheme: 'bearer', description: "An operator's key (`qo_…`)." },
  operatorKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in this header.',
  },
};

function securityOf(access: Access<Caller>): oas31.SecurityRequirementObject[] {
  const { kind, isOfSession, isOfPeople } = access;
  if (kind === 'public') return [];
  const taken = scopesTaken(access);
  const ways = taken.length === 0 ? [[]] : taken.map((scope) => [scope]);
  const isOfPerson = isOfSession === true || isOfPeople === true;
  const schemes = isOfPerson ? [`${kind}Session`] : [`${kind}Key`, `${kind}KeyHeader`, `${kind}Session`];
  return ways.flatMap((scopes) => schemes.map((scheme) => ({ [scheme]: scopes })));
}

function describeRoute(
  route: NamedRoute,
  { routes, shared }: { readonly routes: readonly NamedRoute[]; readonly shared: SharedRefusals },
): ZodOpenApiOperationObject {
  const { params, query, body } = route;
  const codes = codesOf(route);
  const statuses = new Set(codes.map((code) => ERROR_CODES[code].status));
  return {
    operationId: route.operationId,
    tags: [findTag(route.path)],
    summary: route.summary,
    description: describeInWords(route),
    security: securityOf(route.access),
    requestParams: {
      ...(params === null ? {} : { path: params }),
      ...(query === null ? {} : { query }),
      ...(route.isIdempotent ? { header: z.object({ 'Idempotency-Key': idempotencyKey.optional() }) } : {}),
    },
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { [JSON_TYPE]: { schema: body } },
          },
        }),
    responses: {
      [`${route.status}`]: {
        description: 'Done.',
        headers: headersOf(route.status, route),
        content: { [route.mediaType]: { schema: route.reply } },
        links: linksOf(route, routes),
      },
      ...Object.fromEntries(
        [...statuses].map((status) => [
          `${status}`,
          describeRefusal(
            status,
            codes.filter((code) => ERROR_CODES[code].status === status),
            { route, shared },
          ),
        ]),
      ),
      ...REFUSALS_OF_SERVER,
    },
  };
}

function describeUnreadable({ refusal }: Unreadable): ZodOpenApiResponseObject {
  const { code, message } = refusal;
  const value = exampleOfRefusal(code, message);
  return {
    description: `\`${code}\`: ${message}`,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: { [JSON_TYPE]: { schema: refusalOf([code]), examples: { [code]: { value } } } },
  };
}

/** The server's answers to requests that reach no endpoint, by HTTP status. */
const REFUSALS_OF_SERVER = Object.fromEntries(
  Object.entries(UNREADABLE).map(([id, unreadable]) => [
    `${unreadable.status}`,
    { id, ...describeUnreadable(unreadable) },
  ]),
);

function describeInWords({ description, access, needsConfirmation, rateLimit }: NamedRoute): string {
  const scopes = scopesTaken(access);
  return [
    description,
    scopes.length === 0 ? null : `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    needsConfirmation ? 'A session needs a confirmation within 10 minutes.' : null,
    rateLimit === null ? null : `Counts in the rate limit \`${rateLimit}\`.`,
  ]
    .filter((text) => text !== null)
    .join('\n\n');
}

/** The refusals that several endpoints share, by name. Each is described once. */
type SharedRefusals = Map<string, ZodOpenApiResponseObject>;

function describeRefusal(
  status: number,
  codes: readonly ErrorCode[],
  { route, shared }: { readonly route: NamedRoute; readonly shared: SharedRefusals },
): ZodOpenApiResponseObject {
  const described: ZodOpenApiResponseObject = {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
    headers: headersOf(status, route),
    content: {
      [JSON_TYPE]: {
        schema: refusalOf(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOfRefusal(code) }])),
      },
    },
  };
  if (codes.length > NAMED_CODES_MAX && status !== 403) return described;
  const id = nameOf(codes) + (isCounted(route) ? '' : 'Uncounted');
  const one = shared.get(id) ?? { ...described, id };
  shared.set(id, one);
  return one;
}

function nameOf(codes: readonly ErrorCode[]): string {
  if (codes.includes('missing_scope'))
    return codes.includes('confirmation_needed') ? 'CallerRefusedOrUnconfirmed' : 'CallerRefused';
  const inPascalCase = (code: string): string =>
    code.replaceAll(/(?:^|_)(\w)/g, (_all, c: string) => c.toUpperCase());
  return codes.map(inPascalCase).join('Or');
}

/** Returns the links from a created object to the endpoints that take its id, in their path or their body. */
function linksOf(route: NamedRoute, routes: readonly NamedRoute[]): oas31.LinksObject {
  if (route.status !== 201 || !(route.reply instanceof z.ZodObject)) return {};
  const data: unknown = route.reply.shape['data'];
  if (!(data instanceof z.ZodObject)) return {};
  // The first field is the object's id. An invoice also has a public id.
  const ids = Object.keys(data.shape).filter((field, at) => at === 0 || field === 'publicId');
  const links: Record<string, oas31.LinkObject> = {};
  for (const { path, body, access, operationId } of routes) {
    const [param, ...more] = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    if (param === undefined) {
      const isForSameCaller = access.kind === route.access.kind;
      const named = fieldsOf(body).find((field) => ids.includes(field));
      if (named === undefined || !isForSameCaller) continue;
      links[operationId] = { operationId, requestBody: { [named]: `$response.body#/data/${named}` } };
    } else if (more.length === 0 && (ids.includes(param) || path.startsWith(`${route.path}/:`))) {
      const field = ids.includes(param) ? param : 'id';
      links[operationId] = { operationId, parameters: { [param]: `$response.body#/data/${field}` } };
    }
  }
  return links;
}

/** Returns the names of a body's fields, whether the body is optional or required. */
function fieldsOf(body: z.ZodType | null): readonly string[] {
  const given = body instanceof z.ZodPrefault ? body.unwrap() : body;
  return given instanceof z.ZodObject ? Object.keys(given.shape) : [];
}

/** The parts of an operation that have examples. */
interface Exampled {
  readonly requestBody?: ExampledBody;
  readonly responses?: Readonly<Record<string, ExampledBody>>;
}

interface ExampledBody {
  readonly content?: Readonly<
    Record<string, { readonly schema: ExampledSchema; readonly examples?: object; example?: unknown }>
  >;
}

/** Adds an example to each request and each success. The example is composed of the examples in the schema. */
function addExamples(document: oas31.OpenAPIObject): void {
  const components = (document.components?.schemas ?? {}) as Record<string, ExampledSchema>;
  const items = { ...document.paths, ...document.webhooks } as Record<string, Record<string, Exampled>>;
  const operations = Object.values(items).flatMap((item) => Object.values(item));
  for (const { requestBody, responses } of operations) {
    for (const { content } of [requestBody ?? {}, ...Object.values(responses ?? {})]) {
      const media = content?.[JSON_TYPE] ?? content?.['text/csv'];
      if (media === undefined || media.examples !== undefined) continue;
      media.example = exampleOf(media.schema, components);
    }
  }
}
