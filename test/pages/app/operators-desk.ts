import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { PASSWORD } from './shop-window.js';

export const APPROVER = 'night@ops.example';
export const MANAGER = 'day@ops.example';
export const VIEWER = 'books@ops.example';
export const DAY_MS = 86_400_000;
/** The recipients of the merchant's withdrawals. */
export const RECIPIENT = `0x${'ab'.repeat(20)}`;

/** An installation with an operator of each role, and a merchant who has 5,000 USDC to withdraw. */
export interface OperatorsDesk {
  readonly api: TestApi;
  readonly browser: TestBrowser;
  readonly approverId: string;
  /** The merchant's API key. */
  readonly key: string;
  /** Asks for a withdrawal. @returns its id. */
  readonly request: (amountCrypto: string) => Promise<string>;
  readonly statusOf: (withdrawalId: string) => Promise<string>;
  /** Opens a page of the console, and signs in there. */
  readonly signIn: (window: TestWindow, path: string, email?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openDesk(): Promise<OperatorsDesk> {
  const [api, browser] = await Promise.all([
    startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS }),
    startChromium(),
  ]);
  await noteChainRead(api.db);
  const add = async (email: string, role: 'approver' | 'manager' | 'viewer'): Promise<string> => {
    const { operatorId } = await insertOperator(api.db, { name: role });
    const membership = { kind: 'operator', operatorId, role } as const;
    await insertMember(api.db, { membership, email, name: 'Ann', password: PASSWORD });
    return operatorId;
  };
  const approverId = await add(APPROVER, 'approver');
  await add(MANAGER, 'manager');
  await add(VIEWER, 'viewer');
  const { merchantId, key } = await api.addMerchant();
  await api.credit(merchantId, 5_000_000_000n);
  return {
    api,
    browser,
    approverId,
    key,
    request: async (amountCrypto) => {
      const json = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto, address: RECIPIENT };
      return (await api.ask('POST', '/v1/withdrawals', { key, json })).body.data.withdrawalId;
    },
    statusOf: async (withdrawalId) =>
      (await api.ask('GET', `/v1/withdrawals/${withdrawalId}`, { key })).body.data.status,
    signIn: async ({ page }, path, email = APPROVER) => {
      await page.goto(`${api.baseUrl}/admin${path}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      // The sign-in has a heading too. A user who leaves it now is not signed in.
      await page.locator('#main h1').waitFor();
    },
    close: async () => {
      await browser.close();
      await api.close();
    },
  };
}
