import type { SweepProgress } from '../../../activities/contract.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { gasAsset, type Asset } from '../../../src/domain/core/asset.js';
import type { CustodyKind } from '../../../src/domain/ledger/postings.js';
import {
  startCircuitFollower,
  type CircuitFollower,
  type CircuitFollowerOptions,
} from './circuit-follower.js';
import {
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type MoneyCircuitOptions,
} from './money-circuit.js';
import { until } from '../until.js';

export const COLD_ADDRESS = `0x${'c0'.repeat(19)}1d`;
const SLOTS_IN_AN_EPOCH = 8;
const ROUNDS_MAX = 40;

/** A money circuit whose deposit addresses are swept. */
export interface SweepCircuit extends MoneyCircuit {
  readonly follower: CircuitFollower;
  /** Makes this number of invoices; each is paid, credited and final. Default: 100 USDC each. */
  earn(count: number, asset?: Asset, amountAtomic?: bigint): Promise<Invoice[]>;
  /** Mines blocks and waits until they are read. */
  mineAndRead(blocks: number): Promise<void>;
  sweep(): Promise<SweepProgress>;
  /** Sweeps as the workflow does, and mines blocks in between, until nothing is under way. */
  sweepUntilDone(): Promise<void>;
  /** Gives the wallet that pays for sweeping one coin. */
  gasMoney(): Promise<void>;
  /** Returns what these addresses hold of an asset on the chain, in base units. Default: USDC. */
  heldAt(addresses: readonly string[], asset?: Asset): Promise<bigint>;
  /** Waits until each custody account equals what its addresses hold on the chain, in every asset. */
  untilBooksBalance(): Promise<void>;
  transactions(): Promise<SweepRow[]>;
}

export interface SweepRow {
  readonly tx_hash: string;
  readonly purpose: string;
  readonly nonce: number;
  readonly from_address: string;
  readonly raw_transaction: string;
  readonly block_hash: string | null;
  readonly gas_used: number | null;
  readonly succeeded: boolean | null;
}

export async function startSweepCircuit(
  options: MoneyCircuitOptions & CircuitFollowerOptions = {},
): Promise<SweepCircuit> {
  const { slotsInAnEpoch = SLOTS_IN_AN_EPOCH } = options;
  /** Number of blocks after which a block is final. */
  const finalBlocks = 2 * slotsInAnEpoch + 1;
  const circuit = await startMoneyCircuit({ ...options, slotsInAnEpoch });
  const { anvil, chain, client, database, usdc, hotWalletAddress, sweepWalletAddress } = circuit;
  const { db } = database;
  await anvil.mine(finalBlocks);
  const follower = startCircuitFollower(circuit, options);
  const mineAndRead = async (blocks: number): Promise<void> => {
    await anvil.mine(blocks);
    const head = Number(await anvil.rpc<string>('eth_blockNumber'));
    await until('the head is read', async () => {
      await follower.readOn();
      const cursor = await findChainCursor(db, chain.chainCode);
      return cursor?.height === head && (cursor.finalizedHeight ?? 0) >= head - finalBlocks;
    });
  };
  const sweep = (): Promise<SweepProgress> => circuit.signer.sweepChain({ chainCode: chain.chainCode });
  const heldAt: SweepCircuit['heldAt'] = async (addresses, asset = usdc) => {
    let sum = 0n;
    for (const address of addresses) sum += await readBalance(client, { address, asset });
    return sum;
  };
  const depositAddresses = (): Promise<string[]> => db('invoices').pluck<string[]>('deposit_address');
  const custody: readonly (readonly [CustodyKind, () => Promise<readonly string[]>])[] = [
    ['custody_deposit', depositAddresses],
    ['custody_hot', () => Promise.resolve([hotWalletAddress])],
    ['custody_gas', () => Promise.resolve([sweepWalletAddress])],
    ['custody_cold', () => Promise.resolve([COLD_ADDRESS])],
  ];
  const difference = async (
    kind: CustodyKind,
    addresses: readonly string[],
    asset: Asset,
  ): Promise<bigint> => {
    const row = await db('ledger_accounts')
      .where({ kind, chain_code: chain.chainCode, token_symbol: asset.tokenSymbol, merchant_id: null })
      .first<{ balance: bigint } | undefined>('balance');
    return (await heldAt(addresses, asset)) - (row?.balance ?? 0n);
  };
  return {
    ...circuit,
    follower,
    mineAndRead,
    sweep,
    heldAt,
    earn: async (count, asset = usdc, amountAtomic = 100_000_000n) => {
      const invoices: Invoice[] = [];
      for (let i = 0; i < count; i += 1) {
        const { decimals } = asset;
        const invoice = await circuit.invoice({ asset, decimals, amountAtomic });
        await circuit.pay(invoice);
        invoices.push(invoice);
      }
      await mineAndRead(3);
      for (const invoice of invoices) {
        await drainUntil(
          circuit,
          'credited',
          async () => (await circuit.reload(invoice)).status === 'completed',
        );
      }
      await mineAndRead(finalBlocks);
      return invoices;
    },
    sweepUntilDone: async () => {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const { open } = await sweep();
        if (open === 0) return;
        await mineAndRead(finalBlocks + 1);
      }
      throw new Error(`The sweep is not done after ${ROUNDS_MAX} rounds`);
    },
    gasMoney: async () => {
      await sendUnlocked({ rpcUrl: anvil.url, to: sweepWalletAddress, valueAtomic: 10n ** 18n });
      await mineAndRead(3);
    },
    untilBooksBalance: async () => {
      for (const asset of new Set([...chain.assets, gasAsset(chain)])) {
        for (const [kind, addressesOf] of custody) {
          await until(`${kind} equals the balance on the chain in ${asset.tokenSymbol}`, async () => {
            return (await difference(kind, await addressesOf(), asset)) === 0n;
          });
        }
      }
    },
    transactions: () => db('sent_transactions').orderBy(['signed_at', 'nonce']).select<SweepRow[]>('*'),
    close: async () => {
      await follower.stop();
      await circuit.close();
    },
  };
}
