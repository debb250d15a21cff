import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../../src/http/routes/index.js';
import type { NamedRoute } from '../../../src/http/requests/route.js';
import {
  killApis,
  launchApi,
  launchReadyApi,
  LONELY,
  type ApiProcess,
} from '../../helpers/api/launch-api.js';

afterEach(killApis);

const OPERATORS_LISTEN = 'answers operators on a port of their own';
const HEALTH = ['/healthz', '/readyz'];
/** The answers of the main port beside the routes. */
const PAGES = ['/docs', '/docs/page.js', '/pay/pay_none', '/pay/pay_none/receipt', '/quittance.js'];

const isOfOperators = ({ path }: NamedRoute): boolean => path.startsWith('/admin/v1/');
const ofOperators = ROUTES.filter(isOfOperators);
const ofOthers = ROUTES.filter((route) => !isOfOperators(route) && !HEALTH.includes(route.path));

interface Ports {
  readonly api: ApiProcess;
  readonly main: string;
  readonly admin: string;
}

async function launchTwo(env: Readonly<Record<string, string>> = {}): Promise<Ports> {
  const api = await launchReadyApi({ ...LONELY, ADMIN_PORT: '0', RATE_LIMITS: '{"*":null}', ...env });
  const urlOf = async (message: string): Promise<string> =>
    `http://127.0.0.1:${String(await api.port(message))}`;
  return { api, main: await urlOf('API listens'), admin: await urlOf(OPERATORS_LISTEN) };
}

interface Told {
  readonly asked: string;
  readonly status: number;
  readonly code: string | undefined;
}

async function ask(baseUrl: string, method: string, path: string, accept = '*/*'): Promise<Told> {
  const answer = await fetch(`${baseUrl}${path}`, { method, headers: { accept } });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { asked: `${method} ${path}`, status: answer.status, code: error?.code };
}

/** Asks for objects that don't exist, without a key. */
function askAll(baseUrl: string, routes: readonly NamedRoute[]): Promise<readonly Told[]> {
  return Promise.all(
    routes.map(({ method, path }) => ask(baseUrl, method.toUpperCase(), path.replaceAll(/:\w+/g, 'none'))),
  );
}

const allAre = (told: readonly Told[], status: number, code: string): void => {
  expect(told.length).toBeGreaterThan(0);
  expect(told).toEqual(told.map(({ asked }) => ({ asked, status, code })));
};

/** Returns the log line with this message. */
async function lineOf(api: ApiProcess, message: string): Promise<unknown> {
  await api.port(message);
  return JSON.parse(
    api
      .output()
      .split('\n')
      .find((line) => line.includes(message)) ?? '',
  );
}

