import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { InvoiceProgress } from '../../../activities/contract.js';
import { invoiceWorkflowId, TASK_QUEUES, wake, WORKFLOW_TYPES } from '../../../src/temporal/messages.js';
import {
  currentDetailsOf,
  historyOf,
  startTestEngine,
  type TestEngine,
} from '../../helpers/services/test-engine.js';
import { until } from '../../helpers/until.js';

/** The workflow is the product's. The test gives the answers of the database, so that it can time them. */
let engine: TestEngine;
beforeEach(async () => {
  engine = await startTestEngine();
});
afterEach(async () => {
  await engine.close();
});

const open: InvoiceProgress = {
  said: 'pending',
  status: 'pending',
  details: 'waits',
  closed: false,
  checkAtMs: null,
  waitingFor: 'a payment',
  isWaitShown: true,
};
const closed: InvoiceProgress = { ...open, status: 'completed', details: 'done', closed: true };

const workflowId = invoiceWorkflowId('inv_test');
const startInvoice = () =>
  engine.client.workflow.start(WORKFLOW_TYPES.invoice, {
    workflowId,
    taskQueue: TASK_QUEUES.core,
    args: [{ invoiceId: 'inv_test' }],
  });

/** Gives the answers in order and repeats the last one. While `held` is set, an answer waits for `release`. */
function scripted(answers: readonly InvoiceProgress[]) {
  let asked = 0;
  let release: () => void = () => undefined;
  let held: Promise<void> | undefined;
  return {
    asked: () => asked,
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    settleInvoice: async (): Promise<InvoiceProgress> => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      await held;
      if (answer === undefined) throw new Error('no answer is scripted');
      return answer;
    },
  };
}

describe('a signal that arrives while the invoice is being settled', () => {
  it.each([
    ['would wait', [open, closed]],
    ['would close', [closed, closed]],
  ])('is not lost when the workflow %s', async (_name, answers) => {
    const script = scripted(answers);
    script.hold();
    await engine.startWorkers({ core: { settleInvoice: script.settleInvoice } });
    const handle = await startInvoice();
    await until('the first question', () => script.asked() === 1);
    await handle.signal(wake);
    script.release();
    await handle.result();
    expect(script.asked()).toBeGreaterThanOrEqual(2);
    expect((await historyOf(handle)).events).toContain('workflowExecutionSignaled');
  });

  // The signal then arrives before the answer, so Temporal does not refuse to close the workflow because of it.
  it('is not lost when the database was down and Temporal has taken over the retries', async () => {
    let isAway = true;
    let answered = 0;
    const settleInvoice = (): Promise<InvoiceProgress> => {
      if (isAway) return Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
      answered += 1;
      return Promise.resolve(closed);
    };
    await engine.startWorkers({ core: { settleInvoice } });
    const handle = await startInvoice();
    await until('the server has taken the step over', async () => {
      const { raw } = await handle.describe();
      return (raw.pendingActivities ?? []).length > 0;
    });
    await handle.signal(wake);
    await until('the workflow has received the signal', async () => {
      const { events } = await historyOf(handle);
      return events.slice(events.indexOf('workflowExecutionSignaled')).includes('workflowTaskCompleted');
    });
    isAway = false;
    await handle.result();
    expect(answered).toBe(2);
  });
});

describe('a wait with an end', () => {
  it('settles again at the given moment, with a timer that says what it waits for', async () => {
    let asked = 0;
    // The moment is counted from the question: the workers may take long to start.
    const settleInvoice = (): Promise<InvoiceProgress> =>
      Promise.resolve(
        (asked += 1) === 1
          ? { ...open, checkAtMs: Date.now() + 4_000, waitingFor: 'the end of its time' }
          : closed,
      );
    await engine.startWorkers({ core: { settleInvoice } });
    const handle = await startInvoice();
    await handle.result();
    const { events, summaries } = await historyOf(handle);
    expect(events).toContain('timerFired');
    expect(summaries).toContain('the end of its time');
  });

  it('pauses between two settlements when the moment has already passed', async () => {
    const script = scripted([{ ...open, checkAtMs: Date.now() - 60_000 }]);
    await engine.startWorkers({ core: { settleInvoice: script.settleInvoice } });
    const startedAtMs = Date.now();
    await startInvoice();
    await until('three questions', () => script.asked() === 3);
    expect(Date.now() - startedAtMs).toBeGreaterThan(1_900);
  });
});

describe('a database that is down for a long time', () => {
  it('is retried until it answers, with few history events, and operators see why', async () => {
    let isAway = true;
    let tries = 0;
    const settleInvoice = (): Promise<InvoiceProgress> => {
      tries += 1;
      return isAway
        ? Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))
        : Promise.resolve(closed);
    };
    await engine.startWorkers({ core: { settleInvoice } });
    const handle = await startInvoice();
    await until('the server has taken the step over', async () => {
      const { raw } = await handle.describe();
      return (raw.pendingActivities?.[0]?.attempt ?? 0) >= 2;
    });
    const { raw } = await handle.describe();
    expect(raw.pendingActivities?.[0]?.lastFailure?.message).toContain('ECONNREFUSED');
    isAway = false;
    await handle.result();
    const { events } = await historyOf(handle);
    expect(tries).toBeGreaterThan(6);
    expect(events.length).toBeLessThan(20);
    expect(await currentDetailsOf(handle)).toBe('done');
  });
});
