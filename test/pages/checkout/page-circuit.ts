import { mintTestToken } from '../../../src/chain/contracts/test-token.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import type { CircuitChain } from '../../helpers/circuits/circuit-chain.js';
import {
  circuitDepositAddress,
  startMoneyCircuit,
  type MoneyCircuit,
} from '../../helpers/circuits/money-circuit.js';

/** The customers' pages over two real chains, `local` and `other`, whose blocks are made and read by hand. */
export interface PageCircuit {
  readonly circuit: MoneyCircuit;
  readonly other: CircuitChain;
  readonly api: TestApi;
  /** A key of the merchant of all pages. */
  readonly key: string;
  /** Makes blocks on both chains, reads them, and does all resulting work. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Reads the present blocks of both chains, and does all resulting work. */
  readonly read: () => Promise<void>;
  /** Moves the product's clock, and the times of new blocks. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Gives an account of anvil USDC of the first chain. */
  fund(account: number, amountAtomic: bigint): Promise<void>;
  close(): Promise<void>;
}

export async function startPageCircuit(): Promise<PageCircuit> {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  // Finalized is 8 blocks behind the head.
  const circuit = await startMoneyCircuit({ otherChain: true, slotsInAnEpoch: 4, now });
  const other = circuit.other();
  const chains = new Map([circuit.chain, other.chain].map((chain) => [chain.chainCode, chain]));
  const { database, anvil } = circuit;
  const api = await startApi(
    { chains, books: chains, depositAddress: circuitDepositAddress, now, rateLimits: { '*': null } },
    {},
    database,
  );
  const followers = [...chains.keys()].map((chainCode) => circuit.followByStep(chainCode));
  const read = async (): Promise<void> => {
    // Settlement may wait for a block that is read already. Then the next read wakes it.
    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all(followers.map((follower) => follower.readOn()));
      await circuit.drain();
    }
  };
  return {
    circuit,
    other,
    api,
    read,
    key: (await api.addMerchant()).key,
    mine: async (blocks) => {
      await Promise.all([anvil.mine(blocks), other.anvil.mine(blocks)]);
      await read();
    },
    pass: async (seconds) => {
      aheadMs += seconds * 1_000;
      for (const chain of [circuit, other]) await chain.anvil.rpc('evm_increaseTime', [seconds]);
    },
    fund: async (account, amountAtomic) => {
      await mintTestToken({
        rpcUrl: anvil.url,
        tokenAddress: circuit.usdc.address ?? '',
        to: anvil.accounts[account] ?? '',
        amountAtomic,
      });
    },
    close: async () => {
      for (const follower of followers) await follower.stop();
      await api.close();
      await circuit.close();
    },
  };
}