describe('with a port for operators, the API', () => {
  it('answers operators there only, and on the main port as if their paths did not exist', async () => {
    const { main, admin } = await launchTwo();
    const forOperators = ROUTES.filter(({ access }) => access.kind === 'operator');
    expect(forOperators.filter((route) => !ofOperators.includes(route))).toEqual([]);
    // Signing in, and joining by a link, are open to everybody.
    const others = ofOperators.filter((route) => !forOperators.includes(route));
    expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      ...['post /admin/v1/join', 'post /admin/v1/join/read', 'post /admin/v1/session'],
    ]);
    allAre(await askAll(main, ofOperators), 404, 'not_found');
    allAre(await askAll(admin, forOperators), 401, 'unauthenticated');
    const notPossible = ofOperators.map(({ path }) => ({ path: path.replaceAll(/:\w+/g, 'none') }));
    const wrong = (baseUrl: string): Promise<readonly Told[]> =>
      Promise.all(notPossible.map(({ path }) => ask(baseUrl, 'OPTIONS', path)));
    allAre(await wrong(main), 404, 'not_found');
    allAre(await wrong(admin), 405, 'method_not_allowed');
  });

  it('gives the same answer for an unknown path and for an operator path on the main port', async () => {
    const { main } = await launchTwo();
    const [unknown, hidden] = await Promise.all(
      ['/nowhere', '/admin/v1/merchants'].map(async (path) => {
        const answer = await fetch(`${main}${path}`);
        const text = (await answer.text()).replaceAll(/req_[0-9a-f-]+/g, 'req');
        const names = [...answer.headers.keys()];
        return { text, names, status: answer.status };
      }),
    );
    expect(hidden).toEqual(unknown);
  });

  it('answers nobody else on the port of operators, but reports its health on both', async () => {
    const { main, admin } = await launchTwo();
    allAre(await askAll(admin, ofOthers), 404, 'not_found');
    const pages = PAGES.flatMap((path) =>
      ['*/*', 'text/html'].map((accept) => ask(admin, 'GET', path, accept)),
    );
    allAre(await Promise.all(pages), 404, 'not_found');
    const closed = ofOthers.filter(({ access }) => access.kind === 'merchant');
    allAre(await askAll(main, closed), 401, 'unauthenticated');
    for (const baseUrl of [main, admin]) {
      expect((await ask(baseUrl, 'GET', '/healthz')).status).toBe(200);
      expect(await ask(baseUrl, 'GET', '/readyz')).toMatchObject({ status: 503 });
    }
    const document = (await (await fetch(`${main}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/admin/')).length).toBeGreaterThan(
      10,
    );
  });

  it('counts the attempts of a client on both ports together', async () => {
    const { main, admin } = await launchTwo({ RATE_LIMITS: '{"failed authentication per IP":3}' });
    for (const [baseUrl, path] of [
      [main, '/v1/balances'],
      [admin, '/admin/v1/chains'],
      [main, '/v1/balances'],
    ] as const)
      expect(await ask(baseUrl, 'GET', path)).toMatchObject({ status: 401 });
    expect(await ask(admin, 'GET', '/admin/v1/chains')).toMatchObject({ status: 429 });
  });

  it('closes both ports when it is told to stop, with their idle connections', async () => {
    const { api, main, admin } = await launchTwo();
    const sockets = await Promise.all(
      [main, admin].map(async (baseUrl) => {
        const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
        socket.write('GET /healthz HTTP/1.1\r\nHost: api\r\n\r\n');
        await once(socket, 'data');
        return socket;
      }),
    );
    const closed = sockets.map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
    api.child.kill('SIGTERM');
    await Promise.all(closed);
    expect(await api.ended()).toEqual({ status: 0, signal: null });
    for (const baseUrl of [main, admin]) await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
  });

  it('does not start when that port is taken', async () => {
    const { admin } = await launchTwo();
    const refused = launchApi({ ...LONELY, ADMIN_PORT: new URL(admin).port });
    expect(await refused.ended()).toEqual({ status: 1, signal: null });
    expect(refused.output()).toMatch(/EADDRINUSE/);
  });
});

describe('the API listens', () => {
  const everywhere: unknown = expect.stringMatching(/^(::|0\.0\.0\.0)$/);

  it.each([
    ['on all addresses', {}, { api: everywhere, metrics: everywhere }],
    ['on loopback in local mode', { LOCAL_MODE: 'true' }, { api: '127.0.0.1', metrics: '127.0.0.1' }],
    ['where HOST says', { HOST: '127.0.0.1' }, { api: '127.0.0.1', metrics: everywhere }],
    [
      'with its metrics where METRICS_HOST says',
      { METRICS_HOST: '127.0.0.1' },
      { api: everywhere, metrics: '127.0.0.1' },
    ],
  ])('%s', async (_where, env, expected) => {
    const { api, main } = await launchTwo(env);
    expect(await lineOf(api, 'API listens')).toMatchObject({ address: expected.api });
    expect(await lineOf(api, OPERATORS_LISTEN)).toMatchObject({ address: expected.api });
    expect(await lineOf(api, 'serves metrics')).toMatchObject({ address: { address: expected.metrics } });
    expect((await fetch(`${main}/healthz`)).status).toBe(200);
    const metrics = await fetch(`http://127.0.0.1:${String(await api.port('serves metrics'))}/metrics`);
    expect(metrics.status).toBe(200);
    // Another address of the same machine: all of 127.0.0.0/8 is loopback.
    const other = main.replace('127.0.0.1', '127.0.0.2');
    if (expected.api === '127.0.0.1') await expect(fetch(`${other}/healthz`)).rejects.toThrow();
  });
});
