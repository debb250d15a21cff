import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { oas31 } from 'zod-openapi';
import { ERROR_CODES, type ErrorCode } from '../../../src/domain/core/errors.js';
import { describeApi, templateOf } from '../../../src/http/openapi/describe-api.js';
import { anyErrorCode, refusalOf } from '../../../src/http/openapi/refusals.js';
import type { NamedRoute } from '../../../src/http/requests/route.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { keptValue } from '../services/kept-value.js';

/** The OpenAPI document of the API. Generating it from all schemas takes a third of the load time of a test file. */
export const apiDocument = keptValue('api-document', () =>
  describeApi(ROUTES, { publicBaseUrl: 'https://pay.example.com', version: '0.0.0' }),
);

// Schemas are referenced, not copied: a shared schema is compiled once, instead of in each answer. Minifying the
// compiled code takes as long as compiling, and each file asks for few answers.
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
});
ajv.addSchema(apiDocument, 'api');

const validators = new Map<string, ValidateFunction>();
const anyRefusal = refusalOf(anyErrorCode.options);
const patterns = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** Returns the validator for the schema at this path of the document; each step is one key. */
export function validatorAt(...steps: readonly string[]): ValidateFunction {
  const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = validators.get(pointer);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `api#/${pointer}` });
  validators.set(pointer, made);
  return made;
}

/** Returns the path to the schema of an answer with this status; undefined if the document has none. */
function stepsTo(route: NamedRoute, status: string): readonly string[] | undefined {
  const item = apiDocument.paths?.[templateOf(route.path)];
  const described = item?.[route.method]?.responses?.[status] as
    oas31.ResponseObject | oas31.ReferenceObject | undefined;
  if (described === undefined) return undefined;
  const place =
    '$ref' in described
      ? described.$ref.slice(2).split('/')
      : ['paths', templateOf(route.path), route.method, 'responses', status];
  return [...place, 'content', 'application/json', 'schema'];
}

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: ReturnType<ServerResponse['getHeaders']>;
  readonly text: string;
}

/** Returns how an answer breaks the document; null if it does not. */
export function findBreach({ method, path, status, headers, text }: Answered): string | null {
  if (method === 'OPTIONS' || method === 'HEAD' || /^\/docs(\/|$)/.test(path)) return null;
  if (headers['x-request-id'] === undefined) return 'it has no X-Request-Id';
  const type = String(headers['content-type']);
  // The content of a CSV file is for its own tests.
  if (/\.csv$/.test(path) && status === 200)
    return type === 'text/csv; charset=utf-8' ? null : `its type is ${type}`;
  if (
    /^\/($|(pay|dashboard|admin(?!\/v1)|assets|quittance\.js)(\/|$))/.test(path) &&
    !type.startsWith('application/json')
  )
    return null;
  if (!type.startsWith('application/json')) return `its type is ${type}`;
  const body: unknown = JSON.parse(text);
  const found = patterns.find(
    ({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(path),
  );
  if (found === undefined) {
    const refusal = anyRefusal.safeParse(body);
    if (!refusal.success) return refusal.error.message;
    const code: ErrorCode = refusal.data.error.code;
    return ERROR_CODES[code].status === status ? null : `${code} goes with another status`;
  }
  const steps = stepsTo(found.route, `${status}`);
  if (steps === undefined) return 'the document has no such status';
  const validator = validatorAt(...steps);
  return validator(body) ? null : ajv.errorsText(validator.errors);
}

/** Compares every answer of a server with the document. */
export function watchReplies(): {
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Throws when an answer was not as the document describes it. */
  assertAsDescribed(): void;
} {
  const breaches: string[] = [];
  return {
    watch(request, response) {
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
      response.end = ((...args: unknown[]) => {
        const [chunk] = args;
        const text = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '';
        const answered = {
          method: request.method ?? '',
          path: request.url?.replace(/^https?:\/\/[^/]*/, '').split('?')[0] ?? '',
          status: response.statusCode,
          headers: response.getHeaders(),
          text,
        };
        const breach = findBreach(answered);
        const { method, path, status } = answered;
        if (breach !== null) breaches.push(`${method} ${path} answered ${status}: ${breach}\n${text}`);
        return end(...args);
      }) as ServerResponse['end'];
    },
    assertAsDescribed() {
      if (breaches.length > 0)
        throw new Error(`Answers that the document does not allow:\n${breaches.splice(0).join('\n')}`);
    },
  };
}
