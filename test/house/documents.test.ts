import { describe, expect, it } from '@jest/globals';
import { CHAINS_FILE_KEYS } from '../../src/config/chains-file.js';
import { ERROR_CODES } from '../../src/domain/core/errors.js';
import { INVOICE_STATUSES } from '../../src/domain/invoices/invoice-state.js';
import { RATE_LIMIT_GROUPS, RATE_LIMITS } from '../../src/domain/merchants/rate-limits.js';
import { WITHDRAWAL_STATUSES } from '../../src/domain/withdrawals/withdrawal-state.js';
import { WAIT_CODES } from '../../src/domain/withdrawals/withdrawal-waits.js';
import { templateOf } from '../../src/http/openapi/describe-api.js';
import { codesOf } from '../../src/http/openapi/refusals.js';
import { scopesTaken } from '../../src/http/requests/caller.js';
import { ROUTES } from '../../src/http/routes/index.js';
import { listFiles, readText } from './source-files.js';

/** Returns the rows of a document's table whose first column has this title. Cells come without marks and padding. */
function tableOf(file: string, title: string): readonly (readonly string[])[] {
  const [table] = tablesOf(file, title);
  if (table === undefined) throw new Error(`${file} has no table of ${title}`);
  return table;
}

/** Returns all tables of a document whose first column has this title. */
function tablesOf(file: string, title: string): readonly (readonly (readonly string[])[])[] {
  const lines = readText(file).split('\n');
  const isHead = new RegExp(`^\\| ${title} +\\|`);
  return lines.flatMap((line, at) => (isHead.test(line) ? [rowsBelow(lines, at)] : []));
}

function rowsBelow(lines: readonly string[], head: number): readonly (readonly string[])[] {
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll(/^`|`$|\\/g, '')),
  );
}

