import { WORKER_ROLES } from '../../src/domain/core/worker-roles.js';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import path from 'node:path';
import { parse } from 'yaml';
import { depositXpubOf, generateMnemonic } from '../../src/chain/keys/keys.js';
import { loadConfig } from '../../src/config.js';
import { PROCESS_GRANTS } from '../../src/db/core/process-grants.js';
import { VARIABLES } from '../../src/config/variables.js';
import { SEARCH_ATTRIBUTES } from '../../src/temporal/messages.js';
import { COMPOSE_SCHEMA } from './compose-schema.js';
import { readText } from './source-files.js';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly (string | object)[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, object>>;
  readonly volumes: Readonly<Record<string, object | null>>;
}

const source = readText('docker-compose.yml');
const compose = parse(source, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const dependencies = services.flatMap(([name, { depends_on: on = {} }]) =>
  Object.entries(on).map(([to, { condition }]) => ({ name, to, condition })),
);
/** Services that end when their work is done. */
const oneShots = new Set(
  dependencies.filter(({ condition }) => condition === 'service_completed_successfully').map(({ to }) => to),
);
const ours = services.filter(([, { build }]) => build !== undefined);
const userOf = (url: string): string | undefined => /^postgres:\/\/(\w+):/.exec(url)?.[1];
const namesOfExample = new Set(
  [...readText('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
);

/** What an operator has to write into `.env`. */
function filledEnv(): ReadonlyMap<string, string> {
  const words = generateMnemonic();
  const lines = [...readText('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return new Map([
    ...lines.map(([, name = '', value = '']): [string, string] => [
      name,
      name.endsWith('PASSWORD') ? 'a1b2' : value,
    ]),
    ['SECRETS_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['DEPOSIT_XPUB', depositXpubOf(words)],
    ['SIGNER_MNEMONIC', words],
    ['SIGNER_APPROVALS', 'unsigned'],
    ['SIGNER_LIMITS', 'unlimited'],
  ]);
}

/** Puts values in as Docker Compose does. Throws where a value is asked for and not there. */
function interpolate(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_whole, name: string, sign: string | undefined, rest: string | undefined) => {
      const value = values.get(name) ?? '';
      if (value === '' && sign === '?') throw new Error(`${name}: ${rest ?? ''}`);
      return value === '' ? (rest ?? '') : value;
    },
  );
}

describe('docker-compose.yml', () => {
  it('is valid under the Compose Specification', () => {
    const validate = new Ajv({ allErrors: true, strictTuples: false, allowUnionTypes: true }).compile(
      COMPOSE_SCHEMA,
    );
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('pins every image to one version', () => {
    const foreign = services.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    const bases = [...readText('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(bases).not.toEqual([]);
    expect(
      [...foreign, ...bases].filter((image) => !/:\d+\.\d+(\.\d+)?(-[a-z0-9.-]+)?$/.test(image)),
    ).toEqual([]);
  });

  it('has a health check for every service that stays up', () => {
    const unasked = services.filter(
      ([name, { healthcheck }]) => !oneShots.has(name) && healthcheck === undefined,
    );
    expect(unasked.map(([name]) => name)).toEqual([]);
  });

  it('limits the size of the log of each service', () => {
    const endless = services.filter(
      ([, { logging }]) =>
        !('max-size' in (logging?.options ?? {}) && 'max-file' in (logging?.options ?? {})),
    );
    expect(endless.map(([name]) => name)).toEqual([]);
  });

  it('gives each of our processes the chains file', () => {
    const without = ours.filter(
      ([, { environment, volumes = [] }]) =>
        !volumes.some(
          (volume) =>
            typeof volume === 'object' && Object.values(volume).includes(environment?.['CHAINS_FILE']),
        ),
    );
    expect(ours.length).toBeGreaterThan(4);
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('keeps the record of signed payments in a volume', () => {
    const { environment, volumes = [] } = compose.services['worker-signer'] ?? {};
    const folder = path.posix.dirname(environment?.['SIGNER_MEMORY_FILE']?.replace(/^.*:-|\}$/g, '') ?? '');
    expect(volumes).toContain(`signer:${folder}`);
  });

  it('waits only for services that exist and have a health check', () => {
    const vain = dependencies.filter(({ to, condition }) =>
      condition === 'service_healthy'
        ? compose.services[to]?.healthcheck === undefined
        : compose.services[to] === undefined,
    );
    expect(vain).toEqual([]);
  });

  it('uses only configs and volumes that it declares', () => {
    const used = services.flatMap(([, { configs = [], volumes = [] }]) => [
      ...configs.map((config) => `config ${config.source}`),
      ...volumes.flatMap((volume) =>
        typeof volume === 'string' ? [`volume ${volume.split(':')[0] ?? ''}`] : [],
      ),
    ]);
    const declared = [
      ...Object.keys(compose.configs).map((name) => `config ${name}`),
      ...Object.keys(compose.volumes).map((name) => `volume ${name}`),
    ];
    expect([...new Set(used)].sort()).toEqual(declared.sort());
  });

  it('publishes every port on loopback only, none of them twice', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    const onHost = published.map((port) => port.split(':')[1]);
    expect(new Set(onHost).size).toBe(onHost.length);
  });

  it('runs two API processes and a worker for every role', () => {
    expect(ours.filter(([, { command }]) => command?.at(-1) === 'src/api.ts')).toHaveLength(2);
    const roles = ours.map(([, { environment }]) => environment?.['WORKER_ROLES']).filter((role) => role);
    expect(roles.sort()).toEqual([...WORKER_ROLES].sort());
  });

  it('gives the wallet keys only to the signing worker', () => {
    const holders = ours.filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => name.startsWith('SIGNER_')),
    );
    expect(holders.map(([, { environment }]) => environment?.['WORKER_ROLES'])).toEqual(['signer']);
  });

  it('gives the secrets key only to the API and to the worker that sends webhooks', () => {
    const holders = ours.filter(([, { environment = {} }]) => 'SECRETS_KEY' in environment);
    expect(holders.map(([name]) => name)).toEqual(['api-1', 'api-2', 'worker-webhooks']);
  });

  it('gives the command line the same addresses as the API, for the links that it prints', () => {
    const addressesOf = (name: string) => {
      const { PUBLIC_BASE_URL, ADMIN_BASE_URL } = compose.services[name]?.environment ?? {};
      return { PUBLIC_BASE_URL, ADMIN_BASE_URL };
    };
    expect(addressesOf('api-1').PUBLIC_BASE_URL).toBeDefined();
    expect(addressesOf('migrate')).toEqual(addressesOf('api-1'));
  });

  it('lets each process connect as its own role, and only migrate as the owner', () => {
    const users = ours.map(([name, { environment }]) => [name, userOf(environment?.['DATABASE_URL'] ?? '')]);
    expect(Object.fromEntries(users)).toEqual({
      'api-1': 'quittance_api',
      'api-2': 'quittance_api',
      'worker-core': 'quittance_core',
      'worker-chain': 'quittance_core',
      'worker-signer': 'quittance_signer',
      'worker-webhooks': 'quittance_webhooks',
      migrate: 'quittance',
    });
    const made = [...source.matchAll(/CREATE ROLE (\w+) LOGIN/g)].map(([, name]) => name);
    expect(made.sort()).toEqual(['quittance', ...Object.keys(PROCESS_GRANTS), 'temporal'].sort());
  });

  it('sets only variables that our programs read', () => {
    const set = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    expect([...set].filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  it('gives each process all that it needs, and nothing that it refuses', () => {
    const values = filledEnv();
    for (const [name, { command, environment = {} }] of ours) {
      const env = {
        ...Object.fromEntries(
          Object.entries(environment).map(([key, text]) => [key, interpolate(text, values)]),
        ),
        CHAINS_FILE: 'docs/chains/testnets.json',
      };
      const [program] = (command ?? []).filter((word) => word.endsWith('.ts'));
      const kinds = { 'src/api.ts': 'api', 'src/worker.ts': 'worker', 'src/cli/main.ts': 'cli' } as const;
      const kind = kinds[program as keyof typeof kinds];
      expect([name, kind]).toEqual([name, expect.any(String)]);
      // The overloads want one kind each.
      if (kind === 'api') loadConfig(env, { for: kind });
      else if (kind === 'worker') loadConfig(env, { for: kind });
      else loadConfig(env, { for: kind });
    }
  });

  it('asks for every secret before it starts anything', () => {
    const values = filledEnv();
    const needed = [
      'SECRETS_KEY',
      'DEPOSIT_XPUB',
      ...[...values.keys()].filter((name) => name.endsWith('PASSWORD')),
    ];
    expect(needed.length).toBeGreaterThan(7);
    for (const name of needed)
      expect(() => interpolate(source, new Map([...values, [name, '']]))).toThrow(`${name}: `);
  });

  it('passes on every setting, except network settings, settings for parts that it does not embed, and settings of merchants', () => {
    const passed = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    expect(
      Object.keys(VARIABLES).filter((name) => !passed.has(name) && !name.startsWith('TEMPORAL_TLS')),
    ).toEqual([
      ...[
        'HOST',
        'ADMIN_PORT',
        'METRICS_HOST',
        'POSTGRES_PORT',
        'TEMPORAL_PORT',
        'TEMPORAL_UI_PORT',
        'CHAIN_PORT',
      ],
      ...[
        'TEMPORAL_NAMESPACE',
        'TEMPORAL_API_KEY',
        'QUITTANCE_URL',
        'QUITTANCE_KEY',
        'DATA_DIR',
        'LOCAL_MODE',
      ],
    ]);
  });

  it('lets each process listen on all addresses of its container: none has another address, or is in local mode', () => {
    const narrowed = ours.flatMap(([name, { environment = {} }]) =>
      ['LOCAL_MODE', 'HOST', 'METRICS_HOST'].flatMap((one) => (one in environment ? `${name} ${one}` : [])),
    );
    expect(narrowed).toEqual([]);
  });

  it('registers every search attribute', () => {
    const command = compose.services['temporal-namespace']?.command?.at(-1) ?? '';
    // The command takes as many names as there are types, and leaves out the others without a word.
    const registered = [...command.matchAll(/--name (\w+) --type Keyword\b/g)].map(([, name]) => name);
    expect(registered.sort()).toEqual(
      Object.values(SEARCH_ATTRIBUTES)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('the image', () => {
  it('is made of what .dockerignore lets through, and that lets through nothing else', () => {
    const copied = [...readText('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    const [all, ...admitted] = readText('.dockerignore').trim().split('\n');
    expect(all).toBe('*');
    expect(admitted.map((line) => line.replace(/^!/, '')).sort()).toEqual(copied.sort());
  });

  it('has each program that a service runs, compiled', () => {
    const run = ours.map(([, { command }]) => command?.find((word) => word.endsWith('.ts')));
    const [, programs = ''] = /for program in ([^;]+);/.exec(readText('Dockerfile')) ?? [];
    const compiled = programs.split(' ').map((program) => `src/${program}.ts`);
    expect([...new Set(run)].sort()).toEqual(compiled.sort());
  });
});

describe('.env.example', () => {
  it('has every variable that docker-compose.yml takes from it', () => {
    const taken = new Set([...source.matchAll(/(?<!\$)\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name));
    expect([...taken].filter((name) => !namesOfExample.has(name))).toEqual([]);
  });

  it('has every variable that our programs read, except the mark that local mode sets itself', () => {
    expect(Object.keys(VARIABLES).filter((name) => !namesOfExample.has(name))).toEqual(['LOCAL_MODE']);
  });

  it('says of each variable whether docker-compose.yml takes it', () => {
    const [, ...sections] = readText('.env.example').split(/^# ---- /m);
    const namesIn = (isTaken: boolean): string[] =>
      sections
        .filter((section) => section.startsWith('Without docker compose: ') !== isTaken)
        .flatMap((section) => [...section.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name));
    const isTaken = (name: string): boolean => source.includes(`\${${name}`);
    expect(namesIn(true).filter((name) => !isTaken(name))).toEqual([]);
    expect(namesIn(false).filter(isTaken)).toEqual([]);
    expect(namesIn(false)).toContain('ADMIN_PORT');
  });

  it('has no other variable', () => {
    const known = (name: string): boolean => name in VARIABLES || source.includes(`\${${name}`);
    expect([...namesOfExample].filter((name) => !known(name))).toEqual([]);
  });
});
