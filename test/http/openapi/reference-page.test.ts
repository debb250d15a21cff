import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getService } from '../../helpers/services/services.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

describe('GET /docs', () => {
  it('200: a page whose every file comes from here, under a policy without inline scripts and eval', async () => {
    const page = await fetch(`${api.baseUrl}/docs`);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    const html = await page.text();
    expect(html).not.toMatch(/https?:\/\//);
    const files = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const answer = await fetch(`${api.baseUrl}${file ?? ''}`);
      expect({ file, status: answer.status }).toEqual({ file, status: 200 });
    }
  });

  it('405: POST', async () => {
    expect((await fetch(`${api.baseUrl}/docs`, { method: 'POST' })).status).toBe(405);
  });
});

describeWith('chromium', 'the page in a browser', () => {
  it('shows every endpoint, and the browser has nothing to complain of', async () => {
    const profile = mkdtempSync(path.join(tmpdir(), 'quittance-chromium-'));
    try {
      const { text, complaints } = await dumpPage(`${api.baseUrl}/docs`, profile);
      expect(complaints).toEqual([]);
      for (const shown of ['Create an invoice', '/v1/withdrawals', 'Is it alive?'])
        expect(text).toContain(shown);
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }, 90_000);
});

/** Returns the page's DOM after its scripts ran, and the errors and refusals of the console. */
async function dumpPage(url: string, profile: string): Promise<{ text: string; complaints: string[] }> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr', '--v=0'];
  const budget = ['--virtual-time-budget=20000', '--dump-dom', `--user-data-dir=${profile}`, url];
  const child = spawn(getService('chromium'), [...args, ...budget], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { text, complaints: log.split('\n').filter((line) => line.includes('CONSOLE')) };
}
