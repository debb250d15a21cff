import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { signAuditHead } from '../../activities/audit/sign-audit-head.js';
import { auditKeyOf } from '../../src/chain/keys/audit-key.js';
import { newId } from '../../src/db/core/new-id.js';
import { noteWallets } from '../../src/db/chains/chain-reports.js';
import { ensureWallet } from '../../src/db/wallets/wallets.js';
import { addressOf } from '../helpers/facts/facts.js';
import { insertMember } from '../../src/db/people/members.js';
import { insertOperator } from '../../src/db/people/operators.js';
import { startApi, type TestApi } from '../helpers/api/start-api.js';
import { startServices } from '../runner/services.js';
import { CONSOLE } from '../../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../../src/pages/app/dashboard/routes.js';
import { SECURITY_PLACE, type Application } from '../../src/pages/app/shell/application.js';
import { fillShop } from './app/full-shop.js';
import { haveBadNight } from './app/night-shift.js';
import { giveLongNames, openShop, PASSWORD, signInFrom, type Shop } from './app/shop-window.js';
import { startChromium, type TestBrowser } from './chromium.js';
import { giveSigningWallet } from './devices.js';

/** The owner of the pages, and their state. */
interface Scene {
  readonly name: string;
  readonly application: Application;
  readonly email: string;
  /** Values for path parameters, by parameter name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Default: no wallet in the browser. */
  readonly wallet?: PrivateKeyAccount;
}

/** The subjects of the pictures, and how they are taken. */
interface Pictures {
  readonly folder: string;
  readonly widths: readonly number[];
  readonly themes: readonly ('light' | 'dark')[];
  /** Whether a page of this name is among them. */
  readonly isWanted: (name: string) => boolean;
}

const idsOf = (shop: Shop): Record<string, string> => ({ ...shop });

async function addOperatorWithSignIn(
  api: TestApi,
  role: 'manager' | 'approver' | 'viewer',
  email = `${role}@ops.example`,
): Promise<string> {
  const { operatorId } = await insertOperator(api.db, { name: 'Night shift' });
  const membership = { kind: 'operator', operatorId, role } as const;
  await insertMember(api.db, { membership, email, name: 'Ann', password: PASSWORD });
  return operatorId;
}

/** The console of an installation in which nothing has happened yet. */
async function setQuietScene(api: TestApi): Promise<Scene> {
  await addOperatorWithSignIn(api, 'manager', 'quiet@ops.example');
  return { name: 'empty', application: CONSOLE, email: 'quiet@ops.example', ids: {} };
}

const DAY_MS = 86_400_000;

/** Heads of the last days. The newest one is younger than the last whole reconciliation. */
async function signHeads({ db }: TestApi): Promise<void> {
  const log = pino({ level: 'silent' });
  const nowMs = Date.now();
  for (const days of [3, 2, 1, 0])
    await signAuditHead({ db, log, now: () => nowMs - days * DAY_MS }, auditKeyOf(`0x${'11'.repeat(32)}`));
}

/** The hot wallet's money for withdrawals. */
async function fillWallet({ db }: TestApi): Promise<void> {
  const wallet = { chainCode: 'local', address: addressOf(0x4071) };
  await ensureWallet(db, wallet);
  const balance = { ...wallet, tokenSymbol: 'USDC', balanceAtomic: 18_400_250_000n };
  await noteWallets(db, { chainCode: 'local', wallets: [balance], nowMs: Date.now() });
}

/** An address that an operator has registered, and that does not count yet. */
async function addWaitingChange({ db }: TestApi, operatorId: string): Promise<void> {
  const address = addressOf(0xa9);
  const nowMs = Date.now();
  await db('policy_changes').insert({
    policy_change_id: newId('pol'),
    kind: 'approver_address',
    object_id: operatorId,
    part: address,
    change: JSON.stringify({ address }),
    requested_by_kind: 'operator',
    requested_by: operatorId,
    requested_at: new Date(nowMs - 60_000),
    holds_from: new Date(nowMs + DAY_MS),
  });
}

