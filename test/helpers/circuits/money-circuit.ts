import { createWithdrawal } from '../../../src/db/withdrawals/create-withdrawal.js';
import { refundHeld } from '../../../src/db/withdrawals/refund-held.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import pino, { type Logger } from 'pino';
import type { SignerActivities } from '../../../activities/contract.js';
import type { FollowerDependencies } from '../../../activities/chains/follower.js';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { depositXpubOf, hotWalletOf, sweepKeysOf } from '../../../src/chain/keys/keys.js';
import { createDepositDeriver } from '../../../src/chain/keys/deposit-address.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { listBalances, type Balance } from '../../../src/db/ledger/balances.js';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import { transaction } from '../../../src/db/core/database.js';
import {
  acceptHeld,
  cancelInvoice,
  type InvoiceOrderContext,
} from '../../../src/db/invoices/invoice-orders.js';
import { findInvoice, type Invoice } from '../../../src/db/invoices/invoices.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import { findWithdrawal, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import type { DeriveDeposit } from '../../../src/domain/invoices/proven-deposit.js';
import type { SignerLimits } from '../../../src/domain/wallets/signer-limits.js';
import type { SignerApprovers } from '../../../src/domain/withdrawals/required-signatures.js';
import { readEventTypes } from './event-types.js';
import { createDrain, type CircuitDependencies } from './circuit-drain.js';
import { startCircuitChain, type CircuitChain, type CircuitChainOptions } from './circuit-chain.js';
import { insertInvoice, insertMerchant, type InvoiceFields } from '../facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../services/postgres.js';
import { releaseOutside } from './release-outside.js';
import { followOnce, keepRunning, type FollowOptions, type RunningFollower } from './running-follower.js';
import { followByStep, type SteppingFollower } from './stepping-follower.js';
import { replaceRpcs, type KeptCircuit } from './kept-circuit.js';
import { until, type UntilOptions } from '../until.js';

export type { RunningFollower };

/** Any valid mnemonic that is not anvil's own: its wallets start empty. */
export const CIRCUIT_MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** The hot wallet, derived once for all circuits of a file. */
export const CIRCUIT_WALLET = hotWalletOf(CIRCUIT_MNEMONIC);
const CIRCUIT_SWEEP_KEYS = sweepKeysOf(CIRCUIT_MNEMONIC);
/** Derives the deposit addresses of all circuits. */
export const circuitDepositAddress = createDepositDeriver(depositXpubOf(CIRCUIT_MNEMONIC));
const RECIPIENT = `0x${'77'.repeat(20)}`;

export interface MoneyCircuitOptions extends CircuitChainOptions, Pick<FollowerDependencies, 'paces'> {
  /** Whether there is a second chain, `other`, with the same tokens at other addresses. */
  readonly otherChain?: boolean;
  /** The product's clock, epoch ms. */
  readonly now?: () => number;
  /** Returns the client for everything that asks the chain from now on. Default: the circuit's own. */
  readonly clientOf?: () => ChainClient | undefined;
  /** Default: a log at the level of LOG_LEVEL, or silent without it. */
  readonly log?: Logger;
  /** Derives the deposit addresses. Default: from {@link CIRCUIT_MNEMONIC}. */
  readonly depositAddress?: DeriveDeposit;
  /** The signer's own limits. Default: none. */
  readonly limits?: SignerLimits;
  /** The approvers whose signatures the signer requires. Default: nobody. */
  readonly approvers?: SignerApprovers;
  /** False: coins have a value, so a signing worker with approvers must account for each nonce. Default true. */
  readonly localMode?: boolean;
  /** Key of the hot wallet. Default: that of {@link CIRCUIT_MNEMONIC}. */
  readonly hotWallet?: TransactionSigner;
  /**
   * Whether assets stay frozen that the follower freezes for transfers from outside. Default false: an operator
   * releases them before each signature, since most tests are about the time after that.
   */
  readonly freezesStay?: boolean;
  /** Goes on from a circuit that was kept. Default: an empty chain, and books with nothing but a merchant. */
  readonly kept?: KeptCircuit;
}

type AssetBalance = Omit<Balance, 'chainCode' | 'tokenSymbol'>;
const NOTHING: AssetBalance = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };

/**
 * The activities on a real chain and a real database, without Temporal. Instead, `drain` runs at once what the outbox
 * asks for. The test decides the order, so it can stop the world between any two steps.
 */
