import { MockActivityEnvironment } from '@temporalio/testing';
import pino from 'pino';
import { createChainActivities } from '../../activities/chain.js';
import { createInvoiceActivities } from '../../activities/invoice.js';
import { createSignerActivities } from '../../activities/signer.js';
import { createWithdrawalActivities } from '../../activities/withdrawal.js';
import { hotWalletOf } from '../../src/chain/keys.js';
import { createChainClient, type ChainClient } from '../../src/chain/rpc.js';
import { deployTestToken, mintTestToken, sendUnlocked } from '../../src/chain/test-token.js';
import { toChecksumAddress } from '../../src/chain/address.js';
import { transferCall } from '../../src/chain/broadcast.js';
import { listBalances } from '../../src/db/balances.js';
import { transaction } from '../../src/db/database.js';
import { findInvoice, type Invoice } from '../../src/db/invoices.js';
import { ensureWallet } from '../../src/db/sent-transactions.js';
import { createWithdrawal, decideWithdrawal } from '../../src/db/withdrawal-orders.js';
import { findWithdrawal, type Withdrawal } from '../../src/db/withdrawals.js';
import type { Asset, Chain } from '../../src/domain/asset.js';
import { startAnvil, type Anvil } from './anvil.js';
import { insertInvoice, insertMerchant } from './facts.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';
import { until } from './until.js';

/** Any valid mnemonic that is not anvil's own: its wallets start empty. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** A follower as a worker runs it, to be stopped or abandoned. */
export interface RunningFollower {
  /** Cancels it as a worker's shutdown does, and waits for its end. */
  stop(): Promise<void>;
  /** How it ended, when it did by itself. */
  readonly ended: Promise<unknown>;
}

/**
 * The activities on a real chain and a real database. In Temporal's place `drain` runs what the outbox asks for, at
 * once and in the test's own order, so that a test can stop the world between any two steps.
 */
export interface MoneyCircuit {
  readonly anvil: Anvil;
  readonly database: TestDatabase;
  readonly merchantId: string;
  readonly chain: Chain;
  readonly usdc: Asset;
  readonly hotWalletAddress: string;
  readonly client: ChainClient;
  readonly signer: ReturnType<typeof createSignerActivities>;
  follow(): RunningFollower;
  /** Runs every workflow that the outbox names until it waits. */
  drain(): Promise<void>;
  invoice(
    fields?: Parameters<typeof insertInvoice>[1] extends infer F ? Partial<F> : never,
  ): Promise<Invoice>;
  pay(invoice: Invoice, amountAtomic?: bigint): Promise<void>;
  fundHotWallet(): Promise<void>;
  approvedWithdrawal(amountAtomic: bigint, address?: string): Promise<Withdrawal>;
  reload(invoice: Invoice): Promise<Invoice>;
  reloadWithdrawal(withdrawal: Withdrawal): Promise<Withdrawal>;
  balances(): Promise<Record<'available' | 'pending' | 'held' | 'reserved' | 'deficit', bigint>>;
  close(): Promise<void>;
}

