import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import type { DeliveryProgress, InvoiceProgress, WithdrawalProgress } from '../../activities/contract.js';
import { failVisibly } from '../../activities/fail-visibly.js';
import { recordNotFound } from '../../activities/record-not-found.js';
import type {
  DeliveryDescription,
  InvoiceDescription,
  WithdrawalDescription,
} from '../../src/db/outbox/outbox-descriptions.js';
import { createWorkflowStarter } from '../../src/temporal/workflow-starter.js';
import {
  deliveryWorkflowId,
  followerWorkflowId,
  invoiceWorkflowId,
  TASK_QUEUES,
  wake,
  WORKFLOW_TYPES,
  withdrawalWorkflowId,
} from '../../src/temporal/messages.js';
import { testChain } from '../helpers/facts/facts.js';
import {
  currentDetailsOf,
  silentLog,
  startTestEngine,
  type TestEngine,
} from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';
import { startServices } from '../runner/services.js';
import { writeHistory } from './history-file.js';

/**
 * Records the histories that replay.test.ts replays: `node --import tsx test/replay/record.ts`. Run it for a new kind
 * of history, with a new name. An existing history stays. When a changed workflow can't replay it, guard the change by
 * `patched`, or by an answer that only newer activities give.
 */

/** The answers of the activities, in order. */
type Script = Record<string, (() => unknown)[]>;

const asset = { chainCode: 'local', tokenSymbol: 'USDC', decimals: 6, amountAtomic: 25_000_000n };
const describeInvoice = (targetId: string): InvoiceDescription => ({
  ...asset,
  kind: 'invoice',
  targetId,
  merchantId: 'mer_recorded',
  status: 'pending',
  expiresAtMs: Date.now() + 900_000,
  isNew: true,
});
const describeWithdrawal = (targetId: string): WithdrawalDescription => ({
  ...asset,
  kind: 'withdrawal',
  targetId,
  merchantId: 'mer_recorded',
  status: 'pending_approval',
  address: `0x${'7'.repeat(40)}`,
});
const describeDelivery = (targetId: string): DeliveryDescription => ({
  kind: 'delivery',
  targetId,
  merchantId: 'mer_recorded',
  endpointId: 'we_recorded',
  host: 'shop.example',
  eventType: 'invoice.paid',
  invoiceId: 'inv_paid',
  withdrawalId: null,
  status: 'pending',
  attemptCount: 0,
  isSentAgain: false,
  isHealthy: true,
  isNew: true,
});

const settled =
  (status: InvoiceProgress['status'], rest: Partial<InvoiceProgress> = {}) =>
  (): InvoiceProgress => ({
    said: status,
    status,
    details: `**${status}**`,
    closed: false,
    checkAtMs: null,
    waitingFor: 'waits',
    isWaitShown: true,
    ...rest,
  });
const advanced =
  (status: WithdrawalProgress['status'], next: WithdrawalProgress['next'], checkAtMs: number | null = null) =>
  (): WithdrawalProgress => ({
    said: status,
    status,
    next,
    details: `**${status}**`,
    checkAtMs,
    waitingFor: 'waits',
    waitsAs: status,
  });
const retry = (number: number) => (): DeliveryProgress => ({
  said: 'pending',
  failed: null,
  state: 'retry',
  details: '**pending**',
  number,
  delayMs: 1_000,
  waitingFor: 'retry in 1 second',
  maxAttempts: 5,
  host: 'shop.example',
});
const ended = (state: 'succeeded' | 'failed' | 'cancelled') => (): DeliveryProgress => ({
  state,
  said: state,
  failed: null,
  details: `**${state}**`,
});
const away = (): never => {
  throw new Error('the database is away');
};

/** An activity that has failed only to inform operators. */
const failed =
  <T extends { readonly failed: string | null }>(why: string, result: () => T) =>
  (): Promise<T> =>
    failVisibly(() => Promise.resolve({ ...result(), failed: why }))(undefined);

