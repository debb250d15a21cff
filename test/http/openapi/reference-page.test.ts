import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiDocument } from '../../helpers/api/watch-replies.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';
import { loadIcon, startChromium } from '../../pages/chromium.js';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

describe('GET /docs', () => {
  it('200: a page that loads every file from this host, under a policy without inline scripts and eval', async () => {
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

/** The paths of a group as Swagger UI writes them, one for each endpoint. */
function pathsOfTag(tag: string): string[] {
  return Object.entries(apiDocument.paths ?? {}).flatMap(([template, item]) =>
    Object.values(item as Readonly<Record<string, { readonly tags?: readonly string[] }>>)
      .filter(({ tags }) => tags?.includes(tag) === true)
      .map(() => template),
  );
}

describeWith('chromium', 'the page in a browser', () => {
  it('shows every endpoint, and the browser reports no error', async () => {
    const browser = await startChromium();
    try {
      const { page, complaints } = await browser.open();
      await page.goto(`${api.baseUrl}/docs`);
      await loadIcon(page);
      const shown = page.locator('.opblock-summary-path');
      for (const { name } of apiDocument.tags ?? []) {
        const group = page.locator('.opblock-tag', { has: page.getByText(name, { exact: true }) });
        const before = await shown.count();
        await group.click();
        const endpoints = pathsOfTag(name);
        await until(
          `each endpoint of ${name} stands on the page`,
          async () => (await shown.count()) === before + endpoints.length,
          { describe: () => shown.allTextContents() },
        );
        expect((await shown.allTextContents()).slice(0, endpoints.length).sort()).toEqual(endpoints.sort());
        await group.click();
        await until(`${name} is closed`, async () => (await shown.count()) === before);
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
