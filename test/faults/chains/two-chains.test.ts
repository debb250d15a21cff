import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWithdrawalActivities } from '../../../activities/withdrawals/withdrawal-activities.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { signerSlots } from '../../../src/domain/wallets/signer-slots.js';
import { createWorkflowStarter } from '../../../src/temporal/workflow-starter.js';
import { withdrawalWorkflowId } from '../../../src/temporal/messages.js';
import { depositAddressOf } from '../../helpers/facts/facts.js';
import type { CircuitChain } from '../../helpers/circuits/circuit-chain.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { faultRule } from '../../helpers/chain/rpc-faults.js';
import { RequestGate } from '../../helpers/chain/rpc-proxy.js';
import { silentLog, startTestEngine, type TestEngine } from '../../helpers/services/test-engine.js';
import { until } from '../../helpers/until.js';

const EMPTY = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
let circuit: MoneyCircuit;
let other: CircuitChain;
let followers: readonly RunningFollower[];
/** Gate for all requests to the RPC of the other chain. */
let gate: RequestGate;

beforeEach(async () => {
  gate = new RequestGate();
  circuit = await startMoneyCircuit({
    otherChain: true,
    proxies: 1,
    slotsInAnEpoch: 4,
    timeoutMs: 600_000,
    gateOf: (path) => (path === '/other' ? gate : undefined),
    adjust: (chain) => ({ ...chain, rpcUrls: chain.rpcUrls.map((url) => `${url}/${chain.chainCode}`) }),
  });
  other = circuit.other();
  await other.anvil.mine(30);
  followers = ['local', 'other'].map((chainCode) => circuit.keepFollowing(chainCode));
});
afterEach(async () => {
  for (const follower of followers) await follower.stop();
  await circuit.close();
});

const settled = (): Promise<void> => untilAllDone(circuit, [circuit, other]);

