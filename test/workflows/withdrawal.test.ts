import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendResult, WithdrawalProgress } from '../../activities/contract.js';
import type { WithdrawalDescription } from '../../src/db/outbox/outbox-descriptions.js';
import { failVisibly } from '../../activities/fail-visibly.js';
import { createWorkflowStarter, type WorkflowStarter } from '../../src/temporal/workflow-starter.js';
import { withdrawalWorkflowId } from '../../src/temporal/messages.js';
import {
  currentDetailsOf,
  historyOf,
  searchAttributesOf,
  silentLog,
  startTestEngine,
  type TestEngine,
} from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';

/** The workflow and its start are the product's. The test gives the answers of the database. */
let engine: TestEngine;
let starter: WorkflowStarter;
let currentProgress: WithdrawalProgress;
let asked = 0;
let sends = 0;
let sendFailures = 0;
let refusal: string | null = null;

const progress = (
  status: WithdrawalProgress['status'],
  next: WithdrawalProgress['next'],
  details: string,
): WithdrawalProgress => ({
  status,
  next,
  details,
  checkAtMs: null,
  waitingFor: details,
  said: `${status}: ${details}`,
  waitsAs: status,
});

const withdrawal: WithdrawalDescription = {
  kind: 'withdrawal',
  targetId: 'wd_test',
  merchantId: 'mer_test',
  chainCode: 'local',
  tokenSymbol: 'USDC',
  decimals: 6,
  amountAtomic: 10_000_000n,
  status: 'pending_approval',
  address: `0x12${'0'.repeat(36)}ab`,
};
const handle = () => engine.client.workflow.getHandle(withdrawalWorkflowId(withdrawal.targetId));
const changeTo = async (next: WithdrawalProgress): Promise<void> => {
  currentProgress = next;
  await starter.wakeWithdrawal(withdrawal);
};

beforeAll(async () => {
  engine = await startTestEngine();
  starter = createWorkflowStarter(engine.client, {
    log: silentLog,
    maxAttempts: 5,
    startDeliveriesEagerly: false,
  });
  await engine.startWorkers({
    core: {
      advanceWithdrawal: (): Promise<WithdrawalProgress> => {
        asked += 1;
        return Promise.resolve(currentProgress);
      },
    },
    signer: {
      sendWithdrawal: failVisibly((): Promise<SendResult> => {
        sends += 1;
        if (sends <= sendFailures) return Promise.reject(new Error('the RPC is away'));
        if (refusal !== null) {
          currentProgress = progress('approved', 'wait', `can't be sent yet: ${refusal}`);
          return Promise.resolve({ said: refusal, failed: `not sent: ${refusal}` });
        }
        currentProgress = progress('broadcast', 'wait', 'waits for confirmations: 0 of 3');
        return Promise.resolve({ said: 'sent, with nonce 7', failed: null });
      }),
    },
  });
});
afterAll(async () => {
  await engine.close();
});
beforeEach(() => {
  asked = 0;
  sends = 0;
  sendFailures = 0;
  refusal = null;
});

describe('the workflow of a withdrawal', () => {
  it('waits for the order, has it sent by the signer, waits for the chain and ends', async () => {
    await changeTo(progress('pending_approval', 'wait', "waits for an operator's approval"));
    await until('it waits', async () => (await currentDetailsOf(handle())).includes('approval'));
    expect(sends).toBe(0);

    sendFailures = 1;
    await changeTo(progress('approved', 'send', 'is to be signed and sent'));
    await until('it is sent', async () => (await currentDetailsOf(handle())).includes('confirmations'));
    expect(sends).toBe(2);

    await changeTo(progress('completed', 'closed', 'paid and confirmed; nothing is due'));
    expect(await handle().result()).toBe('completed: paid and confirmed; nothing is due');
    const { summaries } = await historyOf(handle());
    expect(summaries).toContain('send 10.000000 USDC to 0x1200…00ab');
    expect(summaries).toContain("waits for an operator's approval");
    expect(summaries).toContain('look again; it was broadcast: waits for confirmations: 0 of 3');
    expect(await searchAttributesOf(handle())).toMatchObject({
      WithdrawalId: 'wd_test',
      BusinessStatus: 'completed',
    });
  });

  it('shows a step that could not send as failed, with the reason, and waits', async () => {
    refusal = 'the hot wallet lacks ETH for gas';
    await changeTo(progress('approved', 'send', 'is to be signed and sent'));
    await until('it waits', async () => (await currentDetailsOf(handle())).includes('lacks ETH'));
    const { events, text } = await historyOf(handle());
    expect(events).toContain('activityTaskFailed');
    expect(events).not.toContain('activityTaskCompleted');
    expect(text).toContain('not sent: the hot wallet lacks ETH for gas');
    expect(sends).toBe(1);
    await changeTo(progress('stopped', 'closed', 'stopped'));
    await handle().result();
  });

  it('sends nothing when a signal comes without an order', async () => {
    await changeTo(progress('pending_approval', 'wait', "waits for an operator's approval"));
    for (let i = 0; i < 5; i += 1) await starter.wakeWithdrawal(withdrawal);
    await until('the signals are heard', () => asked >= 2);
    await changeTo(progress('rejected', 'closed', 'rejected'));
    await handle().result();
    expect(sends).toBe(0);
  });

  it('checks once for the signal that it was started with', async () => {
    await changeTo(progress('rejected', 'closed', 'rejected'));
    await handle().result();
    expect(asked).toBe(1);
  });
});