/** Returns the anchors of a page's headings, as links name them: lower case, hyphens for spaces, no other signs. */
function anchorsOf(page: string): readonly string[] {
  const text = readText(page).replaceAll(/^```.*?^```/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Returns the file that a link on a page leads to. */
const fileOf = (page: string, target: string): string =>
  new URL(target, `file:///${page}`).pathname.slice(1).replace(/\/$/, '');

const pages = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
];

describe('the documents', () => {
  it('list every endpoint with its scope, and no other (docs/api.md)', () => {
    const documented = tablesOf('docs/api.md', 'endpoint')
      .flat()
      .map(([endpoint, scope]) => `${endpoint} ${scope}`);
    const whose = { public: 'anybody', merchant: 'any key', operator: 'any operator' } as const;
    const real = ROUTES.map(
      ({ method, path, access }) =>
        `${method.toUpperCase()} ${templateOf(path)} ${scopesTaken(access).join(' or ') || (access.isOfSession === true ? 'a session' : whose[access.kind])}`,
    );
    expect([...documented].sort()).toEqual([...real].sort());
  });

  it('list every error code with its status and the remedy, and no other (docs/errors.md)', () => {
    const documented = tableOf('docs/errors.md', 'code').map(([code, status]) => [code, Number(status)]);
    expect(documented).toEqual(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]));
    expect(tableOf('docs/errors.md', 'code').filter(([, , meaning, advice]) => !meaning || !advice)).toEqual(
      [],
    );
  });

  it('list only error codes that some endpoint can return', () => {
    const given = new Set(ROUTES.flatMap((route) => codesOf(route)));
    const unused = Object.keys(ERROR_CODES).filter((code) => !given.has(code as never));
    expect(unused).toEqual(['method_not_allowed']);
  });

  it('list every rate limit, and no other (docs/limits.md)', () => {
    const inWords = { 60_000: 'minute', 3_600_000: 'hour' } as const;
    const documented = tableOf('docs/limits.md', 'group').map(([group, limit, window]) => [
      group,
      limit,
      window,
    ]);
    expect(documented).toEqual(
      RATE_LIMIT_GROUPS.map((group) => [
        group,
        String(RATE_LIMITS[group].limit),
        inWords[RATE_LIMITS[group].windowMs],
      ]),
    );
  });

  it('list every metric of ours with its alert, and no other (docs/operating.md)', () => {
    const documented = tableOf('docs/operating.md', 'metric').map(([metric = '']) => metric);
    const named = listFiles('src/http').flatMap((file) =>
      [...readText(file).matchAll(/^ +name: '(\w+)',$/gm)].map(([, name = '']) => name),
    );
    const real = named.filter((name) => name.startsWith('quittance_'));
    expect(real.length).toBeGreaterThan(0);
    expect(documented.filter((name) => name.startsWith('quittance_')).sort()).toEqual(real.sort());
  });

  it('list every key of CHAINS_FILE, and no other (docs/chains/README.md)', () => {
    const page = 'docs/chains/README.md';
    const nameOf = ([key = '']: readonly string[]): string => key;
    expect(tableOf(page, 'key of a chain').map(nameOf)).toEqual(CHAINS_FILE_KEYS.chain);
    const coins = tableOf(page, 'key of a coin');
    const of = (whose: string): string[] =>
      coins.filter(([, owners = '']) => owners.includes(whose)).map(nameOf);
    expect(of('nativeToken')).toEqual(CHAINS_FILE_KEYS.nativeToken);
    expect(of('tokens')).toEqual(CHAINS_FILE_KEYS.token);
  });

  it('list everything that a withdrawal may wait for, and no other (docs/operating.md)', () => {
    const documented = tableOf('docs/operating.md', 'code').map(([code]) => code);
    expect([...documented].sort()).toEqual([...WAIT_CODES].sort());
  });

  it.each([
    ['docs/accept-a-payment.md', INVOICE_STATUSES],
    ['docs/withdraw.md', WITHDRAWAL_STATUSES],
  ] as const)('%s lists every status', (file, statuses) => {
    expect(tableOf(file, 'status').map(([status]) => status)).toEqual([...statuses]);
  });

  it('link to files that exist', () => {
    const files = new Set(listFiles().flatMap((file) => [file, file.replace(/\/[^/]*$/, '')]));
    const broken = pages.flatMap((page) =>
      [...readText(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, target = '']) =>
        files.has(fileOf(page, target)) ? [] : [`${page}: ${target}`],
      ),
    );
    expect(broken).toEqual([]);
  });

  it('link to headings that exist', () => {
    const broken = pages.flatMap((page) =>
      [...readText(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(
        ([, target = '', anchor = '']) => {
          const linked = target === '' ? page : fileOf(page, target);
          return anchorsOf(linked).includes(anchor) ? [] : [`${page}: ${target}#${anchor}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  it('name where to report a vulnerability: the private form of the repository in package.json (SECURITY.md)', () => {
    const { repository } = JSON.parse(readText('package.json')) as { repository: { url: string } };
    const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
    expect(readText('SECURITY.md')).toContain(`(${page}/security/advisories/new)`);
  });

  it('contain no command that leaves a file in the checkout', () => {
    const written = listFiles()
      .filter((file) => file.endsWith('.md'))
      .flatMap((page) =>
        [...readText(page).matchAll(/^ *```(?:sh|bash)\n(.*?)^ *```/gms)].flatMap(([, block = '']) =>
          [
            ...block.matchAll(/(?:\s>|keystore create|npm pack(?: --pack-destination)?) +(\S+)|npm pack$/gm),
          ].map(([, file = '']) => [page, file]),
        ),
      );
    expect(written.length).toBeGreaterThan(2);
    // What begins like this lies elsewhere, or is ignored by Git.
    expect(written.filter(([, file]) => !/^(~|\/|"?\$|\.quittance)/.test(file ?? ''))).toEqual([]);
  });

  it('are all linked from the README', () => {
    const linked = [...readText('README.md').matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target);
    expect(pages.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([]);
  });
});
