import type { ChainClient } from '../src/chain/rpc/types.js';
import type {
  DepositSigner,
  SweepKeys,
  TransactionSigner,
  UnsignedTransaction,
} from '../src/chain/keys/types.js';
import { sendRawTransaction, transferCall } from '../src/chain/sending/broadcast.js';
import { collectData, createdAddress, sweeperDeployData } from '../src/chain/contracts/deposit-sweeper.js';
import { generateMnemonic, hotWalletOf, sweepKeysOf } from '../src/chain/keys/keys.js';
import { readNonceAt } from '../src/chain/blocks/read-nonce.js';
import { readReceipt } from '../src/chain/transfers/receipts.js';
import { createChainClient } from '../src/chain/rpc/chain-client.js';
import { callRpc } from '../src/local/json-rpc.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker, type BlockMaker } from './parts/block-maker.js';

const BATCHES = [1, 10, 50];
/** Deposit addresses swept one by one. The figure is the mean gas of gas money and transfer together. */
const ALONE = 10;
const AMOUNT_ATOMIC = 25_000_000n;
const SLOTS_IN_AN_EPOCH = 4;
const GAS_MONEY_WEI = 10n ** 18n;
const GAS_LIMIT = 10_000_000n;
const MAX_FEE_WEI = 10n ** 10n;
/** Gas money for one transfer of a token. */
const FUNDS_OF_TRANSFER_WEI = 100_000n * MAX_FEE_WEI;

interface Sweeping {
  readonly maker: BlockMaker;
  readonly client: ChainClient;
  readonly keys: SweepKeys;
  /** In lower case. */
  readonly hotWalletAddress: string;
  /** Returns the next deposit addresses. None of them was swept before. */
  nextDeposits(count: number): Promise<readonly DepositSigner[]>;
}

async function prepare(context: BenchContext): Promise<Sweeping> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const client = createChainClient(maker.chain);
  context.onEnd(() => client.close());
  const mnemonic = generateMnemonic();
  const keys = sweepKeysOf(mnemonic);
  const { address: hotWalletAddress } = hotWalletOf(mnemonic);
  await callRpc(maker.rpcUrl, 'anvil_setBalance', [keys.wallet.address, `0x${GAS_MONEY_WEI.toString(16)}`]);
  // As in business, the hot wallet already holds tokens. So the first sweep costs no more than the others.
  await maker.send([{ to: hotWalletAddress, amountAtomic: AMOUNT_ATOMIC }]);
  await maker.mine();
  let next = 0;
  const nextDeposits = async (count: number): Promise<readonly DepositSigner[]> => {
    const deposits = Array.from({ length: count }, () => keys.deposit(next++));
    await maker.send(deposits.map(({ address: to }) => ({ to, amountAtomic: AMOUNT_ATOMIC })));
    await maker.mine();
    return deposits;
  };
  return { maker, client, keys, hotWalletAddress, nextDeposits };
}

/** Sends a transaction in its own block. @returns the gas that it used. */
async function gasOf(
  { maker, client }: Sweeping,
  signer: TransactionSigner,
  call: Pick<UnsignedTransaction, 'to' | 'valueAtomic' | 'data' | 'authorizations'> & { gasLimit?: bigint },
): Promise<number> {
  const nonce = await readNonceAt(client, { address: signer.address, block: 'latest' });
  const { raw, hash } = await signer.signTransaction({
    chainId: maker.chain.chainId,
    nonce,
    gasLimit: GAS_LIMIT,
    ...call,
    maxFeePerGasWei: MAX_FEE_WEI,
    maxPriorityFeePerGasWei: 1n,
  });
  const { outcome, message } = await sendRawTransaction(client, raw);
  if (outcome !== 'accepted') throw new Error(`The chain did not take a transaction: ${message}`);
  await callRpc(maker.rpcUrl, 'evm_mine', []);
  const receipt = await readReceipt(client, hash);
  if (receipt?.succeeded !== true) throw new Error(`The transaction ${hash} did not succeed.`);
  return Number(receipt.gasUsed);
}

/** Sends gas money to the address, which then transfers by itself, as on chains without batches. @returns the gas. */
async function sweepAlone(sweeping: Sweeping, deposit: DepositSigner): Promise<number> {
  const { keys, maker, hotWalletAddress: to } = sweeping;
  const funding = { to: deposit.address, valueAtomic: FUNDS_OF_TRANSFER_WEI, data: '0x' };
  const fundGas = await gasOf(sweeping, keys.wallet, funding);
  const call = transferCall({ asset: maker.token, to, amountAtomic: AMOUNT_ATOMIC });
  return fundGas + (await gasOf(sweeping, deposit, { ...call, gasLimit: 100_000n }));
}

/** Sweeps new addresses in one transaction (EIP-7702) that carries an authorization of each. @returns the gas. */
async function sweepBatch(sweeping: Sweeping, contract: string, count: number): Promise<number> {
  const { keys, maker } = sweeping;
  const { chainId } = maker.chain;
  const deposits = await sweeping.nextDeposits(count);
  const authorizations = await Promise.all(
    deposits.map((deposit) => deposit.signAuthorization({ chainId, address: contract, nonce: 0 })),
  );
  const parts = deposits.map(({ address: from }) => ({ from, amountAtomic: AMOUNT_ATOMIC }));
  const data = collectData(maker.token, parts);
  return gasOf(sweeping, keys.wallet, { to: contract, valueAtomic: 0n, data, authorizations });
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const sweeping = await prepare(context);
  const { keys, hotWalletAddress } = sweeping;
  const contract = createdAddress({ from: keys.wallet.address, nonce: 0 });
  const deployGas = await gasOf(sweeping, keys.wallet, {
    to: null,
    valueAtomic: 0n,
    data: sweeperDeployData(hotWalletAddress),
  });
  context.say(`the contract of batches takes ${deployGas} gas, once`);
  let aloneGas = 0;
  for (const deposit of await sweeping.nextDeposits(ALONE)) aloneGas += await sweepAlone(sweeping, deposit);
  const reference = 'gas money and a transfer for each address';
  const referenceValue = aloneGas / ALONE;
  const measurements: Measurement[] = [];
  for (const count of BATCHES) {
    context.signal.throwIfAborted();
    const value = (await sweepBatch(sweeping, contract, count)) / count;
    const measure = `gas of a sweep an address, ${count} at once by EIP-7702`;
    measurements.push({ measure, value, unit: 'gas', reference, referenceValue });
  }
  context.say('| addresses at once | EIP-7702, gas each | gas money and transfer, gas each |');
  for (const [i, { value }] of measurements.entries())
    context.say(`| ${BATCHES[i] ?? 0} | ${value.toFixed(0)} | ${referenceValue.toFixed(0)} |`);
  return measurements;
}

export const sweepGas: Bench = {
  name: 'sweep-gas',
  summary: 'gas of a sweep an address, in batches of 1, 10 and 50, against gas money and a transfer',
  run,
};
