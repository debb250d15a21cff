import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TypedSearchAttributes } from '@temporalio/common';
import {
  deliveryStartOptions,
  followerStartOptions,
  invoiceStartOptions,
  reconciliationStartOptions,
  withdrawalStartOptions,
  type StartOptions,
} from '../../src/temporal/start-options.js';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOW_TYPES } from '../../src/temporal/messages.js';
import { testChain } from '../helpers/facts/facts.js';
import { startTestEngine, type TestEngine } from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';
import { readText } from '../house/source-files.js';

/** The filters that docs/operating.md lists, by the description of their result. */
const FILTERS = new Map(
  [...readText('docs/operating.md').matchAll(/^\| \[[^\]]+\]\[(\w+)\] +\| `(.+)` +\|$/gm)].map(
    ([, name = '', filter = '']) => [name, filter] as const,
  ),
);

const amount = { tokenSymbol: 'USDC', decimals: 6, amountAtomic: 1_000_000n, chainCode: 'local' };
const invoice = (targetId: string, merchantId: string, status: string) =>
  invoiceStartOptions({
    kind: 'invoice',
    targetId,
    merchantId,
    status,
    expiresAtMs: 0,
    isNew: true,
    ...amount,
  });
const withdrawal = (
  about: { id: string; ofMerchant: string; refundOf?: string },
  status: 'pending_approval' | 'approved',
) =>
  withdrawalStartOptions({
    kind: 'withdrawal',
    targetId: about.id,
    merchantId: about.ofMerchant,
    status,
    ...amount,
    address: `0x${'c0'.repeat(20)}`,
    invoiceId: about.refundOf ?? null,
  });
const delivery = (
  about: { id: string; ofMerchant: string; invoiceId?: string; withdrawalId?: string },
  status: string,
) =>
  deliveryStartOptions(
    {
      kind: 'delivery',
      targetId: about.id,
      merchantId: about.ofMerchant,
      status,
      attemptCount: 0,
      endpointId: 'we_1',
      host: 'shop.example',
      eventType: 'invoice.paid',
      invoiceId: about.invoiceId ?? null,
      withdrawalId: about.withdrawalId ?? null,
      isHealthy: true,
      isSentAgain: false,
      isNew: true,
    },
    { maxAttempts: 5 },
  );

/** Gives a run the status that its workflow would show later. */
function showing<Input>(options: StartOptions<Input>, status: string): StartOptions<Input> {
  const others = options.typedSearchAttributes as TypedSearchAttributes;
  return {
    ...options,
    typedSearchAttributes: others.updateCopy([{ key: SEARCH_ATTRIBUTES.businessStatus, value: status }]),
  };
}

const sweep = (workflowId: string, status: string): StartOptions<never> =>
  ({
    workflowId,
    taskQueue: TASK_QUEUES.core,
    args: [{ chainCode: 'local' }],
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.businessStatus, value: status },
    ]),
  }) as unknown as StartOptions<never>;

/** Each run, and the filters that find it. Filters that name an object find none of the runs of `mer_2`. */
const RUNS: readonly [type: string, options: StartOptions<never>, foundBy: readonly string[]][] = (
  [
    [WORKFLOW_TYPES.invoice, invoice('inv_1', 'mer_1', 'expired'), ['merchant', 'invoice']],
    [WORKFLOW_TYPES.invoice, invoice('inv_2', 'mer_2', 'failed'), []],
    [
      WORKFLOW_TYPES.withdrawal,
      withdrawal({ id: 'wd_1', ofMerchant: 'mer_1', refundOf: 'inv_1' }, 'pending_approval'),
      ['approval', 'merchant', 'invoice', 'withdrawal'],
    ],
    [
      WORKFLOW_TYPES.withdrawal,
      withdrawal({ id: 'wd_2', ofMerchant: 'mer_2' }, 'pending_approval'),
      ['approval'],
    ],
    [WORKFLOW_TYPES.withdrawal, withdrawal({ id: 'wd_3', ofMerchant: 'mer_2' }, 'approved'), []],
    [
      WORKFLOW_TYPES.withdrawal,
      showing(withdrawal({ id: 'wd_4', ofMerchant: 'mer_2' }, 'approved'), 'waiting'),
      ['waiting'],
    ],
    [WORKFLOW_TYPES.invoice, showing(invoice('inv_3', 'mer_2', 'expired'), 'held'), ['held']],
    [
      WORKFLOW_TYPES.delivery,
      delivery({ id: 'dlv_1', ofMerchant: 'mer_1', invoiceId: 'inv_1' }, 'failed'),
      ['failed', 'merchant', 'invoice'],
    ],
    [
      WORKFLOW_TYPES.delivery,
      showing(delivery({ id: 'dlv_2', ofMerchant: 'mer_1', withdrawalId: 'wd_1' }, 'pending'), 'retrying'),
      ['retrying', 'merchant', 'withdrawal'],
    ],
    [
      WORKFLOW_TYPES.delivery,
      delivery({ id: 'dlv_3', ofMerchant: 'mer_2', invoiceId: 'inv_2' }, 'pending'),
      [],
    ],
    [WORKFLOW_TYPES.sweep, sweep('sweep-1', 'failing'), ['failing']],
    [WORKFLOW_TYPES.sweep, sweep('sweep-2', 'swept'), []],
    [WORKFLOW_TYPES.reconciliation, showing(reconciliationStartOptions(1), 'differences'), ['differences']],
    [WORKFLOW_TYPES.reconciliation, showing(reconciliationStartOptions(2), 'clean'), []],
    [WORKFLOW_TYPES.follower, showing(followerStartOptions(testChain), 'halted'), ['halted']],
    [WORKFLOW_TYPES.follower, followerStartOptions({ ...testChain, chainCode: 'other' }), []],
  ] as const
).map(([type, options, foundBy]) => [type, options as unknown as StartOptions<never>, foundBy]);

let engine: TestEngine;

async function find(query: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { workflowId } of engine.client.workflow.list({ query })) found.push(workflowId);
  return found.sort();
}

beforeAll(async () => {
  engine = await startTestEngine();
  // No worker runs, so the searched attributes are those of the start.
  for (const [type, options] of RUNS) await engine.client.workflow.start(type, options);
  await until('all can be listed', async () => (await find('')).length === RUNS.length);
});
afterAll(() => engine.close());

it('every filter in docs/operating.md is tested here', () => {
  const tried = new Set(RUNS.flatMap(([, , foundBy]) => foundBy));
  expect([...FILTERS.keys()].sort()).toEqual([...tried].sort());
});

it.each([...FILTERS])(
  'the filter in docs/operating.md for %s finds exactly what it promises, and its link contains it',
  async (name, filter) => {
    const query = filter.replace('mer_…', 'mer_1').replace('inv_…', 'inv_1').replace('wd_…', 'wd_1');
    expect(query).not.toContain('…');
    const expected = RUNS.filter(([, , foundBy]) => foundBy.includes(name)).map(
      ([, { workflowId }]) => workflowId,
    );
    expect(await find(query)).toEqual([...expected].sort());
    const link = new RegExp(`^\\[${name}\\]: (\\S+)$`, 'm').exec(readText('docs/operating.md'))?.[1] ?? '';
    expect(new URL(link).searchParams.get('query')).toBe(filter);
  },
);
