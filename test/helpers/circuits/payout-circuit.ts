import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import {
  listWithdrawalTransactions,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import {
  startCircuitFollower,
  type CircuitFollower,
  type CircuitFollowerOptions,
} from './circuit-follower.js';
import {
  CIRCUIT_WALLET,
  drainUntil,
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type MoneyCircuitOptions,
} from './money-circuit.js';
import { keptCircuits } from './kept-circuits.js';
import { until } from '../until.js';

/** Address to which the circuit's withdrawals go, unless another one is given. */
export const RECIPIENT = `0x${'77'.repeat(20)}`;
const EARNED = 100_000_000n;

/** A row of a signed transaction, as it is in the database. */
export interface SignedRow {
  readonly tx_hash: string;
  readonly nonce: number;
  readonly purpose: 'payment' | 'cancellation';
  readonly withdrawal_id: string;
  readonly replaces: string | null;
  readonly superseded_by: string | null;
  readonly foreign_hash: string | null;
  readonly block_hash: string | null;
}

/**
 * A circuit whose merchant has 100 USDC. Its hot wallet has 1,000 USDC and one coin for gas, unless `funded` is false.
 */
export interface PayoutCircuit extends MoneyCircuit {
  readonly follower: CircuitFollower;
  /** Key of the hot wallet, for tests in which somebody else uses it. */
  readonly hotWallet: TransactionSigner;
  /** Moves the chain's time and the product's clock forward, in ms. It mines nothing. */
  passTime(ms: number): Promise<void>;
  /** Returns how much of an asset a recipient holds, in base units. */
  received(address?: string, asset?: Asset): Promise<bigint>;
  isIn(withdrawal: Withdrawal, status: string): Promise<boolean>;
  drainUntilIn(withdrawal: Withdrawal, status: string): Promise<void>;
  /** The same for a withdrawal that no outbox row wakes: it adds one before each look. */
  lookUntilIn(withdrawal: Withdrawal, status: string): Promise<void>;
  /** Mines, then waits until the follower has read the blocks and stored which are final. */
  mineAndRead(blocks: number): Promise<void>;
  transactionOf(withdrawal: Withdrawal): Promise<SentTransaction>;
  /** Returns all signed transactions by nonce. Those with the same nonce are ordered by maximum fee. */
  signedRows(): Promise<SignedRow[]>;
  /** Returns the nonce and the purpose of each mined transaction. */
  mined(): Promise<(readonly [number, string])[]>;
  /** Waits until each custody account equals what the hot wallet holds on the chain. */
  untilBooksBalance(): Promise<void>;
  hotBalance(asset: Asset): Promise<bigint>;
  whileNobodyFollows: CircuitFollower['whileAway'];
  finish(): Promise<void>;
}

export async function startPayoutCircuit(
  options: Omit<MoneyCircuitOptions, 'now'> & CircuitFollowerOptions & { funded?: boolean } = {},
): Promise<PayoutCircuit> {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const keeping = keptCircuits(options);
  const kept = keeping?.find();
  const circuit = await startMoneyCircuit({ ...options, now, ...(kept === undefined ? {} : { kept }) });
  const { anvil, chain, client, database, hotWalletAddress, usdc } = circuit;
  if (kept === undefined) await anvil.mine(20);
  const follower = startCircuitFollower(circuit, options);
  const hotBalance = (asset: Asset): Promise<bigint> =>
    readBalance(client, { address: hotWalletAddress, asset });
  const signedRows: PayoutCircuit['signedRows'] = () =>
    database.db('sent_transactions').orderBy(['nonce', 'max_fee_per_gas_wei']).select<SignedRow[]>('*');
  const isIn: PayoutCircuit['isIn'] = async (withdrawal, status) =>
    (await circuit.reloadWithdrawal(withdrawal)).status === status;
  const payout: PayoutCircuit = {
    ...circuit,
    follower,
    hotWallet: options.hotWallet ?? CIRCUIT_WALLET,
    passTime: async (ms) => {
      aheadMs += ms;
      await anvil.rpc('evm_increaseTime', [Math.ceil(ms / 1_000)]);
    },
    received: (address = RECIPIENT, asset = usdc) => readBalance(client, { address, asset }),
    isIn,
    drainUntilIn: (withdrawal, status) =>
      drainUntil(circuit, status, () => isIn(withdrawal, status), {
        describe: async () => ({
          withdrawal: await circuit.reloadWithdrawal(withdrawal),
          sent: await listWithdrawalTransactions(database.db, [withdrawal.withdrawalId]),
          cursor: await findChainCursor(database.db, chain.chainCode),
        }),
      }),
    lookUntilIn: (withdrawal, status) =>
      drainUntil(circuit, status, async () => {
        await database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
        return isIn(withdrawal, status);
      }),
    mineAndRead: async (blocks) => {
      await anvil.mine(blocks);
      await follower.readOn();
      await untilRead(circuit);
      const { number } = await anvil.rpc<{ number: string }>('eth_getBlockByNumber', ['finalized', false]);
      await until('the follower has stored which blocks are final', async () => {
        const cursor = await findChainCursor(database.db, chain.chainCode);
        return (cursor?.finalizedHeight ?? 0) >= Number(number);
      });
    },
    transactionOf: async ({ withdrawalId }) => {
      const [found] = await listWithdrawalTransactions(database.db, [withdrawalId]);
      if (found === undefined) throw new Error('The withdrawal has no transaction');
      return found;
    },
    signedRows,
    mined: async () =>
      (await signedRows())
        .filter((row) => row.block_hash !== null)
        .map(({ nonce, purpose }) => [nonce, purpose] as const),
    hotBalance,
    untilBooksBalance: async () => {
      for (const asset of chain.assets) {
        await until(
          `the custody account of ${asset.tokenSymbol} says what the hot wallet holds`,
          async () => {
            const row = await database
              .db('ledger_accounts')
              .where({ kind: 'custody_hot', token_symbol: asset.tokenSymbol, merchant_id: null })
              .first<{ balance: bigint } | undefined>('balance');
            return (await hotBalance(asset)) === (row?.balance ?? 0n);
          },
        );
      }
    },
    whileNobodyFollows: (work) => follower.whileAway(work),
    finish: async () => {
      await follower.stop();
      await circuit.close();
    },
  };
  if (kept === undefined) {
    await earn(payout);
    if (options.funded ?? true) await circuit.fundHotWallet();
    await payout.mineAndRead(2);
    await follower.whileAway(async () => keeping?.keep(circuit));
  }
  // The kept state is older than the product accepts for a chain without new blocks.
  await payout.mineAndRead(1);
  return payout;
}

/** Gives the merchant 100 USDC by an ordinary invoice. */
async function earn(circuit: PayoutCircuit): Promise<void> {
  const invoice = await circuit.invoice();
  await circuit.pay(invoice);
  await circuit.anvil.mine(3);
  await circuit.follower.readOn();
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === EARNED);
}
