import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { callOddContract, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { withoutMethods, type Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

const ETHER = 10n ** 18n;

let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: string;

beforeEach(async () => {
  errors = '';
  const write = (line: string): void => void (errors += line);
  circuit = await startMoneyCircuit({
    slotsInAnEpoch: 4,
    proxies: 2,
    log: pino({ level: 'error' }, { write }),
  });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

interface RawTrace {
  readonly action: { readonly to: string };
  readonly subtraces: number;
  readonly traceAddress: readonly number[];
}

/** Adds a false call to every transaction: it brings the invoice its coin. */
function bringing({ depositAddress, amountAtomic }: Invoice): Rewrite {
  return (reply) => {
    if (!('result' in reply) || reply.result === null) return reply;
    const traces = reply.result as readonly RawTrace[];
    return {
      result: traces.flatMap((trace) => {
        if (trace.traceAddress.length > 0) return [trace];
        const value = `0x${amountAtomic.toString(16)}`;
        const action = {
          ...trace.action,
          callType: 'call',
          from: trace.action.to,
          to: depositAddress,
          value,
        };
        const made = { ...trace, type: 'call', action, subtraces: 0, traceAddress: [trace.subtraces] };
        return [{ ...trace, subtraces: trace.subtraces + 1 }, made];
      }),
    };
  };
}

const tracing = (rpc: number, rewrite: Rewrite): void =>
  circuit.proxies[rpc]?.use({ methods: ['trace_block'], behaviour: { kind: 'rewrite', rewrite } });
/** Lies about the balance as well: that address always holds plenty. */
function balances(rpc: number, address: string): void {
  const rewrite: Rewrite = (reply, { method, params: [whose, at] }) =>
    method === 'eth_getBalance' && whose === address && JSON.stringify(at) !== JSON.stringify('latest')
      ? { result: `0x${(1000n * ETHER + BigInt(Date.now())).toString(16)}` }
      : reply;
  circuit.proxies[rpc]?.use({ methods: ['eth_getBalance'], behaviour: { kind: 'rewrite', rewrite } });
}

const invoiceOfEther = (): Promise<Invoice> =>
  circuit.invoice({ asset: { chainCode: 'local', tokenSymbol: 'ETH' }, decimals: 18, amountAtomic: ETHER });
/** Makes a payment between two other people. */
async function transact(valueAtomic = 1n): Promise<void> {
  const [from = '', to = ''] = circuit.anvil.accounts;
  await sendUnlocked({ rpcUrl: circuit.anvil.url, from, to, valueAtomic });
}
async function payDirectly(invoice: Invoice): Promise<void> {
  await circuit.transfer({ asset: circuit.eth, to: invoice.depositAddress, amountAtomic: ETHER });
}
const untilSaid = (words: string): Promise<void> =>
  until(`"${words}" is logged`, () => errors.includes(words));
/** Makes everything final, and waits until it is read and settled. */
async function letItSettle(): Promise<void> {
  await circuit.anvil.mine(16);
  await untilRead(circuit);
  await untilAllDone(circuit);
}
async function expectAvailable(available: bigint): Promise<void> {
  expect(await circuit.balances(circuit.eth)).toMatchObject({ available, held: 0n, deficit: 0n });
}

describe('one of two RPCs that invents native coin inside a transaction', () => {
  it('gets no credit, because both know what the address holds; a true payment is credited', async () => {
    const invoice = await invoiceOfEther();
    tracing(0, bringing(invoice));
    await transact();
    await untilSaid('made up');
    await letItSettle();
    await expectAvailable(0n);

    circuit.proxies[0]?.clear();
    await payDirectly(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    await expectAvailable(ETHER);
  });

  it('is not asked to confirm its traces itself when it alone offers them', async () => {
    const invoice = await invoiceOfEther();
    circuit.proxies[0]?.use(withoutMethods('trace_block'));
    tracing(1, bringing(invoice));
    balances(1, invoice.depositAddress);
    await transact();
    await untilSaid('contradict each other');
    await letItSettle();
    await expectAvailable(0n);
    circuit.proxies[1]?.clear();
    await untilSaid('made up');
    await expectAvailable(0n);
  });

  it('beside a true payment: the true payment is credited, and nothing more', async () => {
    const invoice = await invoiceOfEther();
    await payDirectly(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    tracing(0, bringing(invoice));
    await transact();
    await untilSaid('made up');
    await letItSettle();
    await expectAvailable(ETHER);
  });

  it('in the same block as a true payment: the true payment is credited, and nothing more', async () => {
    const invoice = await invoiceOfEther();
    tracing(0, bringing(invoice));
    await circuit.transferTogether([
      { asset: circuit.usdc, to: circuit.anvil.accounts[1] ?? '', amountAtomic: 1n },
      { asset: circuit.eth, to: invoice.depositAddress, amountAtomic: ETHER },
    ]);
    await untilSaid('made up');
    await letItSettle();
    await circuit.becomes(invoice, 'completed');
    await expectAvailable(ETHER);
  });

  it('at an address that has sent its coin on: nothing more is credited', async () => {
    const invoice = await invoiceOfEther();
    await payDirectly(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    tracing(0, bringing(invoice));
    const from = invoice.depositAddress;
    await circuit.anvil.rpc('anvil_impersonateAccount', [from]);
    const [to = ''] = circuit.anvil.accounts;
    await sendUnlocked({ rpcUrl: circuit.anvil.url, from, to, valueAtomic: ETHER / 2n });
    await untilSaid('made up');
    await letItSettle();
    await expectAvailable(ETHER);
  });

  it('is detected by an RPC that does not know blocks by their hash', async () => {
    const invoice = await invoiceOfEther();
    tracing(0, bringing(invoice));
    circuit.proxies[1]?.use({
      methods: ['eth_getBalance', 'eth_getTransactionCount'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply, { params }) =>
          typeof params[1] === 'object' ? { error: { code: -32602, message: 'invalid argument 1' } } : reply,
      },
    });
    await transact();
    await untilSaid('contradict each other');
    await letItSettle();
    await expectAvailable(0n);
  });
});

describe('native coin that a contract really sends', () => {
  it('is credited even if its address sends some of it on in the same block', async () => {
    const mover = await deployOddContract({ rpcUrl: circuit.anvil.url, name: 'CoinMover' });
    const invoice = await invoiceOfEther();
    const from = invoice.depositAddress;
    await payDirectly(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    await circuit.anvil.rpc('anvil_impersonateAccount', [from]);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const [to = ''] = circuit.anvil.accounts;
    const value = `0x${(ETHER / 2n).toString(16)}`;
    await circuit.anvil.rpc('eth_sendTransaction', [{ from, to, value, gas: '0x5208' }]);
    const paid = callOddContract({
      rpcUrl: circuit.anvil.url,
      name: 'CoinMover',
      address: mover,
      functionName: 'payEach',
      args: [[from], [ETHER]],
      valueAtomic: ETHER,
    });
    await until('both wait to be mined', async () => {
      const { pending } = await circuit.anvil.rpc<{ pending: string }>('txpool_status');
      return Number(pending) === 2;
    });
    await circuit.anvil.mine(1);
    await circuit.anvil.rpc('evm_setAutomine', [true]);
    await paid;
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => {
      const { available } = await circuit.balances(circuit.eth);
      return available === 2n * ETHER;
    });
    expect(errors).toBe('');
  });
});

describe('one of two RPCs that invents native coin sent by a transaction itself', () => {
  it('does not decide about a block whose logs came from the other', async () => {
    const invoice = await invoiceOfEther();
    const { depositAddress: to } = invoice;
    // It reports the payment of one wei as one of one ether, and the logs come from the other RPC.
    const rewrite: Rewrite = (reply) => {
      const text = JSON.stringify(reply, (_key, each: unknown) =>
        (each as { to?: unknown } | null)?.to === to && 'value' in (each as object)
          ? { ...(each as object), value: `0x${ETHER.toString(16)}` }
          : each,
      );
      return JSON.parse(text) as typeof reply;
    };
    circuit.proxies[0]?.use({ methods: ['eth_getLogs'], behaviour: { kind: 'http', status: 503 } });
    circuit.proxies[0]?.use({
      methods: ['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getTransactionByHash', 'trace_block'],
      behaviour: { kind: 'rewrite', rewrite },
    });
    await circuit.transferTogether([
      { asset: circuit.usdc, to: circuit.anvil.accounts[1] ?? '', amountAtomic: 1n },
      { asset: circuit.eth, to, amountAtomic: 1n },
    ]);
    await letItSettle();
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'underpaid' });
    await expectAvailable(0n);
  });
});
