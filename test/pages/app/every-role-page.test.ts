import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import type { Membership } from '../../../src/domain/people/roles.js';
import { scopesOfMember } from '../../../src/domain/people/roles.js';
import { CONSOLE } from '../../../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../../../src/pages/app/dashboard/routes.js';
import { mayOpen, scopeOfPage } from '../../../src/pages/app/shell/application.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { goThrough } from './app-window.js';
import { haveBadNight } from './night-shift.js';
import { openShop, PASSWORD, signInFrom } from './shop-window.js';

const ROLES = {
  merchant: ['owner', 'finance', 'developer', 'viewer'],
  operator: ['manager', 'approver', 'viewer'],
} as const;
const EVERY_ROLE = (['merchant', 'operator'] as const).flatMap((kind) =>
  ROLES[kind].map((role) => [kind, role] as const),
);
const FORBIDDEN = 'Your role does not allow this';

const bare = (path: string): string => path.replace(/\/$/, '');

let api: TestApi;
let browser: TestBrowser;
/** Values for path parameters, by parameter name. */
let ids: Readonly<Record<string, string>>;

async function addPerson(kind: 'merchant' | 'operator', role: string): Promise<Membership> {
  const owner =
    kind === 'merchant'
      ? { merchantId: ids['merchantId'] ?? '' }
      : { operatorId: (await insertOperator(api.db, { name: role })).operatorId };
  const membership = { kind, role, ...owner } as Membership;
  const email = `${role}@${kind}.example`;
  await insertMember(api.db, { membership, email, name: 'Ann', password: PASSWORD });
  return membership;
}

describeWith('chromium', 'every page for every role', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    const shop = await openShop(api);
    const { runId } = await haveBadNight(api);
    const { operatorId } = await insertOperator(api.db, { name: 'Day shift' });
    ids = { ...shop, operatorId, runId: String(runId), chainCode: 'BSC' };
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it.each(EVERY_ROLE)(
    '%s: a %s opens what the role allows, makes no refused request, and is linked to nothing else',
    async (kind, role) => {
      const application = kind === 'merchant' ? DASHBOARD : CONSOLE;
      const scopes: readonly string[] = scopesOfMember(await addPerson(kind, role));
      const window = goThrough(await browser.open(), application.basePath);
      const { page } = window;
      await signInFrom(page, { api, email: `${role}@${kind}.example`, kind });
      const answers: number[] = [];
      page.on('response', (response) => answers.push(response.status()));
      await page.goto(`${api.baseUrl}${application.basePath}`);
      await window.goTo('');
      const links = await page.locator('nav[aria-label="Pages"] a').all();
      const led = await Promise.all(links.map((link) => link.getAttribute('href')));
      const places = application.navigation
        .flatMap((group) => group.places)
        .filter(({ scope }) => scope === null || scopes.includes(scope));
      expect(led.map((href) => bare(href ?? ''))).toEqual(
        places.map(({ to }) => bare(`${application.basePath}${to}`)),
      );
      const found: string[] = [];
      for (const entry of application.pages) {
        const { path, isOpen } = entry;
        if (isOpen === true) continue;
        answers.length = 0;
        await window.goTo(bare(path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? 'none')));
        const scope = scopeOfPage(application, entry);
        const isTold = (await page.getByText(FORBIDDEN).count()) > 0;
        if (isTold === (scope === null || scopes.includes(scope))) found.push(`${path}: told ${isTold}`);
        const wrong = answers.filter((status) => status >= 400);
        if (wrong.length > 0) found.push(`${path}: ${wrong.join(' ')}`);
        const within = await page.evaluate<readonly string[]>(
          `[...document.querySelectorAll('#main a[href^="${application.basePath}"]')].map(({ pathname }) => pathname)`,
        );
        for (const pathname of within) {
          const to = bare(pathname.slice(application.basePath.length)) || '/';
          if (!mayOpen(application, to, scopes)) found.push(`${path}: leads to ${to}`);
        }
      }
      expect(found).toEqual([]);
      await window.context.close();
    },
  );
});
