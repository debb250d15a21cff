/**
 * JSON Schema of the part of the Compose Specification (https://github.com/compose-spec/compose-spec) that
 * docker-compose.yml uses, after interpolation and merging. A key that is not here is refused: either it is misspelt,
 * or it has to be added here with its shape.
 */
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;
const duration = { type: 'string', pattern: '^([0-9]+(us|ms|s|m|h))+$' } as const;

const closed = (required: readonly string[], properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const namedObjects = (item: object): object => ({
  type: 'object',
  propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' },
  additionalProperties: item,
});

const dependency = closed(['condition'], {
  condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] },
});

const healthcheck = closed(['test', 'interval', 'timeout', 'retries'], {
  test: {
    type: 'array',
    minItems: 2,
    items: [{ enum: ['CMD', 'CMD-SHELL'] }],
    additionalItems: { type: 'string' },
  },
  interval: duration,
  timeout: duration,
  retries: { type: 'integer', minimum: 1 },
  start_period: duration,
});

const logging = closed(['driver', 'options'], { driver: text, options: namedObjects(text) });

const volume = {
  oneOf: [
    { type: 'string', pattern: '^[a-z0-9-]+:/[^:]+(:ro)?$' },
    closed(['type', 'source', 'target'], {
      type: { enum: ['bind'] },
      source: text,
      target: { type: 'string', pattern: '^/' },
      read_only: { type: 'boolean' },
      bind: closed([], { create_host_path: { type: 'boolean' } }),
    }),
  ],
};

const service = closed(['image'], {
  image: text,
  build: text,
  init: { type: 'boolean' },
  command: texts,
  restart: { type: 'string', pattern: '^(no|always|unless-stopped|on-failure(:[0-9]+)?)$' },
  stop_grace_period: duration,
  shm_size: { type: 'string', pattern: '^[0-9]+(kb|mb|gb)$' },
  // YAML would reformat a bare number or boolean. Quotes show exactly what the program gets.
  environment: { type: 'object', additionalProperties: { type: 'string' } },
  ports: { type: 'array', items: { type: 'string', pattern: '^([0-9.]+:)?[0-9]+:[0-9]+$' } },
  volumes: { type: 'array', items: volume },
  configs: {
    type: 'array',
    items: closed(['source', 'target'], { source: text, target: { type: 'string', pattern: '^/' } }),
  },
  depends_on: namedObjects(dependency),
  healthcheck,
  logging,
});

export const COMPOSE_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'services'],
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: namedObjects(service),
    configs: namedObjects(closed(['content'], { content: text })),
    volumes: namedObjects({ type: ['object', 'null'], additionalProperties: false }),
  },
  patternProperties: { '^x-': {} },
};
