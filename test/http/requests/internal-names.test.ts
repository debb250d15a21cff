import { Resolver } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../../src/config.js';
import type { WebhookConfig } from '../../../src/config/webhook-config.js';
import { createResolveHost } from '../../../src/webhooks/resolve-host.js';
import { createAttempts } from '../../helpers/facts/attempts.js';
import { insertDelivery, insertEndpoint } from '../../helpers/facts/deliveries.js';
import { TEST_XPUB, testDepositAddress } from '../../helpers/facts/test-xpub.js';
import { startDnsServer, type DnsAnswer, type DnsServer } from '../../webhooks/dns-server.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

const INSIDE = ['vault.shop.example', 'mixed.shop.example', 'local6.shop.example', 'cloud.shop.example'];
const ANSWERS_INSIDE: Readonly<Record<string, DnsAnswer>> = {
  'vault.shop.example': ['10.20.30.40'],
  'mixed.shop.example': ['8.8.8.8', '192.168.7.7'],
  'local6.shop.example': ['fd12:3456::9'],
  'cloud.shop.example': ['169.254.169.254'],
  'shop.example': ['8.8.8.8'],
};
/** Whole addresses: a time may end in `10.20`, and a signature may have `fd12` in it. */
const ADDRESS = /10\.20\.30\.40|192\.168\.7\.7|fd12:3456|169\.254\.169\.254|8\.8\.8\.8/;
const PATH = '/web/v1/webhook-endpoints';

/** The DNS servers of the service's own network, and of the internet. */
let inside: DnsServer;
let outside: DnsServer;

beforeAll(async () => {
  inside = await startDnsServer((name) => ANSWERS_INSIDE[name] ?? 'unknown');
  outside = await startDnsServer((name) => (name === 'shop.example' ? ['8.8.8.8'] : 'unknown'));
});
afterAll(() => Promise.all([inside[Symbol.asyncDispose](), outside[Symbol.asyncDispose]()]));

const startApiWith = (dns: DnsServer): Promise<TestApi> =>
  startApi({ rateLimits: { '*': null }, resolveWebhookHost: createResolveHost([dns.address]) });

/** Registers the host. @returns the answer to the merchant, without the parts that differ in every answer. */
async function told(api: TestApi, key: string, host: string): Promise<string> {
  const json = { url: `https://${host}/hooks`, events: ['invoice.paid'] };
  const { status, text } = await api.ask('POST', PATH, { key, json });
  const body = text
    .replaceAll(host, 'HOST')
    .replaceAll(/"(requestId|id|secret|createdAt)":"[^"]*"/g, '"$1":""');
  return `${status} ${body}`;
}

describe('the answer to a merchant about an internal host name', () => {
  it('is the same for each of them, and contains no address', async () => {
    const api = await startApiWith(inside);
    const { key } = await api.addMerchant();
    const answers = await Promise.all(
      [...INSIDE, '10.20.30.40', 'vault.internal', 'db'].map((host) => told(api, key, host)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^422 .*"url_not_allowed"/);
    expect(answers.join('\n') + api.logLines().join('\n')).not.toMatch(ADDRESS);
    expect(inside.asked).toEqual(expect.arrayContaining(INSIDE));
    expect(inside.asked).not.toContain('vault.internal');
    await api.close();
  });

  it('is the same as for names that do not exist, when public servers are asked', async () => {
    const api = await startApiWith(outside);
    const { key } = await api.addMerchant();
    const answers = await Promise.all(
      [...INSIDE, 'nothing.shop.example'].map((host) => told(api, key, host)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 .*HOST does not resolve/);
    expect(await told(api, key, 'shop.example')).toMatch(/^201 .*"warning":null/);
    await api.close();
  });

  it.each([
    ['inside', 'url_not_allowed'],
    ['outside', 'dns'],
  ])(
    'in an attempt is the same for each of them, and contains no address, when those %s are asked',
    async (which, told) => {
      const api = await startApi({ rateLimits: { '*': null }, depositAddress: testDepositAddress });
      const { db } = api;
      const { key, merchantId } = await api.addMerchant();
      const resolve = createResolveHost([(which === 'inside' ? inside : outside).address]);
      const attempts = createAttempts({
        db,
        now: Date.now,
        policy: { allowHttp: false, allowCidrs: [] },
        resolve,
      });
      const records: string[] = [];
      for (const host of INSIDE) {
        const endpoint = await insertEndpoint(db, { merchantId, port: 1 });
        await db('webhook_endpoints')
          .where({ endpoint_id: endpoint.endpointId })
          .update({ url: `https://${host}/hooks` });
        const deliveryId = await insertDelivery(db, endpoint);
        await attempts.attempt(deliveryId, null);
        const { text } = await api.ask('GET', `/web/v1/webhook-deliveries/${deliveryId}`, { key });
        expect(text).not.toMatch(ADDRESS);
        const { data } = JSON.parse(text) as { data: { attempts: object[] } };
        records.push(
          JSON.stringify({ ...data.attempts[0], startedAt: '', durationMs: 0, requestHeaders: {} }),
        );
        await db('webhook_endpoints')
          .where({ endpoint_id: endpoint.endpointId })
          .update({ status: 'disabled' });
      }
      expect(new Set(records).size).toBe(1);
      expect(records[0]).toContain(`"errorClass":"${told}"`);
      await api.close();
    },
  );
});

describe('WEBHOOK_DNS_SERVERS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-dns-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function read(servers: string): WebhookConfig {
    const chainsFile = path.join(folder, 'chains.json');
    const chain = { chainCode: 'local', chainId: 31337, name: 'Local', rpcUrls: ['http://127.0.0.1:8545'] };
    const more = {
      singleRpc: true,
      confirmations: 3,
      nativeToken: { symbol: 'ETH', enabled: true },
      tokens: [],
    };
    writeFileSync(chainsFile, JSON.stringify({ chains: [{ ...chain, ...more }] }));
    const env = {
      DATABASE_URL: 'postgres://u@127.0.0.1:5432/q',
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
      CHAINS_FILE: chainsFile,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      WORKER_ROLES: 'webhooks',
      DEPOSIT_XPUB: TEST_XPUB,
      WEBHOOK_DNS_SERVERS: servers,
    };
    return loadConfig(env, { for: 'worker' }).webhooks;
  }

  it('accepts the same addresses as Node', () => {
    const { dnsServers } = read('9.9.9.9, 1.1.1.1:5353,2620:fe::fe,[2620:fe::9]:53');
    expect(dnsServers).toEqual(['9.9.9.9', '1.1.1.1:5353', '2620:fe::fe', '[2620:fe::9]:53']);
    expect(() => new Resolver().setServers(dnsServers)).not.toThrow();
    expect(read('').dnsServers).toEqual([]);
  });

  it.each([
    'dns.example',
    '1.1.1.1:0',
    '1.1.1.1:65536',
    '1.1.1.1:',
    '[1.1.1.1]:53',
    '[::1',
    'fe80::1%eth0',
    ',',
  ])('refuses %s, which could make Node end the process', (servers) => {
    expect(() => read(servers)).toThrow(ConfigError);
  });
});
