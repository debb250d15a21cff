import { randomBytes, randomUUID } from 'node:crypto';
import { sendRawTransaction, transferCall } from '../src/chain/broadcast.js';
import { generateMnemonic, hotWalletOf, type TransactionSigner } from '../src/chain/keys.js';
import { createChainClient } from '../src/chain/rpc.js';
import { createApiClient } from '../src/local/tour/api-client.js';
import { callRpc } from '../src/local/json-rpc.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker, type BlockMaker } from './parts/block-maker.js';
import { createInvoices, paymentsFor, startProduct, type Product } from './parts/product.js';
import { until } from './parts/wait.js';

const WARM_UP_WITHDRAWALS = 20;
const WITHDRAWALS = 200;
/** Of 25 USDC each: more than all withdrawals take. */
const INVOICES = 12;
const AMOUNT_CRYPTO = '1';
const AMOUNT_ATOMIC = 1_000_000n;
const SLOTS_IN_AN_EPOCH = 4;
/** Operators who approve at once. */
const APPROVALS_AT_ONCE = 8;
const GAS_MONEY_WEI = 10n ** 20n;
const TOKENS_ATOMIC = 10n ** 12n;
const GAS_LIMIT = 65_000n;
const MAX_FEE_WEI = 10n ** 11n;
const ADDRESS_BYTES = 20;

interface Withdrawal {
  readonly withdrawalId: string;
}

const newAddress = (): string => `0x${randomBytes(ADDRESS_BYTES).toString('hex')}`;

async function fund(maker: BlockMaker, address: string): Promise<void> {
  await callRpc(maker.rpcUrl, 'anvil_setBalance', [address, `0x${GAS_MONEY_WEI.toString(16)}`]);
  await maker.send([{ to: address, amountAtomic: TOKENS_ATOMIC }]);
  await maker.mine();
}

/** The merchant earns what it will withdraw. */
async function earn(context: BenchContext, product: Product, maker: BlockMaker): Promise<void> {
  await maker.send(paymentsFor(await createInvoices(product, INVOICES)));
  await maker.mine();
  await maker.mineEmpty(maker.chain.confirmations);
  await until(context, 'the merchant has its money', async () => {
    const done = await product.merchant.api.get<readonly unknown[]>('/v1/invoices?status=completed');
    return done.length === INVOICES;
  });
}

async function request({ merchant }: Product, count: number): Promise<Withdrawal[]> {
  const requested: Withdrawal[] = [];
  for (let index = 0; index < count; index += 1) {
    requested.push(
      await merchant.api.post<Withdrawal>('/v1/withdrawals', {
        idempotencyKey: randomUUID(),
        body: {
          chainCode: 'local',
          tokenSymbol: 'USDC',
          amountCrypto: AMOUNT_CRYPTO,
          address: newAddress(),
        },
      }),
    );
  }
  return requested;
}

/** Approves them by several operators at once. @returns from the first approval until the last is sent, in ms. */
async function sendAll(context: BenchContext, product: Product, count: number): Promise<number> {
  const { baseUrl, operator, merchant } = product;
  const withdrawals = await request(product, count);
  const api = createApiClient({ baseUrl, key: operator.key, signal: context.signal });
  const startedAtMs = performance.now();
  const approveSome = async (): Promise<void> => {
    for (let next = withdrawals.shift(); next !== undefined; next = withdrawals.shift())
      await api.post(`/admin/v1/withdrawals/${next.withdrawalId}/approve`, {});
  };
  await Promise.all(Array.from({ length: APPROVALS_AT_ONCE }, approveSome));
  await until(context, 'all withdrawals are sent', async () => {
    const left = await merchant.api.get<readonly unknown[]>('/v1/withdrawals?status=approved&limit=1');
    return left.length === 0;
  });
  return performance.now() - startedAtMs;
}

/** Signs the same transfers and sends them, each when the node has taken the one before. @returns ms for all. */
async function sendBare(
  context: BenchContext,
  maker: BlockMaker,
  wallet: TransactionSigner,
): Promise<number> {
  const client = createChainClient(maker.chain);
  context.onEnd(() => client.close());
  const startedAtMs = performance.now();
  for (let nonce = 0; nonce < WITHDRAWALS; nonce += 1) {
    const call = transferCall({ asset: maker.token, to: newAddress(), amountAtomic: AMOUNT_ATOMIC });
    const { raw } = await wallet.signTransaction({
      ...{ chainId: maker.chain.chainId, nonce, ...call, gasLimit: GAS_LIMIT },
      ...{ maxFeePerGasWei: MAX_FEE_WEI, maxPriorityFeePerGasWei: 1n },
    });
    const { outcome, message } = await sendRawTransaction(client, raw);
    if (outcome !== 'accepted') throw new Error(`The chain did not take a bare transfer: ${message}`);
  }
  return performance.now() - startedAtMs;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const product = await startProduct(context, { CHAINS_FILE: maker.chainsFile });
  const bareWallet = hotWalletOf(generateMnemonic());
  for (const address of [product.hotWalletAddress, bareWallet.address]) await fund(maker, address);
  await earn(context, product, maker);
  await sendAll(context, product, WARM_UP_WITHDRAWALS);
  const sentInMs = await sendAll(context, product, WITHDRAWALS);
  const bareInMs = await sendBare(context, maker, bareWallet);
  return [
    {
      measure: 'withdrawals from approved to sent, out of one wallet, through the whole product',
      value: WITHDRAWALS / (sentInMs / 1_000),
      unit: 'per second',
      reference: 'bare signing and sending of the same transactions, one after the other',
      referenceValue: WITHDRAWALS / (bareInMs / 1_000),
    },
  ];
}

export const withdrawals: Bench = {
  name: 'withdrawals',
  summary: 'withdrawals a second from approved to sent, against bare signing and sending',
  run,
};