export async function startMoneyCircuit(
  options: { slotsInAnEpoch?: number; offersNative?: boolean } = {},
): Promise<MoneyCircuit> {
  const database = await createTestDatabase();
  const anvil = await startAnvil({ slotsInAnEpoch: options.slotsInAnEpoch ?? 8 });
  const { db } = database;
  const { address } = await deployTestToken({ rpcUrl: anvil.url });
  const { chain, usdc } = chainOf(anvil, {
    tokenAddress: address,
    offersNative: options.offersNative ?? true,
  });
  const client = createChainClient(chain, { timeoutMs: 2_000, maxRounds: 1 });
  const hotWallet = hotWalletOf(MNEMONIC);
  await ensureWallet(db, { chainCode: chain.chainCode, address: hotWallet.address });
  const merchantId = await insertMerchant(db);
  const deps = {
    db,
    chains: new Map([[chain.chainCode, chain]]),
    chainClient: () => client,
    now: Date.now,
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
  };
  const invoices = createInvoiceActivities(deps);
  const withdrawals = createWithdrawalActivities(deps);
  const signer = createSignerActivities({ ...deps, hotWallet });

  const advance = async (withdrawalId: string): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { next } = await withdrawals.advanceWithdrawal({ withdrawalId });
      if (next !== 'send') return;
      await signer.sendWithdrawal({ withdrawalId });
    }
  };
  const drain = async (): Promise<void> => {
    const rows = await db('outbox').select<{ outbox_id: number; kind: string; target_id: string }[]>('*');
    for (const row of rows) {
      if (row.kind === 'invoice') await invoices.settleInvoice({ invoiceId: row.target_id });
      if (row.kind === 'withdrawal') await advance(row.target_id);
    }
    await db('outbox')
      .whereIn(
        'outbox_id',
        rows.map((row) => row.outbox_id),
      )
      .delete();
    if (rows.some((row) => row.kind !== 'delivery')) await drain();
  };

  return {
    anvil,
    database,
    merchantId,
    chain,
    usdc,
    hotWalletAddress: hotWallet.address,
    client,
    signer,
    drain,
    follow: () => {
      const environment = new MockActivityEnvironment();
      const activities = createChainActivities(deps);
      const run = environment.run(() => activities.followChain({ chainCode: chain.chainCode }));
      const ended = Promise.resolve(run).then(
        () => undefined,
        (error: unknown) => error,
      );
      return {
        ended,
        stop: async () => {
          environment.cancel();
          await ended;
        },
      };
    },
    invoice: (fields = {}) => insertInvoice(db, { merchantId, ...fields }),
    pay: async (invoice, amountAtomic = invoice.amountAtomic) => {
      const [customer] = anvil.accounts;
      await mintTestToken({ rpcUrl: anvil.url, tokenAddress: address, to: customer ?? '', amountAtomic });
      const { to, data } = transferCall({ asset: usdc, to: invoice.depositAddress, amountAtomic });
      await sendUnlocked({ rpcUrl: anvil.url, to, data });
    },
    fundHotWallet: async () => {
      const to = hotWallet.address;
      await mintTestToken({ rpcUrl: anvil.url, tokenAddress: address, to, amountAtomic: 1_000_000_000n });
      await sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 10n ** 18n });
    },
    approvedWithdrawal: (amountAtomic, to = `0x${'77'.repeat(20)}`) =>
      transaction(db, async (trx) => {
        const nowMs = Date.now();
        const { withdrawalId } = await createWithdrawal(trx, {
          merchantId,
          asset: usdc,
          amountAtomic,
          address: to,
          merchantReference: null,
          metadata: {},
          nowMs,
        });
        return decideWithdrawal(trx, {
          withdrawalId,
          decision: 'approve',
          reason: null,
          actor: { kind: 'cli', id: null, ip: null },
          nowMs,
          showAddress: toChecksumAddress,
        });
      }),
    reload: async (invoice) => {
      const found = await findInvoice(db, { invoiceId: invoice.invoiceId });
      if (found === undefined) throw new Error('the invoice is there');
      return found;
    },
    reloadWithdrawal: async (withdrawal) => {
      const found = await findWithdrawal(db, { withdrawalId: withdrawal.withdrawalId });
      if (found === undefined) throw new Error('the withdrawal is there');
      return found;
    },
    balances: async () => {
      const all = await listBalances(db, merchantId);
      return (
        all.find(({ tokenSymbol }) => tokenSymbol === 'USDC') ?? {
          available: 0n,
          pending: 0n,
          held: 0n,
          reserved: 0n,
          deficit: 0n,
        }
      );
    },
    close: async () => {
      await client.close();
      await Promise.all([anvil.stop(), database.drop()]);
    },
  };
}

function chainOf(
  anvil: Anvil,
  { tokenAddress, offersNative }: { tokenAddress: string; offersNative: boolean },
): { chain: Chain; usdc: Asset } {
  const common = { chainCode: 'local', minInvoiceAtomic: 1n, minWithdrawalAtomic: 1n };
  const usdc: Asset = { ...common, tokenSymbol: 'USDC', kind: 'erc20', address: tokenAddress, decimals: 6 };
  const eth: Asset = { ...common, tokenSymbol: 'ETH', kind: 'native', address: null, decimals: 18 };
  const chain: Chain = {
    chainCode: 'local',
    chainId: 31337,
    name: 'Local chain',
    rpcUrls: [anvil.url],
    confirmations: 3,
    explorerUrl: null,
    coldAddress: null,
    nativeSymbol: 'ETH',
    maxFeePerGasWei: 10n ** 12n,
    pollIntervalMs: 50,
    assets: offersNative ? [eth, usdc] : [usdc],
  };
  return { chain, usdc };
}

/** Drains until the condition holds: what a worker's loops do. */
export async function drainUntil(
  circuit: MoneyCircuit,
  what: string,
  holds: () => Promise<boolean>,
): Promise<void> {
  await until(what, async () => {
    await circuit.drain();
    return holds();
  });
}
