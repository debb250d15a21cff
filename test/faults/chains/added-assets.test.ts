import { afterEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { listUnreadRanges } from '../../../src/db/chains/asset-readings.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { addressOf } from '../../helpers/facts/facts.js';
import {
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type MoneyCircuitOptions,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { leavingOut, type Rule } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

const HOUR_MS = 3_600_000;
const EMPTY = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
/** Tokens in the old CHAINS_FILE, which a worker still has that was not restarted yet. */
const BEFORE = { tokenSymbols: ['USDC'] };
/**
 * An RPC that keeps only the logs of the last days: it refuses the logs of this token alone, but not those of all
 * tokens.
 */
const refusingLogsOf = ({ address }: Asset): Rule => ({
  methods: ['eth_getLogs'],
  behaviour: {
    kind: 'rewrite',
    rewrite: (reply, { params }) => {
      const [filter] = params as [{ address: string | string[] }];
      const error = { code: 4444, message: 'pruned history unavailable' };
      return [filter.address].flat().join() === address ? { error } : reply;
    },
  },
});

let circuit: MoneyCircuit;
let follower: RunningFollower;

async function start(options: MoneyCircuitOptions = {}): Promise<void> {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 2, oddTokens: true, ...options });
  await circuit.anvil.mine(10);
  follower = circuit.follow(BEFORE);
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

async function replaceFollower(options: Parameters<MoneyCircuit['follow']>[0] = {}): Promise<void> {
  await follower.stop();
  follower = circuit.follow(options);
  // Once it has read a block itself, it has taken over.
  await circuit.anvil.mine(1);
  await untilRead(circuit);
}
/** Makes an invoice as the API does, which already has the new CHAINS_FILE. */
const invoiceIn = (tokenSymbol: string, fields: { expiresAtMs?: number } = {}): Promise<Invoice> => {
  const { decimals } = circuit.asset(tokenSymbol);
  return circuit.invoice({ asset: { chainCode: 'local', tokenSymbol }, decimals, ...fields });
};
const statusOf = async (invoice: Invoice): Promise<string> => (await circuit.reload(invoice)).status;
const unread = () => listUnreadRanges(circuit.database.db);
const allIsRead = (): Promise<void> =>
  until('nothing is left to be read', async () => (await unread()).length === 0);
async function expectPaidOnce(invoice: Invoice): Promise<void> {
  await circuit.becomes(invoice, 'completed');
  await allIsRead();
  await circuit.drain();
  const { chainCode, tokenSymbol } = invoice.asset;
  const balance = await circuit.balances(circuit.asset(tokenSymbol));
  expect([chainCode, balance]).toEqual(['local', { ...EMPTY, available: invoice.amountAtomic }]);
  expect((await circuit.eventTypes(invoice)).filter((type) => type === 'invoice.completed')).toHaveLength(1);
}

describe('a token that is listed on a chain already followed', () => {
  it.each([
    ['a single RPC', 0],
    ['two RPCs', 2],
  ])('is credited once when paid in earlier blocks, with %s', async (_, proxies) => {
    await start({ proxies });
    const invoice = await invoiceIn('USDT');
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await untilRead(circuit);
    await replaceFollower();
    await circuit.anvil.mine(10);
    await expectPaidOnce(invoice);
    // No RPC is blamed for leaving out a token that nobody had asked for.
    expect(await circuit.database.db('rpc_omissions').select('*')).toEqual([]);
    expect(circuit.client.health().map(({ status }) => status)).not.toContain('quarantined');
  });

  it('is credited once for each payment while workers with the old and the new file take over from each other', async () => {
    await start();
    const invoices: Invoice[] = [];
    for (const options of [BEFORE, {}, BEFORE, {}]) {
      await replaceFollower(options);
      const invoice = await invoiceIn('USDT');
      invoices.push(invoice);
      await circuit.pay(invoice);
      await circuit.anvil.mine(2);
      await untilRead(circuit);
    }
    await circuit.anvil.mine(10);
    for (const invoice of invoices) await circuit.becomes(invoice, 'completed');
    await allIsRead();
    await circuit.drain();
    expect(await circuit.balances(circuit.asset('USDT'))).toEqual({ ...EMPTY, available: 400_000_000n });
  });

  it('is found in a block that an RPC leaves out of its logs, because another RPC shows it', async () => {
    await start({ proxies: 2 });
    const [lost, other] = [await invoiceIn('USDT'), await invoiceIn('USDT')];
    await circuit.transferTogether(
      [lost, other].map(({ depositAddress: to, amountAtomic }) => ({
        asset: circuit.asset('USDT'),
        to,
        amountAtomic,
      })),
    );
    await circuit.anvil.mine(2);
    await untilRead(circuit);
    circuit.proxies[0]?.use(leavingOut(lost.depositAddress));
    await replaceFollower();
    await circuit.anvil.mine(10);
    await circuit.becomes(lost, 'completed');
    await circuit.becomes(other, 'completed');
    await allIsRead();
    expect(await circuit.balances(circuit.asset('USDT'))).toEqual({ ...EMPTY, available: 200_000_000n });
  });

  it('is found even while the old logs of another new token are not available', async () => {
    await start({ proxies: 1 });
    const [withheld, paid] = [await invoiceIn('USDT'), await invoiceIn('DAI')];
    await circuit.pay(withheld);
    await circuit.pay(paid);
    await untilRead(circuit);
    const [proxy] = circuit.proxies;
    proxy?.use(refusingLogsOf(circuit.asset('USDT')));
    await replaceFollower();
    await circuit.anvil.mine(10);
    await circuit.becomes(paid, 'completed');
    expect(await unread()).toMatchObject([{ tokenSymbol: 'USDT' }]);
    proxy?.clear();
    await circuit.becomes(withheld, 'completed');
  });

  it('is searched for payouts in earlier blocks too: one that a restored backup does not know is found', async () => {
    await start();
    await invoiceIn('USDT');
    const { anvil, hotWalletAddress: from } = circuit;
    const out = { asset: circuit.asset('USDT'), to: addressOf(0xf00d), amountAtomic: 7n };
    await circuit.transfer({ ...out, to: from });
    await anvil.rpc('anvil_setBalance', [from, `0x${(10n ** 18n).toString(16)}`]);
    await anvil.rpc('anvil_impersonateAccount', [from]);
    const { to, data } = transferCall(out);
    await anvil.rpc('eth_sendTransaction', [{ from, to, data }]);
    await untilRead(circuit);
    await replaceFollower();
    await anvil.mine(10);
    await allIsRead();
    expect(await circuit.database.db('outside_payments').select('*')).toMatchObject([
      { token_symbol: 'USDT', from_address: from, to_address: out.to, amount_atomic: 7n },
    ]);
  });

  it('keeps its invoices from expiring until the earlier blocks are read', async () => {
    await start();
    const [paid, unpaid] = [await invoiceIn('USDT'), await invoiceIn('USDT')];
    await circuit.pay(paid);
    await untilRead(circuit);
    await replaceFollower();
    await circuit.anvil.rpc('evm_increaseTime', [(2 * HOUR_MS) / 1_000]);
    await circuit.anvil.mine(1);
    await untilRead(circuit);
    await circuit.drain();
    expect(await statusOf(paid)).toBe('pending');
    expect(await statusOf(unpaid)).toBe('pending');
    await circuit.anvil.mine(10);
    await expectPaidOnce(paid);
    await circuit.becomes(unpaid, 'expired');
    expect(await circuit.eventTypes(paid)).not.toContain('invoice.expired');
  });

  it('delays nothing when it is removed before the earlier blocks are read; when it returns, they are read', async () => {
    await start();
    const paid = await invoiceIn('USDT');
    await circuit.pay(paid);
    await untilRead(circuit);
    await replaceFollower();
    expect(await unread()).toHaveLength(1);
    await replaceFollower(BEFORE);
    expect(await unread()).toEqual([]);
    await circuit.anvil.mine(2);
    await untilRead(circuit);
    await replaceFollower();
    await circuit.anvil.mine(10);
    await expectPaidOnce(paid);
  });

  it('is searched again in blocks that a reorganisation brought while it was not listed', async () => {
    await start();
    await replaceFollower();
    await invoiceIn('USDT');
    await circuit.anvil.mine(3);
    await untilRead(circuit);
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    await replaceFollower(BEFORE);
    await circuit.anvil.reorg(2);
    await untilRead(circuit);
    await replaceFollower();
    expect(await unread()).toMatchObject([{ tokenSymbol: 'USDT', fromNumber: height, toNumber: height + 1 }]);
  });

  it('causes no second reading where no invoice could be paid in it', async () => {
    await start();
    await circuit.invoice();
    await replaceFollower();
    expect(await unread()).toEqual([]);
    await replaceFollower(BEFORE);
    await circuit.anvil.mine(2);
    await untilRead(circuit);
    const known = await circuit.database.db('asset_readings').where({ token_symbol: 'USDT' }).select('*');
    expect(known).toHaveLength(1);
    await replaceFollower();
    expect(await unread()).toEqual([]);
  });
});

it('the native coin, added to a chain already followed: an earlier payment is found by the audit at the end, and is on time', async () => {
  await start();
  const invoice = await invoiceIn('ETH');
  await circuit.pay(invoice);
  await circuit.anvil.mine(2);
  await untilRead(circuit);
  await replaceFollower();
  await circuit.anvil.rpc('evm_increaseTime', [(2 * HOUR_MS) / 1_000]);
  await circuit.anvil.mine(10);
  await expectPaidOnce(invoice);
});
