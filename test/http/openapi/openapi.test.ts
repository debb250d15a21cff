import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { oas31 } from 'zod-openapi';
import { ERROR_CODES } from '../../../src/domain/core/errors.js';
import { EVENT_TYPES } from '../../../src/domain/webhooks/events.js';
import { templateOf } from '../../../src/http/openapi/describe-api.js';
import { codesOf } from '../../../src/http/openapi/refusals.js';
import { apiDocumentOf } from '../../../src/http/routes/service/get-openapi.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { apiDocument, findBreach, validatorAt } from '../../helpers/api/watch-replies.js';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Step = string;
/** Returns every example of the document, with the path to its schema. */
function listExamples(): readonly { name: string; steps: readonly Step[]; value: unknown }[] {
  const found: { name: string; steps: readonly Step[]; value: unknown }[] = [];
  const visit = (value: unknown, steps: readonly Step[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const media = value as {
      schema?: unknown;
      example?: unknown;
      examples?: Record<string, { value: unknown }>;
    };
    if (media.schema !== undefined && steps.at(-2) === 'content') {
      const named = Object.entries(media.examples ?? {}).map(
        ([name, example]) => [name, example.value] as const,
      );
      const all = media.example === undefined ? named : [['example', media.example] as const, ...named];
      if (all.length === 0) throw new Error(`No example at ${steps.join(' ')}`);
      for (const [name, example] of all)
        found.push({ name: [...steps, name].join(' '), steps: [...steps, 'schema'], value: example });
    }
    for (const [step, below] of Object.entries(value)) visit(below, [...steps, step]);
  };
  visit({ paths: apiDocument.paths, webhooks: apiDocument.webhooks, components: apiDocument.components }, []);
  return found;
}

function operationOf(method: string, path: string): oas31.OperationObject {
  const item = apiDocument.paths?.[templateOf(path)] as Record<string, oas31.OperationObject> | undefined;
  const operation = item?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}

describe('GET /openapi.json', () => {
  it('200: the document, without authentication', async () => {
    const answer = await api.ask('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    const { openapi, paths } = answer.body as unknown as oas31.OpenAPIObject;
    expect(openapi).toBe('3.1.0');
    expect(paths).toEqual(JSON.parse(JSON.stringify(apiDocument.paths)));
  });
});

describe('the document', () => {
  it('is generated once', () => {
    const first = apiDocumentOf(ROUTES, 'https://pay.example.com');
    expect(apiDocumentOf(ROUTES, 'https://pay.example.com')).toBe(first);
    expect(apiDocumentOf(ROUTES, 'https://other.example.com')).not.toBe(first);
  });

  it('has every endpoint that Express routes, and no other', () => {
    const described = Object.entries(apiDocument.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(
      ROUTES.map(({ method, path }) => `${method} ${templateOf(path)}`).sort(),
    );
    const names = ROUTES.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names the parameters of each path', () => {
    for (const { method, path } of ROUTES) {
      const { parameters = [] } = operationOf(method, path);
      const named = (parameters as oas31.ParameterObject[])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect({ path, named }).toEqual({ path, named: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name) });
    }
  });

  it('has an example of every request, success and refusal, and each matches its schema', () => {
    const wrong = listExamples().flatMap(({ name, steps, value }) => {
      const validator = validatorAt(...steps);
      return validator(value) ? [] : [`${name}: ${JSON.stringify(validator.errors)}`];
    });
    expect(wrong).toEqual([]);
  });

  it('has examples that the API itself would accept', () => {
    const wrong = ROUTES.flatMap(({ method, path, body }) => {
      if (body === null) return [];
      const request = operationOf(method, path).requestBody as oas31.RequestBodyObject;
      const parsed = body.safeParse(request.content['application/json']?.example);
      return parsed.success ? [] : [`${method} ${path}: ${parsed.error.message}`];
    });
    expect(wrong).toEqual([]);
  });

  it('has every error code with an example, except that of other methods', () => {
    const shown = new Set(ROUTES.flatMap((route) => codesOf(route)));
    const elsewhere = ['method_not_allowed'];
    expect(Object.keys(ERROR_CODES).filter((code) => !shown.has(code as never))).toEqual(elsewhere);
  });

  it('describes every event, as a webhook', () => {
    expect(Object.keys(apiDocument.webhooks ?? {}).sort()).toEqual([...EVENT_TYPES].sort());
  });
});

describe('the comparison of answers with the document', () => {
  const answered = (status: number, data: object) => ({
    method: 'GET',
    path: '/healthz',
    status,
    headers: { 'x-request-id': 'req_1', 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(data),
  });
  const live = { ok: true, data: { status: 'live' } };

  it('accepts an answer that matches its description', () => {
    expect(findBreach(answered(200, live))).toBeNull();
  });

  it.each([
    ['a field that is not described', answered(200, { ...live, data: { status: 'live', more: 1 } })],
    ['a status that is not described', answered(201, live)],
    [
      'a code of another status',
      answered(400, { ok: false, error: { code: 'not_found', message: '', requestId: '' } }),
    ],
    ['no request id', { ...answered(200, live), headers: { 'content-type': 'application/json' } }],
  ])('catches %s', (_what, answer) => {
    expect(findBreach(answer)).not.toBeNull();
  });
});
