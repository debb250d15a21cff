import { randomBytes } from 'node:crypto';
import type { TransactionSigner } from '../src/chain/keys/types.js';
import { sendRawTransaction, transferCall } from '../src/chain/sending/broadcast.js';
import { depositXpubOf, generateMnemonic, hotWalletOf } from '../src/chain/keys/keys.js';
import { createChainClient } from '../src/chain/rpc/chain-client.js';
import { openDatabase, type Database } from '../src/db/core/database.js';
import type { ChildProgram } from '../src/local/child-program.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker, type BlockMaker } from './parts/block-maker.js';
import { approveWithdrawals, fund, newAddress, requestWithdrawals } from './parts/payouts.js';
import { createInvoices, paymentsFor, startProduct, type Product } from './parts/product.js';
import { until } from './parts/wait.js';
import { databaseUrlOf, startSigner, STOP_TIMEOUT_MS } from './parts/worker.js';

const WARM_UP_WITHDRAWALS = 20;
const WITHDRAWALS = 400;
/** Invoices of 25 USDC each: together more than all withdrawals take. */
const INVOICES = 40;
const AMOUNT_ATOMIC = 1_000_000n;
const SLOTS_IN_AN_EPOCH = 4;
const GAS_LIMIT = 65_000n;
const MAX_FEE_WEI = 10n ** 11n;

/** Pays the merchant's invoices, so that it has money to withdraw. */
async function earn(context: BenchContext, product: Product, maker: BlockMaker): Promise<void> {
  await maker.send(paymentsFor(await createInvoices(product, INVOICES)));
  await maker.mine();
  await maker.mineEmpty(maker.chain.confirmations);
  await until(context, 'the merchant has its money', async () => {
    const query = { status: 'completed', limit: 100 };
    const { data } = await product.merchant.api.list('/v1/invoices', { query });
    return data.length === INVOICES;
  });
}

/** Waits until every withdrawal is sent. @returns the time of the last first sending in the database, in epoch ms. */
async function untilAllSent(context: BenchContext, db: Database): Promise<number> {
  let lastSentAtMs = 0;
  await until(context, 'all withdrawals are sent', async () => {
    const { rows } = await db.raw<{ rows: { unsent: number; last: Date | null }[] }>(
      `SELECT count(*) FILTER (WHERE first_sent_at IS NULL) AS unsent, max(first_sent_at) AS last
         FROM withdrawals LEFT JOIN sent_transactions USING (withdrawal_id)`,
    );
    const [sent] = rows;
    lastSentAtMs = sent?.last?.getTime() ?? 0;
    return sent?.unsent === 0;
  });
  return lastSentAtMs;
}

/** Mines and confirms all transactions. Otherwise the signer would send them again during the next measurement. */
async function complete(
  context: BenchContext,
  { maker, db }: { maker: BlockMaker; db: Database },
): Promise<void> {
  // The first of these blocks hold what was sent.
  await maker.mineEmpty(maker.chain.confirmations + 2);
  await until(context, 'all withdrawals are completed', async () => {
    const row = await db('withdrawals').whereNot({ status: 'completed' }).first<object | undefined>('status');
    return row === undefined;
  });
}

/** Approves while a signer runs. @returns the time from the first approval's request to the last sending, in ms. */
async function approveAndSend(
  context: BenchContext,
  { product, db, count }: { product: Product; db: Database; count: number },
): Promise<number> {
  const withdrawals = await requestWithdrawals(product, count);
  const startedAtMs = Date.now();
  await approveWithdrawals(context, product, withdrawals);
  return (await untilAllSent(context, db)) - startedAtMs;
}

/**
 * Approves all withdrawals while no signer runs, so that the operators' requests are not in the measured time. Each
 * withdrawal's workflow is started and waits for a signer. Then a signer is started.
 *
 * The clock starts when the signer says that it polls for its first task. It does not start at the first signature or
 * the first sending, because those are recorded for a whole batch at once. So the measured time contains the signer's
 * look at the chain, its first connections and the compilation of its code. It also contains the tasks of all workflows,
 * the policy and the ledger. The clock stops at the last time that the database has for a first sending.
 *
 * @returns the measured time, in ms.
 */
async function sendBacklog(
  context: BenchContext,
  { product, db, start }: { product: Product; db: Database; start: () => Promise<unknown> },
): Promise<number> {
  await approveWithdrawals(context, product, await requestWithdrawals(product, WITHDRAWALS));
  await until(context, 'each workflow is told', async () => {
    const row = await db('outbox').first<object | undefined>('kind');
    return row === undefined;
  });
  await start();
  const startedAtMs = Date.now();
  return (await untilAllSent(context, db)) - startedAtMs;
}

/** Signs and sends the same transfers, each after the node has taken the one before. @returns the total time, in ms. */
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
      chainId: maker.chain.chainId,
      nonce,
      ...call,
      gasLimit: GAS_LIMIT,
      maxFeePerGasWei: MAX_FEE_WEI,
      maxPriorityFeePerGasWei: 1n,
    });
    const { outcome, message } = await sendRawTransaction(client, raw);
    if (outcome !== 'accepted') throw new Error(`The chain did not take a bare transfer: ${message}`);
  }
  return performance.now() - startedAtMs;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const { chainsFile } = maker;
  const keys = { mnemonic: generateMnemonic(), secretsKey: randomBytes(32).toString('base64') };
  const product = await startProduct(context, {
    CHAINS_FILE: chainsFile,
    SECRETS_KEY: keys.secretsKey,
    DEPOSIT_XPUB: depositXpubOf(keys.mnemonic),
    WORKER_ROLES: 'core,chain,webhooks',
  });
  const db = openDatabase({ url: databaseUrlOf(context), maxConnections: 1 });
  context.onEnd(() => db.destroy());
  const start = (): Promise<ChildProgram> => startSigner(context, { ...product, ...keys, chainsFile });
  const bareWallet = hotWalletOf(generateMnemonic());
  for (const { address } of [hotWalletOf(keys.mnemonic), bareWallet]) await fund(maker, address);
  await earn(context, product, maker);
  const signer = await start();
  await approveAndSend(context, { product, db, count: WARM_UP_WITHDRAWALS });
  const approvedAndSentInMs = await approveAndSend(context, { product, db, count: WITHDRAWALS });
  await complete(context, { maker, db });
  await signer.stop({ timeoutMs: STOP_TIMEOUT_MS });
  const sentInMs = await sendBacklog(context, { product, db, start });
  const bareInMs = await sendBare(context, maker, bareWallet);
  const against = {
    unit: 'per second',
    reference: 'bare signing and sending of the same transactions, one after the other',
    referenceValue: WITHDRAWALS / (bareInMs / 1_000),
  };
  return [
    {
      measure:
        'withdrawals from approved to sent, out of one wallet, through the whole product, from a backlog',
      value: WITHDRAWALS / (sentInMs / 1_000),
      ...against,
    },
    {
      measure: "the same with each approval's own request of an operator",
      value: WITHDRAWALS / (approvedAndSentInMs / 1_000),
      ...against,
    },
  ];
}

export const withdrawals: Bench = {
  name: 'withdrawals',
  summary: 'withdrawals a second from approved to sent, against bare signing and sending',
  run,
};