const inAQuarterOfAnHour = Date.now() + 900_000;
const script: Script = {
  inv_paid: [
    settled('pending', { checkAtMs: inAQuarterOfAnHour, waitingFor: 'waits for a payment' }),
    settled('paid'),
    settled('completed', { closed: true }),
  ],
  inv_confirming: [
    settled('pending', { checkAtMs: inAQuarterOfAnHour, waitingFor: 'waits for a payment' }),
    settled('paid', { waitingFor: 'paid, 1 of 3 confirmations' }),
    settled('completed', { closed: true }),
  ],
  inv_expired: [
    settled('pending', { checkAtMs: Date.now() + 500, waitingFor: 'waits for a payment' }),
    settled('expired', { closed: true }),
  ],
  inv_away: [away, away, away, away, away, away, settled('cancelled', { closed: true })],
  inv_unknown: [
    () => {
      throw recordNotFound('invoice', 'inv_unknown');
    },
  ],
  wd_paid: [
    advanced('pending_approval', 'wait'),
    advanced('approved', 'send'),
    () => undefined,
    advanced('broadcast', 'wait', inAQuarterOfAnHour),
    advanced('completed', 'closed'),
  ],
  inv_kept: [
    settled('pending', { checkAtMs: inAQuarterOfAnHour, waitingFor: 'waits for a payment' }),
    settled('completed', { closed: true }),
  ],
  wd_waiting: [
    advanced('approved', 'send'),
    failed('not sent: it is frozen', () => ({ said: 'not sent', failed: null })),
    advanced('approved', 'wait', Date.now() + 500),
    advanced('approved', 'send'),
    () => ({ said: 'sent, with nonce 7', failed: null }),
    advanced('broadcast', 'wait', inAQuarterOfAnHour),
    advanced('completed', 'closed'),
  ],
  dlv_refused: [failed('answered 500; retry in 1 second', retry(2)), failed('answered 500', ended('failed'))],
  local: [
    () => ({ said: 'waits', open: 1, details: 'Sweep', waitingFor: 'one to be final', notes: [] }),
    () => ({ said: 'swept', open: 0, details: 'Sweep', waitingFor: 'nothing', notes: [] }),
  ],
  failing: [
    failed('USDC: no gas', () => ({
      said: 'waits',
      open: 1,
      details: 'Sweep',
      waitingFor: 'one to be final; USDC: no gas',
      notes: [],
      status: 'failing',
      failed: null,
    })),
    () => ({
      said: 'swept',
      open: 0,
      details: 'Sweep',
      waitingFor: 'nothing',
      notes: [],
      status: 'swept',
      failed: null,
    }),
  ],
  reconcile: [
    () => ({ runId: 1, outcome: 'clean', summary: 'clean', details: 'clean' }),
    () => ({ runId: 2, outcome: 'differences', summary: 'one difference', details: 'one difference' }),
  ],
  dlv_woken: [
    () => ({ ...retry(2)(), delayMs: 300_000, waitingFor: 'retry in 5 minutes' }),
    () => ({
      ...retry(2)(),
      delayMs: 300_000,
      waitingFor: 'waits for a slot: 32 are under way to this endpoint',
    }),
    ended('cancelled'),
  ],
  dlv_succeeded: [ended('succeeded')],
  dlv_failed: [retry(2), retry(3), retry(4), retry(5), ended('failed')],
};
const answer = (id: string): Promise<never> => {
  const next = script[id]?.shift();
  if (next === undefined) throw new Error(`Nothing more is scripted for ${id}`);
  return Promise.resolve().then(next) as Promise<never>;
};

const activities = {
  core: {
    settleInvoice: ({ invoiceId }: { invoiceId: string }) => answer(invoiceId),
    advanceWithdrawal: ({ withdrawalId }: { withdrawalId: string }) => answer(withdrawalId),
    reconcile: () => answer('reconcile'),
  },
  signer: {
    sendWithdrawal: ({ withdrawalId }: { withdrawalId: string }) => answer(withdrawalId),
    sweepChain: ({ chainCode }: { chainCode: string }) => answer(chainCode),
  },
  webhooks: { attemptDelivery: ({ deliveryId }: { deliveryId: string }) => answer(deliveryId) },
  chain: {
    followChain: async (): Promise<void> => {
      const beat = setInterval(() => Context.current().heartbeat({ height: 1 }), 200);
      await Context.current().cancelled.finally(() => clearInterval(beat));
    },
  },
};