export interface MoneyCircuit extends Omit<CircuitChain, 'stop'> {
  readonly database: TestDatabase;
  readonly merchantId: string;
  readonly hotWalletAddress: string;
  /** The wallet that pays for sweeping. */
  readonly sweepWalletAddress: string;
  readonly signer: SignerActivities;
  /** Restarts the signing worker. It has forgotten its signatures, unless a file keeps them. */
  restartSigner(memoryFile?: string): void;
  /** Starts a second signing worker beside it. */
  startSigner(memory?: { memoryFile?: string | null; defaultMemoryFile?: string }): SignerActivities;
  /** The second chain. Throws when the circuit was started without it. */
  readonly other: () => CircuitChain;
  /** Starts one follower, of the first chain unless another is named. After an error it does not start again. */
  follow(options?: FollowOptions): RunningFollower;
  /** Follows as under Temporal: after an error the follower starts again, until it is stopped. */
  keepFollowing(chainCode?: string): RunningFollower;
  /** Returns a follower that reads only when it is told to. */
  followByStep(chainCode?: string): SteppingFollower;
  /** Runs every workflow that the outbox names, and every one whose timer is due, until it waits. */
  drain(): Promise<void>;
  /** Drains until the invoice has this status. */
  becomes(invoice: Invoice, status: string): Promise<void>;
  invoice(fields?: InvoiceFields & { merchantId?: string }): Promise<Invoice>;
  /** Pays an invoice in its own asset, on its own chain. */
  pay(invoice: Invoice, amountAtomic?: bigint): Promise<void>;
  cancel(invoice: Invoice): Promise<void>;
  accept(invoice: Invoice): Promise<void>;
  /** Refunds what is held: one withdrawal for each asset. */
  refund(invoice: Invoice, address?: string): Promise<Withdrawal[]>;
  fundHotWallet(): Promise<void>;
  withdrawal(
    amountAtomic: bigint,
    request?: { address?: string; merchantId?: string; asset?: Asset },
  ): Promise<Withdrawal>;
  decide(withdrawal: Withdrawal, decision: 'approve' | 'reject' | 'cancel' | 'stop'): Promise<Withdrawal>;
  approvedWithdrawal(amountAtomic: bigint, address?: string): Promise<Withdrawal>;
  reload(invoice: Invoice): Promise<Invoice>;
  reloadWithdrawal(withdrawal: Withdrawal): Promise<Withdrawal>;
  /** Returns a balance: of the circuit's merchant in USDC of the first chain, unless others are named. */
  balances(asset?: Asset, ofMerchantId?: string): Promise<AssetBalance>;
  /** Returns the types of an invoice's events, in order. Throws when the webhooks' worker would refuse to send one. */
  eventTypes(invoice: Invoice): Promise<string[]>;
  close(): Promise<void>;
}

