import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApiKey } from '../../../src/db/merchants/api-keys.js';
import { transaction } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import {
  circuitDepositAddress,
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';

const HOUR_SECONDS = 3_600;
const CONFIRMING_BLOCKS = 6;
let circuit: MoneyCircuit;
let follower: RunningFollower;
let api: TestApi;
let key: string;

beforeEach(async () => {
  circuit = await startMoneyCircuit();
  follower = circuit.keepFollowing();
  const chains = new Map([[circuit.chain.chainCode, circuit.chain]]);
  const deps = { chains, books: chains, depositAddress: circuitDepositAddress };
  api = await startApi(deps, {}, circuit.database);
  const owner = { merchantId: circuit.merchantId };
  const made = await transaction(circuit.database.db, (trx) =>
    createApiKey(trx, { owner, name: 'key', scopes: MERCHANT_SCOPES, approved: true }),
  );
  key = made.key;
});
afterEach(async () => {
  await api.close();
  await follower.stop();
  await circuit.close();
});

interface Held {
  readonly reason: string;
  readonly tokenSymbol: string;
  readonly amountAtomic: string;
  readonly txHash: string | null;
}

async function readHeld({ invoiceId }: Invoice): Promise<readonly Held[]> {
  const { body } = await api.ask('GET', `/v1/invoices/${invoiceId}`, { key });
  return (body.data as unknown as { held: readonly Held[] }).held;
}

/** Lets the invoice expire by the time of its chain. Its clock may be seconds late, so a minute is added. */
async function expire(invoice: Invoice): Promise<void> {
  await circuit.anvil.rpc('evm_increaseTime', [HOUR_SECONDS + 60]);
  await circuit.anvil.mine(1);
  await circuit.becomes(invoice, 'expired');
}

async function pay({ depositAddress }: Invoice, tokenSymbol: string, amountAtomic: bigint): Promise<string> {
  const asset = circuit.asset(tokenSymbol);
  const { txHash } = await circuit.transfer({ asset, to: depositAddress, amountAtomic });
  await circuit.anvil.mine(CONFIRMING_BLOCKS);
  await untilAllDone(circuit);
  return txHash;
}

/** One way in which money of the invoice becomes held. @returns the transaction that brought it. */
type Story = (invoice: Invoice) => Promise<string>;

const STORIES: readonly [
  reason: string,
  shown: { tokenSymbol: string; amountCrypto: string },
  story: Story,
][] = [
  [
    'late',
    { tokenSymbol: 'USDC', amountCrypto: '100.000000' },
    async (invoice) => {
      await expire(invoice);
      return pay(invoice, 'USDC', invoice.amountAtomic);
    },
  ],
  [
    'too_little',
    { tokenSymbol: 'USDC', amountCrypto: '40.000000' },
    async (invoice) => {
      const txHash = await pay(invoice, 'USDC', 40_000_000n);
      await expire(invoice);
      return txHash;
    },
  ],
  [
    'cancelled',
    { tokenSymbol: 'USDC', amountCrypto: '100.000000' },
    async (invoice) => {
      await circuit.cancel(invoice);
      return pay(invoice, 'USDC', invoice.amountAtomic);
    },
  ],
  [
    'unexpected',
    { tokenSymbol: 'ETH', amountCrypto: '0.005000' },
    (invoice) => pay(invoice, 'ETH', 5_000_000_000_000_000n),
  ],
];

it.each(STORIES)(
  'money that is held because it is %s says so in the invoice, its timeline and its event',
  async (reason, shown, story) => {
    const invoice = await circuit.invoice();
    const txHash = await story(invoice);
    await drainUntil(circuit, 'held', async () => (await readHeld(invoice)).length > 0);
    const held = await readHeld(invoice);
    const sent = await circuit.anvil.rpc<{ from: string }>('eth_getTransactionByHash', [txHash]);
    expect(held).toEqual([
      {
        chainCode: 'local',
        reason,
        ...shown,
        txHash,
        amountAtomic: expect.stringMatching(/^\d+$/),
        from: expect.stringMatching(new RegExp(`^${sent.from}$`, 'i')),
      },
    ]);
    const timeline = await api.ask('GET', `/v1/invoices/${invoice.invoiceId}/timeline`, { key });
    const told = (timeline.list as unknown as { event?: string; held?: unknown }[]).filter(
      ({ event }) => event === 'invoice.payment_held',
    );
    expect(told).toMatchObject([{ held }]);
    const bodies = await circuit.database
      .db('events')
      .where({ invoice_id: invoice.invoiceId, type: 'invoice.payment_held' })
      .pluck<string[]>('body');
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toMatchObject([{ data: { held } }]);
  },
);