describe('with two chains', () => {
  it('money on the other chain at the same address is held there, and an event says so', async () => {
    const invoice = await circuit.invoice();
    await other.transfer({ asset: other.usdc, to: invoice.depositAddress, amountAtomic: 100_000_000n });
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, pending: 100_000_000n });
    // Only blocks of the chain on which it was paid confirm it, not those of the invoice's chain.
    await circuit.anvil.mine(10);
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, pending: 100_000_000n });
    await other.anvil.mine(2);
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.usdc)).held > 0n);
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, held: 100_000_000n });
    expect(await circuit.balances()).toEqual(EMPTY);
    expect((await circuit.reload(invoice)).status).toBe('pending');
    expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.payment_held']);
  });

  it('accepted money on the other chain is credited in its own asset, and the invoice still waits for its payment', async () => {
    const invoice = await circuit.invoice();
    await other.transfer({ asset: other.eth, to: invoice.depositAddress, amountAtomic: 5n });
    await other.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.eth)).held > 0n);
    await circuit.accept(invoice);
    expect(await circuit.balances(other.eth)).toEqual({ ...EMPTY, available: 5n });
    expect((await circuit.reload(invoice)).status).toBe('pending');
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('an invoice of each chain is completed by its own chain only', async () => {
    const asset = { chainCode: 'other', tokenSymbol: 'USDC' };
    const [here, there] = [await circuit.invoice(), await circuit.invoice({ asset })];
    await circuit.pay(here);
    await circuit.pay(there);
    await circuit.anvil.mine(3);
    await circuit.becomes(here, 'completed');
    await settled();
    expect((await circuit.reload(there)).status).toBe('paid');
    await other.anvil.mine(3);
    await circuit.becomes(there, 'completed');
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('a reorganisation of one leaves payments on the other alone', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await other.transfer({ asset: other.usdc, to: invoice.depositAddress, amountAtomic: 7n });
    await circuit.anvil.mine(2);
    await other.anvil.mine(2);
    await drainUntil(circuit, 'both', async () => (await circuit.balances(other.usdc)).held === 7n);
    await other.anvil.reorg(3);
    await other.anvil.mine(1);
    await drainUntil(circuit, 'undone', async () => (await circuit.balances(other.usdc)).held === 0n);
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual(EMPTY);
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('an invoice expires by the time of its own chain', async () => {
    const invoice = await circuit.invoice();
    await other.anvil.rpc('evm_increaseTime', [7_200]);
    await other.anvil.mine(3);
    await settled();
    expect((await circuit.reload(invoice)).status).toBe('pending');
    await circuit.anvil.rpc('evm_increaseTime', [7_200]);
    await circuit.anvil.mine(1);
    await circuit.becomes(invoice, 'expired');
  });

  it.each([
    ['unreachable', () => Promise.resolve(other.proxies[0]?.use(faultRule('down', 0)))],
    ['halted', () => other.anvil.reorg(20)],
  ])('a chain that is %s delays no invoice of the other chain', async (_, stopOther) => {
    await settled();
    await stopOther();
    await other.anvil.mine(1);
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
  });
});

describe('withdrawals on a chain whose RPCs accept requests and never answer', () => {
  /** More withdrawals than a signing worker of two chains has slots. */
  const HANGING = signerSlots(2) + 4;
  const AMOUNT = 1_000_000n;
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await startTestEngine();
  });
  afterEach(async () => {
    gate.allow(Infinity);
    await engine.close();
  });

  /** Gives the merchant and the hot wallet coins on the chain. */
  async function earn(chain: Pick<CircuitChain, 'anvil' | 'usdc' | 'eth' | 'transfer'>): Promise<void> {
    const { anvil, usdc, eth } = chain;
    const to = circuit.hotWalletAddress;
    await chain.transfer({ asset: usdc, to, amountAtomic: 100n * AMOUNT });
    await chain.transfer({ asset: eth, to, amountAtomic: 10n ** 18n });
    const invoice = await circuit.invoice({ asset: { chainCode: usdc.chainCode, tokenSymbol: 'USDC' } });
    await circuit.pay(invoice);
    await anvil.mine(3);
    const isCompleted = async (): Promise<boolean> => (await circuit.reload(invoice)).status === 'completed';
    await drainUntil(circuit, `money on ${usdc.chainCode}`, isCompleted);
  }
  const approve = async (asset: Asset): Promise<Withdrawal> =>
    circuit.decide(await circuit.withdrawal(AMOUNT, { asset }), 'approve');

  /** Starts the product's own workers. @returns a function that starts the workflows of withdrawals. */
  async function startWorkers(): Promise<(withdrawals: readonly Withdrawal[]) => Promise<unknown>> {
    const { db } = circuit.database;
    const chains = new Map([circuit, other].map(({ chain }) => [chain.chainCode, chain]));
    const dispatchOutbox = (): Promise<void> => Promise.resolve();
    const core = createWithdrawalActivities({
      db,
      chains,
      depositAddress: depositAddressOf,
      now: Date.now,
      log: silentLog,
      dispatchOutbox,
      refusedAfterMs: 86_400_000,
    });
    await engine.startWorkers({ core, signer: circuit.signer }, { chainCount: chains.size });
    const options = { log: silentLog, maxAttempts: 1, startDeliveriesEagerly: false };
    const starter = createWorkflowStarter(engine.client, options);
    return (withdrawals) =>
      starter.dispatch(
        db,
        withdrawals.map(({ withdrawalId }) => ({ kind: 'withdrawal', targetId: withdrawalId })),
      );
  }

  /** Returns the attempt of its signing activity, and the number of events in its history. */
  async function signingOf({ withdrawalId }: Withdrawal): Promise<{ attempt: number; events: number }> {
    const described = await engine.client.workflow.getHandle(withdrawalWorkflowId(withdrawalId)).describe();
    const attempt = described.raw.pendingActivities?.[0]?.attempt ?? 0;
    return { attempt, events: described.historyLength };
  }

  it('do not delay a withdrawal on another chain, and add no events to their histories while they wait', async () => {
    await earn(circuit);
    await earn(other);
    const hanging: Withdrawal[] = [];
    for (let index = 0; index < HANGING; index += 1) hanging.push(await approve(other.usdc));
    const unaffected = await approve(circuit.usdc);
    const wake = await startWorkers();

    gate.allow(0);
    await wake(hanging);
    const signings = (): Promise<{ attempt: number; events: number }[]> =>
      Promise.all(hanging.map(signingOf));
    await until('each is to be sent', async () => (await signings()).every(({ attempt }) => attempt > 0));
    await wake([unaffected]);
    const isSent = async (withdrawal: Withdrawal): Promise<boolean> =>
      (await circuit.reloadWithdrawal(withdrawal)).status === 'broadcast';
    await until('the withdrawal of the first chain is sent', () => isSent(unaffected));

    const before = await signings();
    const waiting = before.findIndex(({ attempt }) => attempt > 1);
    await until('one of them was tried again', async () => {
      const now = (await signings())[waiting];
      return now !== undefined && now.attempt > (before[waiting]?.attempt ?? Infinity);
    });
    expect((await signings())[waiting]?.events).toBe(before[waiting]?.events);

    gate.allow(Infinity);
    await until('all are sent', async () => (await Promise.all(hanging.map(isSent))).every(Boolean));
    const { client, usdc } = other;
    const received = await readBalance(client, { address: unaffected.address, asset: usdc });
    expect(received).toBe(BigInt(HANGING) * AMOUNT);
  });
});