export async function startMoneyCircuit(options: MoneyCircuitOptions = {}): Promise<MoneyCircuit> {
  const { kept } = options;
  const database = await createTestDatabase(kept?.template, { isReused: true });
  const first = await startCircuitChain({ ...options, ...(kept === undefined ? {} : { from: kept.chain }) });
  const other =
    options.otherChain === true
      ? await startCircuitChain({ ...options, chainCode: 'other', chainId: 31_338 })
      : undefined;
  const both = [first, ...(other === undefined ? [] : [other])];
  // Each part has only the rights of its process, so that a missing privilege is noticed here.
  const [db, core, api] = [database.db, database.as('quittance_core'), database.as('quittance_api')];
  const hotWallet = options.hotWallet ?? CIRCUIT_WALLET;
  const sweepKeys = CIRCUIT_SWEEP_KEYS;
  for (const { chain } of both) {
    const { chainCode } = chain;
    await ensureWallet(db, { chainCode, address: hotWallet.address });
    await ensureWallet(db, { chainCode, address: sweepKeys.wallet.address, role: 'sweep' });
  }
  if (kept !== undefined) await replaceRpcs(db, { before: kept.rpcUrls, after: first.chain.rpcUrls });
  const merchantId = kept?.merchantId ?? (await insertMerchant(db));
  const chainOf = (chainCode: string): CircuitChain => {
    const found = both.find(({ chain }) => chain.chainCode === chainCode);
    if (found === undefined) throw new Error(`This circuit has no chain ${chainCode}`);
    return found;
  };
  const deps: CircuitDependencies = {
    db: core,
    chains: new Map(both.map(({ chain }) => [chain.chainCode, chain])),
    chainClient: (chainCode) => options.clientOf?.() ?? chainOf(chainCode).client,
    depositAddress: options.depositAddress ?? circuitDepositAddress,
    now: options.now ?? Date.now,
    log: options.log ?? pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
    refusedAfterMs: 86_400_000,
    ...(options.paces === undefined ? {} : { paces: options.paces }),
  };
  const { limits = null, approvers = null, localMode = true } = options;
  const startSigner: MoneyCircuit['startSigner'] = (memory = {}) =>
    createSignerActivities({
      ...deps,
      db: database.as('quittance_signer'),
      hotWallet,
      sweepKeys,
      limits,
      approvers,
      localMode,
      ...memory,
    });
  let signing = startSigner();
  const unfreeze = async (): Promise<void> => {
    if (options.freezesStay !== true) await releaseOutside(db);
  };
  const signer: SignerActivities = {
    sendWithdrawal: (asked) => first.news.tellAfter(unfreeze().then(() => signing.sendWithdrawal(asked))),
    sweepChain: (asked) => first.news.tellAfter(unfreeze().then(() => signing.sweepChain(asked))),
  };

  const follow: MoneyCircuit['follow'] = ({ chainCode = first.chain.chainCode, ...how } = {}) =>
    followOnce(deps, { rest: chainOf(chainCode).news.rests(), ...how, chainCode });
  const drain = createDrain(deps, signer);
  const lookUps = createLookUps({ ...deps, db: api }, { merchantId, usdc: first.usdc });
  return {
    ...first,
    database,
    merchantId,
    signer,
    startSigner,
    drain,
    ...lookUps,
    hotWalletAddress: hotWallet.address,
    sweepWalletAddress: sweepKeys.wallet.address,
    other: () => chainOf('other'),
    restartSigner: (memoryFile) => {
      signing = startSigner({ memoryFile: memoryFile ?? null });
    },
    follow,
    keepFollowing: (chainCode = first.chain.chainCode) =>
      keepRunning(() => follow({ chainCode }), first.chain.pollIntervalMs),
    followByStep: (chainCode = first.chain.chainCode) => followByStep(deps, chainCode),
    becomes: (invoice, status) =>
      drainUntil({ drain }, status, async () => (await lookUps.reload(invoice)).status === status),
    pay: async (invoice, amountAtomic = invoice.amountAtomic) => {
      const chain = chainOf(invoice.asset.chainCode);
      const asset = chain.asset(invoice.asset.tokenSymbol);
      await chain.transfer({ asset, to: invoice.depositAddress, amountAtomic });
    },
    fundHotWallet: async () => {
      const { anvil, usdc } = first;
      const to = hotWallet.address;
      const tokenAddress = usdc.address ?? '';
      await mintTestToken({ rpcUrl: anvil.url, tokenAddress, to, amountAtomic: 1_000_000_000n });
      await sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 10n ** 18n });
    },
    ...createOrders({ ...deps, db: api }, { merchantId, usdc: first.usdc, chainOf }),
    close: async () => {
      await Promise.all([...both.map((chain) => chain.stop()), database.drop()]);
    },
  };
}

/** Returns the orders that merchants and operators can give. */
function createOrders(
  deps: CircuitDependencies,
  {
    merchantId,
    usdc,
    chainOf,
  }: { merchantId: string; usdc: Asset; chainOf: (chainCode: string) => CircuitChain },
): Pick<
  MoneyCircuit,
  'invoice' | 'cancel' | 'accept' | 'refund' | 'withdrawal' | 'decide' | 'approvedWithdrawal'
