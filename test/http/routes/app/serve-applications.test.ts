import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const fetchPath = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`${api.baseUrl}${path}`, { method, redirect: 'manual', headers: { accept: 'text/html' } });

describe('the pages of merchants and operators', () => {
  it.each([
    ['/', '/dashboard'],
    ['/dashboard/', '/dashboard'],
    ['/admin/', '/admin'],
  ])('redirect a browser that opens %s to %s', async (from, to) => {
    const answer = await fetchPath(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  });

  it.each(['/dashboard', '/dashboard/invoices/inv_1', '/admin', '/admin/withdrawals'])(
    'show the sign-in at %s, without caching, framing, inline scripts or inline styles',
    async (path) => {
      const answer = await fetchPath(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-inline');
      const page = await answer.text();
      expect(page).toMatch(/<div id="root">.*<input type="password".*<button type="submit" disabled=""/s);
      expect(page).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son[a-z]+=/);
    },
  );

  it('load files with a hash in their names, which may be cached for ever and are compressed beforehand', async () => {
    const page = await (await fetchPath('/dashboard')).text();
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/app\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const file of files) {
      const answer = await fetch(`${api.baseUrl}${file}`, { headers: { 'accept-encoding': 'br' } });
      const [kept, packed] = ['cache-control', 'content-encoding'].map((name) => answer.headers.get(name));
      // A font file is compressed already.
      const isText = /\.(js|css)$/.test(file);
      expect([file, answer.status, kept, packed]).toEqual([
        ...[expect.stringMatching(/-[0-9A-Za-z]{8,}\.(js|css|woff2|svg)$/) as unknown, 200],
        ...['public, max-age=31536000, immutable', isText ? 'br' : null],
      ]);
    }
  });

  it('accept no other method, and give no access to the operator API', async () => {
    const posted = await fetchPath('/dashboard', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetchPath('/admin/v1/nothing')).status).toBe(404);
  });
});
