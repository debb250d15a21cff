import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { templateOf } from '../../../src/http/openapi/describe-api.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { apiDocument, validatorAt } from '../../helpers/api/watch-replies.js';

/** The fields of a JSON Schema that are read to find its parts. */
interface Part {
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
}
type Shape = Readonly<Record<string, z.ZodType>>;
type Steps = readonly (string | number)[];

const ASTRAL = '\u{1f600}';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Wrong values that a client may send. */
const ANYTHING: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -0,
    1,
    -1,
    1.5,
    60,
    604_800,
    1e21,
    Number.MAX_SAFE_INTEGER + 1,
    [],
    [null],
    {},
    { a: 1 },
  ],
  ...[
    '',
    ' ',
    'x',
    ' x ',
    'x\n',
    'x\r\n',
    '\tx',
    'a\0b',
    '\u007f',
    '\u0085',
    '\u2028',
    '\ufeffx',
    'ﬀ',
    ASTRAL,
  ],
  ...[
    'null',
    'true',
    '0',
    '00',
    '01',
    '-0',
    '+1',
    '1.',
    '.5',
    '1.50',
    '1e3',
    '0x10',
    '١',
    '1_000',
    '1,5',
    '½',
  ],
  ...[
    '9'.repeat(18),
    '9'.repeat(19),
    '9'.repeat(78),
    '9'.repeat(79),
    `0.${'1'.repeat(78)}`,
    `0.${'1'.repeat(79)}`,
  ],
  ...['USD', 'usd', 'XAU', 'BTC', 'invoices:read', 'invoice.paid', 'accept', 'refund', 'approved', 'revoked'],
  ...[
    'key_01jc8z4n6q0v3w9x2y5r7t1k8m',
    'key_01JC8Z4N6Q0V3W9X2Y5R7T1K8M',
    'key_',
    'inv_01jc8z4n6q0v3w9x2y5r7t1k8m\n',
  ],
  ...[
    'https://shop.example',
    'http://shop.example',
    'HTTPS://shop.example',
    'https:shop.example',
    'https://',
  ],
  ...[
    'https://a@b.example',
    'https://b.example/a@b',
    'https://b.example?q',
    'https://b.example#f',
    'https://[::1]/',
  ],
  ...[
    'https://[',
    'https://b.example:99999',
    'https://b.example:65535',
    'https://b.example:65536',
    'https://b.example:443',
    'http://localhost:80',
    'https://[::::]/',
    'https://b.example:x',
    'https://%zz/',
    'https://a b/',
    'https://a/\\',
  ],
  ...[
    'https://bücher.example',
    'https://xn--a/',
    'https://a%00b/',
    'https://1.2.3.256/',
    'javascript:alert(1)',
  ],
  ...[
    '2026-01-31T12:00:00Z',
    '2026-01-31t12:00:00z',
    '2026-01-31T12:00Z',
    '2026-01-31',
    '2026-01-31 12:00:00Z',
  ],
  ...['2026-02-29T00:00:00Z', '2024-02-29T00:00:00Z', '2026-01-31T24:00:00Z', '2026-12-31T23:59:60Z'],
  ...[
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+14:00',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00-00:00',
  ],
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59.999Z',
  ],
  ...['9999-12-31T23:59:59-01:00', '+010000-01-01T00:00:00Z', '2026-01-31T12:00:00.123456789Z'],
  ...[ADDRESS, ADDRESS.toLowerCase(), 'vitalik.eth', '203.0.113.7', '203.0.113.0/24', '203.0.113.0/33'],
  ...[
    '203.0.113.0/024',
    '203.0.113.07',
    '::',
    '::/0',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '2001:db8::/129',
    '1.2.3',
  ],
];

/** Makes strings around a bound, in characters of one and of two UTF-16 units, and numbers and lists around it. */
function atBounds({ maxLength, minimum, maximum, maxItems }: Part): readonly unknown[] {
  const texts = maxLength === undefined ? [] : [maxLength, maxLength + 1];
  const counts = maxItems === undefined ? [] : [maxItems, maxItems + 1];
  return [
    ...texts.flatMap((length) => ['x'.repeat(length), ASTRAL.repeat(length)]),
    ...texts.map((length) => `https://a.example/${'x'.repeat(length - 18)}`),
    ...[minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])),
    ...counts.map((length) => Array.from({ length }, () => 'x')),
  ];
}