> {
  const { db } = deps;
  const order = (invoice: Invoice): InvoiceOrderContext => ({
    invoiceId: invoice.invoiceId,
    merchantId: invoice.merchantId,
    chains: deps.chains,
    nowMs: deps.now(),
    showAddress: toChecksumAddress,
    depositAddress: deps.depositAddress,
    actor: { kind: 'merchant', id: null, ip: null },
  });
  const withdrawal: MoneyCircuit['withdrawal'] = (amountAtomic, request = {}) =>
    transaction(db, (trx) =>
      createWithdrawal(trx, {
        merchantId: request.merchantId ?? merchantId,
        asset: request.asset ?? usdc,
        amountAtomic,
        address: request.address ?? RECIPIENT,
        merchantReference: null,
        metadata: {},
        nowMs: deps.now(),
      }),
    );
  const decide: MoneyCircuit['decide'] = ({ withdrawalId }, decision) =>
    transaction(db, (trx) =>
      decideWithdrawal(trx, {
        withdrawalId,
        decision,
        reason: null,
        nowMs: deps.now(),
        showAddress: toChecksumAddress,
        actor: { kind: 'cli', id: null, ip: null },
      }),
    );
  return {
    withdrawal,
    decide,
    invoice: (fields = {}) =>
      insertInvoice(db, {
        merchantId,
        depositAddressOf: deps.depositAddress,
        ...fields,
      }),
    cancel: (invoice) => transaction(db, (trx) => cancelInvoice(trx, order(invoice))),
    accept: (invoice) => transaction(db, (trx) => acceptHeld(trx, order(invoice))),
    refund: (invoice, address = RECIPIENT) =>
      transaction(db, (trx) =>
        refundHeld(trx, order(invoice), {
          address,
          findAsset: (held) => chainOf(held.chainCode).asset(held.tokenSymbol),
        }),
      ),
    approvedWithdrawal: async (amountAtomic, address = RECIPIENT) =>
      decide(await withdrawal(amountAtomic, { address }), 'approve'),
  };
}

function createLookUps(
  { db, depositAddress }: CircuitDependencies,
  { merchantId, usdc }: { merchantId: string; usdc: Asset },
): Pick<MoneyCircuit, 'reload' | 'reloadWithdrawal' | 'balances' | 'eventTypes'> {
  return {
    reload: async ({ invoiceId }) => {
      const found = await findInvoice(db, { invoiceId });
      if (found === undefined) throw new Error('The invoice is not in the database');
      return found;
    },
    reloadWithdrawal: async ({ withdrawalId }) => {
      const found = await findWithdrawal(db, { withdrawalId });
      if (found === undefined) throw new Error('The withdrawal is not in the database');
      return found;
    },
    balances: async ({ chainCode, tokenSymbol } = usdc, ofMerchantId = merchantId) => {
      const all = await listBalances(db, ofMerchantId);
      const found = all.find((each) => each.chainCode === chainCode && each.tokenSymbol === tokenSymbol);
      const { available, pending, held, reserved, deficit } = found ?? NOTHING;
      return { available, pending, held, reserved, deficit };
    },
    eventTypes: (invoice) => readEventTypes(db, invoice, depositAddress),
  };
}

/** Drains until the condition holds, as a worker's loops do. */
export async function drainUntil(
  circuit: Pick<MoneyCircuit, 'drain'>,
  what: string,
  holds: () => Promise<boolean>,
  options: UntilOptions = {},
): Promise<void> {
  const drainedHolds = async (): Promise<boolean> => {
    await circuit.drain();
    return holds();
  };
  await until(what, drainedHolds, options);
}

/** Waits until a chain's follower has read its head. */
export async function untilRead(
  circuit: MoneyCircuit,
  { anvil, chain }: Pick<CircuitChain, 'anvil' | 'chain'> = circuit,
): Promise<void> {
  await until(`the follower has read the head of ${chain.chainCode}`, async () => {
    const head = await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
    const cursors = await listChainCursors(circuit.database.db);
    return cursors.some(
      ({ chainCode, blockHash }) => chainCode === chain.chainCode && blockHash === head.hash,
    );
  });
}

/**
 * Waits until the followers of these chains have read their heads, and all resulting work is done.
 *
 * Reading the head is not enough. A follower stores a block first, and only then fires the chain timers that wait for
 * it. Work that is released in this way may itself wait for a block that is already read.
 */
export async function untilAllDone(
  circuit: MoneyCircuit,
  chains: readonly Pick<CircuitChain, 'anvil' | 'chain'>[] = [circuit],
): Promise<void> {
  for (const chain of chains) await untilRead(circuit, chain);
  await drainUntil(circuit, 'nothing waits for what its chain has reached', async () => {
    const due = await circuit.database.db.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM chain_timers JOIN chain_cursors USING (chain_code)
        WHERE at_height <= height OR after_time < block_time
       UNION ALL SELECT 1 FROM outbox WHERE kind <> 'delivery'`,
    );
    return due.rows.length === 0;
  });
}