async function record(engine: TestEngine): Promise<void> {
  const options = { log: silentLog, maxAttempts: 5, startDeliveriesEagerly: true };
  const starter = createWorkflowStarter(engine.client, options);
  const handleOf = (workflowId: string): WorkflowHandle => engine.client.workflow.getHandle(workflowId);
  const keep = async (name: string, handle: WorkflowHandle): Promise<void> => {
    await handle.result().catch(() => undefined);
    writeHistory({ name, history: await handle.fetchHistory() });
  };
  const untilLeft = (id: string, left: number): Promise<void> =>
    until(`${id} waits`, () => script[id]?.length === left);

  for (const name of ['paid', 'confirming']) {
    const invoice = handleOf(invoiceWorkflowId(`inv_${name}`));
    await starter.wakeInvoice(describeInvoice(`inv_${name}`));
    for (const left of [2, 1]) {
      await untilLeft(`inv_${name}`, left);
      await invoice.signal(wake);
    }
    await keep(`invoice-${name}`, invoice);
  }
  for (const name of ['expired', 'away', 'unknown']) {
    await starter.wakeInvoice(describeInvoice(`inv_${name}`));
    await keep(`invoice-${name}`, handleOf(invoiceWorkflowId(`inv_${name}`)));
  }

  const withdrawal = handleOf(withdrawalWorkflowId('wd_paid'));
  for (const left of [4, 1]) {
    await starter.wakeWithdrawal(describeWithdrawal('wd_paid'));
    await untilLeft('wd_paid', left);
  }
  await starter.wakeWithdrawal(describeWithdrawal('wd_paid'));
  await keep('withdrawal-paid', withdrawal);

  for (const name of ['succeeded', 'failed']) {
    await starter.wakeDelivery(describeDelivery(`dlv_${name}`));
    await keep(`delivery-${name}`, handleOf(deliveryWorkflowId(`dlv_${name}`)));
  }

  const kept = handleOf(invoiceWorkflowId('inv_kept'));
  await starter.wakeInvoice(describeInvoice('inv_kept'));
  await untilLeft('inv_kept', 1);
  await kept.cancel();
  await kept.signal(wake);
  await keep('invoice-not-stopped', kept);

  await starter.wakeWithdrawal(describeWithdrawal('wd_waiting'));
  await untilLeft('wd_waiting', 1);
  await starter.wakeWithdrawal(describeWithdrawal('wd_waiting'));
  await keep('withdrawal-waiting', handleOf(withdrawalWorkflowId('wd_waiting')));

  await starter.wakeDelivery(describeDelivery('dlv_refused'));
  await keep('delivery-refused', handleOf(deliveryWorkflowId('dlv_refused')));

  const { sweep, reconciliation } = WORKFLOW_TYPES;
  const start = { taskQueue: TASK_QUEUES.core, args: [{ chainCode: 'local', runId: 1 }] };
  await keep('sweep-done', await engine.client.workflow.start(sweep, { ...start, workflowId: sweep }));
  await keep(
    'reconciliation-clean',
    await engine.client.workflow.start(reconciliation, { ...start, workflowId: reconciliation }),
  );
  const failing = { taskQueue: TASK_QUEUES.core, args: [{ chainCode: 'failing' }] };
  await keep(
    'sweep-failing',
    await engine.client.workflow.start(sweep, { ...failing, workflowId: 'sweep-failing' }),
  );
  await keep(
    'reconciliation-differences',
    await engine.client.workflow.start(reconciliation, {
      ...start,
      workflowId: 'reconciliation-differences',
    }),
  );

  const delivery = handleOf(deliveryWorkflowId('dlv_woken'));
  await starter.wakeDelivery(describeDelivery('dlv_woken'));
  for (const left of [2, 1]) {
    await untilLeft('dlv_woken', left);
    await delivery.signal(wake);
  }
  await keep('delivery-woken', delivery);

  await starter.ensureFollower(testChain);
  const follower = handleOf(followerWorkflowId('local'));
  await until(
    'it follows',
    async () => ((await follower.describe()).raw.pendingActivities ?? []).length === 1,
  );
  await follower.cancel();
  await until('it answers', async () => (await currentDetailsOf(follower)).startsWith('**Not stopped'));
  await follower.terminate('it follows as long as it runs');
  await keep('follower-not-stopped', follower);
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'record-'));
mkdirSync(fileURLToPath(new URL('histories', import.meta.url)), { recursive: true });
const services = await startServices({
  needs: {
    postgres: false,
    temporal: true,
    temporalCli: true,
    timeSkipping: false,
    programs: false,
    systemParts: [],
  },
  dataDir,
  search: { log: (line) => process.stderr.write(`${line}\n`) },
});
try {
  Object.assign(process.env, services.env);
  const engine = await startTestEngine();
  await engine.startWorkers(activities);
  await record(engine);
  await engine.close();
} finally {
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
