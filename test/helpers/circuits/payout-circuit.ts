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
import { until } from '../until.js';

/** To whom the circuit's withdrawals go unless another address is given. */
export const RECIPIENT = `0x${'77'.repeat(20)}`;
const EARNED = 100_000_000n;

/** Every row about a signed transaction, as it stands in the database. */
export interface SignedRow {
  readonly tx_hash: string;
  readonly nonce: number;
  readonly purpose: 'payment' | 'fill';
  readonly withdrawal_id: string;
  readonly replaces: string | null;
  readonly superseded_by: string | null;
  readonly foreign_hash: string | null;
  readonly block_hash: string | null;
}

/** A circuit whose merchant has 100 USDC and whose hot wallet has 1,000 and a whole coin for gas, unless said. */
export interface PayoutCircuit extends MoneyCircuit {
  readonly follower: CircuitFollower;
  /** The key of the hot wallet, as somebody else who has it would use it. */
  readonly hotWallet: TransactionSigner;
  /** Makes the chain's time and the product's clock go on by so much; nothing is mined by that. */
  passTime(ms: number): Promise<void>;
  /** What a recipient has of an asset. */
  received(address?: string, asset?: Asset): Promise<bigint>;
  isIn(withdrawal: Withdrawal, status: string): Promise<boolean>;
  drainUntilIn(withdrawal: Withdrawal, status: string): Promise<void>;
  /** Mines, and waits until the follower has read that, and noted what is final by it. */
  mineAndRead(blocks: number): Promise<void>;
  transactionOf(withdrawal: Withdrawal): Promise<SentTransaction>;
  /** By nonce, and in the order in which they were signed. */
  signedRows(): Promise<SignedRow[]>;
  /** Waits until each custody account says what the chain says of the hot wallet. */
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
  const circuit = await startMoneyCircuit({ ...options, now });
  const { anvil, chain, client, database, hotWalletAddress, usdc } = circuit;
  await anvil.mine(20);
  const follower = startCircuitFollower(circuit, options);
  const hotBalance = (asset: Asset): Promise<bigint> =>
    readBalance(client, { address: hotWalletAddress, asset });
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
    drainUntilIn: (withdrawal, status) => drainUntil(circuit, status, () => isIn(withdrawal, status)),
    mineAndRead: async (blocks) => {
      await anvil.mine(blocks);
      await follower.readOn();
      await untilRead(circuit);
      const { number } = await anvil.rpc<{ number: string }>('eth_getBlockByNumber', ['finalized', false]);
      await until('the follower has noted what is final', async () => {
        const cursor = await findChainCursor(database.db, chain.chainCode);
        return (cursor?.finalizedHeight ?? 0) >= Number(number);
      });
    },
    transactionOf: async ({ withdrawalId }) => {
      const [found] = await listWithdrawalTransactions(database.db, [withdrawalId]);
      if (found === undefined) throw new Error('the withdrawal has a transaction');
      return found;
    },
    signedRows: () =>
      database.db('sent_transactions').orderBy(['nonce', 'max_fee_per_gas_wei']).select<SignedRow[]>('*'),
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
  await earn(payout);
  if (options.funded ?? true) {
    await circuit.fundHotWallet();
    await anvil.mine(3);
  }
  await follower.readOn();
  await untilRead(circuit);
  return payout;
}

/** A merchant with 100 USDC, credited by an ordinary invoice. */
async function earn(circuit: PayoutCircuit): Promise<void> {
  const invoice = await circuit.invoice();
  await circuit.pay(invoice);
  await circuit.anvil.mine(3);
  await circuit.follower.readOn();
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === EARNED);
}
