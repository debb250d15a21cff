import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { sendUnlocked } from '../../src/chain/test-token.js';
import type { Invoice } from '../../src/db/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilSettled,
  type MoneyCircuit,
  type RunningFollower,
} from '../helpers/money-circuit.js';
import type { Rewrite } from '../helpers/rpc-proxy.js';
import { until } from '../helpers/until.js';

const ETHER = 10n ** 18n;

let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: string;

beforeEach(async () => {
  errors = '';
  const write = (line: string): void => void (errors += line);
  circuit = await startMoneyCircuit({
    ...{ slotsInAnEpoch: 4, proxies: 2, log: pino({ level: 'error' }, { write }) },
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

/** Every transaction is said to have made one more call, which brought the invoice its coin. */
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

describe('of two RPCs one that makes up native coin inside a transaction', () => {
  it('has nothing credited: both know what the address holds, and what is paid truly is', async () => {
    const asset = { chainCode: 'local', tokenSymbol: 'ETH' };
    const invoice = await circuit.invoice({ asset, decimals: 18, amountAtomic: ETHER });
    const behaviour = { kind: 'rewrite', rewrite: bringing(invoice) } as const;
    circuit.proxies[0]?.use({ methods: ['trace_block'], behaviour });
    const [from = '', to = ''] = circuit.anvil.accounts;
    await sendUnlocked({ rpcUrl: circuit.anvil.url, from, to, valueAtomic: 1n });
    await until('it stands no longer', () => errors.includes('made up'));
    await circuit.anvil.mine(16);
    await untilRead(circuit);
    await untilSettled(circuit);
    expect(await circuit.balances(circuit.asset('ETH'))).toMatchObject({ available: 0n, pending: 0n });

    circuit.proxies[0]?.clear();
    const paying = { from, to: invoice.depositAddress, valueAtomic: ETHER };
    await sendUnlocked({ rpcUrl: circuit.anvil.url, ...paying });
    await circuit.anvil.mine(3);
    await drainUntil(
      circuit,
      'completed',
      async () => (await circuit.reload(invoice)).status === 'completed',
    );
    expect(await circuit.balances(circuit.asset('ETH'))).toMatchObject({ available: ETHER, pending: 0n });
  });
});