/** Hosts that URLs can't have. No pattern can describe their encoding, or texts that only look like an IPv4 address. */
const UNSAYABLE: readonly unknown[] = ['https://xn--a/', 'https://1.2.3.256/', 'https://[::::]/'];

const schemas = (apiDocument.components?.schemas ?? {}) as Readonly<Record<string, Part>>;

/** Returns every path in a schema, with the schema at that path. */
function placesOf(part: Part, steps: Steps = []): readonly { readonly steps: Steps; readonly part: Part }[] {
  const named = part.$ref?.replace('#/components/schemas/', '');
  if (named !== undefined) return placesOf(schemas[named] ?? {}, steps);
  return [
    { steps, part },
    ...Object.entries(part.properties ?? {}).flatMap(([name, below]) => placesOf(below, [...steps, name])),
    ...(typeof part.additionalProperties === 'object'
      ? placesOf(part.additionalProperties, [...steps, 'default'])
      : []),
    ...(part.items === undefined ? [] : placesOf(part.items, [...steps, 0])),
    ...[...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap((one) => placesOf(one, steps)),
  ];
}

/** Returns the value with another one at a path. Missing parts of the path are created. */
function withAt(value: unknown, [step, ...more]: Steps, put: unknown): unknown {
  if (step === undefined) return put;
  if (typeof step === 'number') return [withAt((value as readonly unknown[] | undefined)?.[step], more, put)];
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields, [step]: withAt((fields as Record<string, unknown>)[step], more, put) };
}

const bodies = ROUTES.flatMap(({ method, path, body }) => {
  if (body === null) return [];
  const item = apiDocument.paths?.[templateOf(path)] as Record<string, oas31.OperationObject>;
  const { requestBody } = item[method] as { requestBody: oas31.RequestBodyObject };
  const { content } = requestBody;
  const { schema, example } = content['application/json'] as { schema: Part; example: unknown };
  const steps = ['paths', templateOf(path), method, 'requestBody', 'content', 'application/json', 'schema'];
  return [{ name: `${method} ${path}`, body, schema, example, validator: validatorAt(...steps) }];
});

const parameters = ROUTES.flatMap(({ method, path, query, params }) => {
  const item = apiDocument.paths?.[templateOf(path)] as Record<string, oas31.OperationObject>;
  return (item[method]?.parameters ?? []).flatMap((described, at) => {
    const { name, in: where, schema } = described as oas31.ParameterObject & { schema: Part };
    const shapes = { query: query?.shape, path: params?.shape } as Record<string, Shape | undefined>;
    const field = shapes[where]?.[name];
    if (field === undefined || name === 'limit') return [];
    const validator = validatorAt('paths', templateOf(path), method, 'parameters', String(at), 'schema');
    return [{ name: `${method} ${path} ${where} ${name}`, field, schema, validator }];
  });
});

describe('a request', () => {
  it.each(bodies)('is accepted by the code exactly when the document allows it: $name', (route) => {
    const { body, schema, example, validator } = route;
    expect(validator(example) && body.safeParse(example).success).toBe(true);
    const differing: unknown[] = [];
    for (const { steps, part } of placesOf(schema)) {
      for (const put of [...ANYTHING, ...atBounds(part)]) {
        const sent = JSON.parse(JSON.stringify(withAt(example, steps, put))) as unknown;
        const allowed = validator(sent);
        const taken = body.safeParse(sent).success;
        if (allowed !== taken && !UNSAYABLE.includes(put))
          differing.push([steps.join('.'), put, { allowed, taken }]);
      }
    }
    expect(differing).toEqual([]);
  });

  it('has parameters that are accepted exactly when the document allows them', () => {
    const differing: unknown[] = [];
    for (const { name, field, schema, validator } of parameters) {
      const texts = [...ANYTHING, ...atBounds(schema)].filter((value) => typeof value === 'string');
      for (const sent of texts) {
        const [allowed, taken] = [validator(sent), field.safeParse(sent).success];
        if (allowed !== taken) differing.push([name, sent, { allowed, taken }]);
      }
    }
    expect(differing).toEqual([]);
  });
});