async function setScenes(api: TestApi): Promise<readonly Scene[]> {
  const full = await openShop(api, { email: 'full@shop.example', hasLongWords: false });
  await fillShop(api, full);
  const long = await openShop(api, { email: 'long@shop.example', hasLongWords: true });
  await giveLongNames(api, long);
  const { merchantId } = await api.addMerchant();
  await insertMember(api.db, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    email: 'empty@shop.example',
    name: 'Ada',
    password: PASSWORD,
  });
  await insertMember(api.db, {
    membership: { kind: 'merchant', merchantId: full.merchantId, role: 'viewer' },
    email: 'viewer@shop.example',
    name: 'Vic',
    password: PASSWORD,
  });
  const operatorId = await addOperatorWithSignIn(api, 'manager');
  await addOperatorWithSignIn(api, 'approver');
  await addOperatorWithSignIn(api, 'viewer');
  const { runId } = await haveBadNight(api);
  await fillWallet(api);
  await signHeads(api);
  await addWaitingChange(api, operatorId);
  const wallet = privateKeyToAccount(`0x${'5'.repeat(64)}`);
  const ofConsole = (shop: Shop) => ({ ...idsOf(shop), operatorId, runId: String(runId), chainCode: 'BSC' });
  return [
    { name: 'full', application: DASHBOARD, email: 'full@shop.example', ids: idsOf(full) },
    { name: 'long', application: DASHBOARD, email: 'long@shop.example', ids: idsOf(long) },
    { name: 'empty', application: DASHBOARD, email: 'empty@shop.example', ids: {} },
    { name: 'viewer', application: DASHBOARD, email: 'viewer@shop.example', ids: idsOf(full) },
    { name: 'manager', application: CONSOLE, email: 'manager@ops.example', ids: ofConsole(full) },
    { name: 'approver', application: CONSOLE, email: 'approver@ops.example', ids: ofConsole(full), wallet },
    { name: 'viewer', application: CONSOLE, email: 'viewer@ops.example', ids: ofConsole(full) },
    { name: 'long', application: CONSOLE, email: 'approver@ops.example', ids: ofConsole(long) },
  ];
}

/** The pages of an application whose paths name only objects of the scene. */
function pathsOf({ application, ids }: Scene): readonly (readonly [name: string, path: string])[] {
  return [...application.pages.map(({ path }) => path), SECURITY_PLACE.to].flatMap((template) => {
    const names = [...template.matchAll(/\$(\w+)/g)].map(([, name]) => name ?? '');
    if (!names.every((name) => ids[name] !== undefined)) return [];
    const name = template
      .replace(/^\//, '')
      .replaceAll(/\/?\$\w+/g, '-one')
      .replaceAll('/', '-');
    return [
      [name === '' ? 'overview' : name, template.replaceAll(/\$(\w+)/g, (_, id: string) => ids[id] ?? '')],
    ];
  });
}

async function takeScene(
  { api, browser, scene }: { readonly api: TestApi; readonly browser: TestBrowser; readonly scene: Scene },
  { folder, widths, themes, isWanted }: Pictures,
): Promise<void> {
  const { application, email } = scene;
  const wanted = pathsOf(scene).filter(([name]) => isWanted(`${scene.name}-${name}`));
  if (wanted.length === 0) return;
  for (const colorScheme of themes) {
    const window = await browser.open({ colorScheme, viewport: { width: 1440, height: 900 } });
    const { page, context } = window;
    if (scene.wallet !== undefined) await giveSigningWallet(window, scene.wallet);
    await signInFrom(page, { api, email, kind: application.kind });
    for (const [name, below] of wanted) {
      await page.goto(`${api.baseUrl}${application.basePath}${below}`);
      await page.locator('h1, .blank').first().waitFor();
      await page.waitForLoadState('networkidle');
      // Its quote is part of the picture.
      if (name === 'new') {
        await page.getByLabel('Amount').fill('25.00');
        await page.getByRole('region', { name: 'Quote' }).locator('data').first().waitFor();
      }
      await page.locator('.bone').first().waitFor({ state: 'detached' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const file = `${folder}/${application.basePath.slice(1)}-${scene.name}-${name}-${colorScheme}-${width}.png`;
        writeFileSync(file, await page.screenshot({ fullPage: true }));
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await context.close();
    console.log(`${folder}/${application.basePath.slice(1)}-${scene.name}-*-${colorScheme}-*.png`);
  }
}

/** Takes a picture of every page of both applications: full, with long words, and empty. The pages ask a real API. */
export async function takeAppPictures(pictures: Pictures): Promise<void> {
  const services = realpathSync(mkdtempSync(path.join(tmpdir(), 'quittance-pictures-')));
  // Started by root, PostgreSQL runs under another account.
  chmodSync(services, 0o711);
  mkdirSync(pictures.folder, { recursive: true });
  const started = await startServices({
    needs: {
      postgres: true,
      temporal: false,
      temporalCli: false,
      timeSkipping: false,
      programs: false,
      systemParts: ['chromium'],
    },
    dataDir: path.join(services, 'services'),
    search: { log: console.log, signal: new AbortController().signal },
  });
  Object.assign(process.env, started.env);
  try {
    const [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    try {
      await takeScene({ api, browser, scene: await setQuietScene(api) }, pictures);
      for (const scene of await setScenes(api)) await takeScene({ api, browser, scene }, pictures);
    } finally {
      await browser.close();
      await api.close();
    }
  } finally {
    await started.stop();
    rmSync(services, { recursive: true, force: true });
  }
}
