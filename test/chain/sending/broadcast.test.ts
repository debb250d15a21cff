import { RpcError, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { SignedTransaction, TransactionSigner } from '../../../src/chain/keys/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Asset } from '../../../src/domain/core/asset.js';
import {
  sendRawTransaction,
  transferCall,
  type BroadcastAnswer,
} from '../../../src/chain/sending/broadcast.js';
import { estimateGas } from '../../../src/chain/sending/estimate-gas.js';
import { suggestFees } from '../../../src/chain/sending/fees.js';
import { readNonce } from '../../../src/chain/blocks/read-nonce.js';
import { generateMnemonic, hotWalletOf } from '../../../src/chain/keys/keys.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readReceipt, receiptProvesTransfer, type Receipt } from '../../../src/chain/transfers/receipts.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { deployTestToken, mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { ANVIL_CHAIN_ID, startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { laggingAt, startRpcProxy, withoutMethods, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';
import { ETH, localChain, tokenAsset } from '../chain-fixture.js';

const GWEI = 1_000_000_000n;
const TO = `0x${'c0'.repeat(20)}`;

let anvil: Anvil;
let proxy: RpcProxy;
let client: ChainClient;
let usdc: Asset;
let usdt: Asset;
let wallet: TransactionSigner;

beforeAll(async () => {
  anvil = await startAnvil({ slotsInAnEpoch: 4 });
  usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl: anvil.url })).address });
  usdt = tokenAsset({
    address: await deployOddContract({ rpcUrl: anvil.url, name: 'NoReturnToken' }),
    symbol: 'USDT',
  });
  proxy = await startRpcProxy(anvil.url);
});
beforeEach(async () => {
  client = createChainClient(localChain({ rpcUrls: [proxy.url] }), { timeoutMs: 30_000, maxRounds: 2 });
  wallet = hotWalletOf(generateMnemonic());
  await sendUnlocked({ rpcUrl: anvil.url, to: wallet.address, valueAtomic: 10n ** 18n });
  for (const { address } of [usdc, usdt]) {
    await mintTestToken({
      rpcUrl: anvil.url,
      tokenAddress: address ?? '',
      to: wallet.address,
      amountAtomic: 1_000n,
    });
  }
});
afterEach(async () => {
  proxy.clear();
  await anvil.rpc('evm_setAutomine', [true]);
  await anvil.rpc('anvil_dropAllTransactions');
  await client.close();
});
afterAll(async () => {
  await proxy.stop();
  await anvil.stop();
});

async function sign(
  asset: Asset,
  options: { amountAtomic?: bigint; nonce?: number; maxFeeGwei?: bigint; gasLimit?: bigint } = {},
): Promise<SignedTransaction> {
  const { amountAtomic = 5n, nonce = 0, maxFeeGwei = 50n, gasLimit = 100_000n } = options;
  return wallet.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce,
    gasLimit,
    maxFeePerGasWei: maxFeeGwei * GWEI,
    maxPriorityFeePerGasWei: (maxFeeGwei * GWEI) / 50n,
    ...transferCall({ asset, to: TO, amountAtomic }),
  });
}

async function send(transaction: Promise<SignedTransaction>): Promise<BroadcastAnswer> {
  return sendRawTransaction(client, (await transaction).raw);
}

/** Waits for the receipt: anvil mines at once, but not within the call. */
async function receiptOf(txHash: string): Promise<Receipt> {
  const found: Receipt[] = [];
  await until(`the receipt of ${txHash}`, async () => {
    const receipt = await readReceipt(client, txHash);
    if (receipt !== null) found.push(receipt);
    return receipt !== null;
  });
  const [receipt] = found;
  if (receipt === undefined) throw new Error(`${txHash} has no receipt`);
  return receipt;
}

describe('a broadcast', () => {
  it.each([
    ['native coin', (): Asset => ETH],
    ['a token', (): Asset => usdc],
    ['a token that returns nothing', (): Asset => usdt],
  ])('of %s pays what was signed, and its receipt proves it', async (_what, assetOf) => {
    const asset = assetOf();
    const before = await readBalance(client, { address: TO, asset });
    const transaction = await sign(asset, { amountAtomic: 7n });
    expect(await sendRawTransaction(client, transaction.raw)).toEqual({ outcome: 'accepted', message: '' });
    const receipt = await receiptOf(transaction.hash);
    expect(await readBalance(client, { address: TO, asset })).toBe(before + 7n);
    const transfer = { asset, from: wallet.address, to: TO, amountAtomic: 7n };
    expect(receiptProvesTransfer(receipt, transfer)).toBe(true);
    expect(receiptProvesTransfer(receipt, { ...transfer, to: wallet.address })).toBe(false);
    expect(receiptProvesTransfer(receipt, { ...transfer, from: TO })).toBe(false);
    expect(receiptProvesTransfer({ ...receipt, succeeded: false }, transfer)).toBe(false);
    if (asset.kind === 'erc20')
      expect(receiptProvesTransfer(receipt, { ...transfer, amountAtomic: 8n })).toBe(false);
  });

  it('of the same bytes again is recognised while they are pending', async () => {
    await anvil.rpc('evm_setAutomine', [false]);
    const transaction = sign(usdc);
    expect((await send(transaction)).outcome).toBe('accepted');
    expect(await send(transaction)).toEqual({
      outcome: 'already_known',
      message: 'transaction already imported',
    });
  });

  it('of mined bytes reports that their nonce is used, and their receipt is there', async () => {
    const transaction = await sign(usdc);
    expect((await sendRawTransaction(client, transaction.raw)).outcome).toBe('accepted');
    expect((await receiptOf(transaction.hash)).succeeded).toBe(true);
    expect((await sendRawTransaction(client, transaction.raw)).outcome).toBe('nonce_too_low');
  });

  it('of a replacement is accepted with higher fees and refused with the same', async () => {
    await anvil.rpc('evm_setAutomine', [false]);
    expect((await send(sign(usdc, { amountAtomic: 1n, maxFeeGwei: 50n }))).outcome).toBe('accepted');
    expect((await send(sign(usdc, { amountAtomic: 2n, maxFeeGwei: 50n }))).outcome).toBe('underpriced');
    expect((await send(sign(usdc, { amountAtomic: 1n, maxFeeGwei: 90n }))).outcome).toMatch(
      /accepted|underpriced/,
    );
  });

  it('that the wallet cannot pay for is reported as such', async () => {
    expect((await send(sign(ETH, { amountAtomic: 10n ** 20n }))).outcome).toBe('insufficient_funds');
  });

  it('of bytes that no chain accepts is rejected in the words of the node', async () => {
    expect(await sendRawTransaction(client, '0x1234')).toEqual({
      outcome: 'rejected',
      message: 'Failed to decode transaction',
    });
    expect((await send(sign(usdc, { gasLimit: 1000n }))).outcome).toBe('rejected');
  });

  it('whose answer is lost is sent again, and is found to be known already', async () => {
    await client.request('eth_blockNumber', []);
    await anvil.rpc('evm_setAutomine', [false]);
    proxy.use({ methods: ['eth_sendRawTransaction'], times: 1, behaviour: { kind: 'lose-answer' } });
    expect((await send(sign(usdc))).outcome).toBe('already_known');
  });

  it('throws when nobody answers, because its outcome is unknown', async () => {
    const transaction = await sign(usdc);
    proxy.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'lose-answer' } });
    await expect(sendRawTransaction(client, transaction.raw)).rejects.toThrow(RpcUnavailableError);
    expect((await receiptOf(transaction.hash)).succeeded).toBe(true);
  });

  it('throws on a rate limit, because it was not judged', async () => {
    const reply = { error: { code: -32005, message: 'daily request count exceeded, request rate limited' } };
    proxy.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'answer', reply } });
    await expect(send(sign(usdc))).rejects.toThrow(RpcUnavailableError);
  });

  it.each([
    ['already known', 'already_known'],
    ['ALREADY_EXISTS: already known', 'already_known'],
    ['Known transaction', 'already_known'],
    ['AlreadyKnown', 'already_known'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce_too_low'],
    ['Nonce too low', 'nonce_too_low'],
    ['OldNonce', 'nonce_too_low'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: gas tip cap 1, minimum needed 1000000', 'underpriced'],
    ['max fee per gas less than block base fee: address 0x00, maxFeePerGas: 1', 'underpriced'],
    ['FeeTooLow', 'underpriced'],
    ['Gas price too low', 'underpriced'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 1', 'insufficient_funds'],
    ['Upfront cost exceeds account balance', 'insufficient_funds'],
    ['InsufficientFunds, Account balance: 0', 'insufficient_funds'],
    ['intrinsic gas too low', 'rejected'],
    ['exceeds block gas limit', 'rejected'],
    ['invalid sender', 'rejected'],
  ])('answered with "%s" is %s', async (message, outcome) => {
    const reply = { error: { code: -32000, message } };
    proxy.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'answer', reply } });
    expect(await send(sign(usdc))).toEqual({ outcome, message });
  });

  it('is not accepted when the answer has the hash of other bytes', async () => {
    const reply = { result: `0x${'12'.repeat(32)}` };
    proxy.use({ methods: ['eth_sendRawTransaction'], times: 1, behaviour: { kind: 'answer', reply } });
    await client.request('eth_blockNumber', []);
    expect((await send(sign(usdc))).outcome).toBe('accepted');
    expect(proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction')).toHaveLength(2);
  });
});

describe('a receipt', () => {
  it('is absent while its transaction is pending, and after a reorganisation dropped it', async () => {
    await anvil.rpc('evm_setAutomine', [false]);
    const transaction = await sign(usdc);
    await sendRawTransaction(client, transaction.raw);
    expect(await readReceipt(client, transaction.hash)).toBeNull();
    await anvil.mine(1);
    expect((await receiptOf(transaction.hash)).gasUsed).toBeGreaterThan(21_000n);
    await anvil.reorg(1);
    expect(await readReceipt(client, transaction.hash)).toBeNull();
  });

  it('of a reverted transfer proves nothing, and shows what it cost', async () => {
    const transaction = await sign(usdc, { amountAtomic: 10n ** 12n });
    await sendRawTransaction(client, transaction.raw);
    const receipt = await receiptOf(transaction.hash);
    expect(receipt).toMatchObject({ succeeded: false, from: wallet.address, to: usdc.address, logs: [] });
    expect(receipt.gasUsed * receipt.effectiveGasPriceWei).toBeGreaterThan(0n);
    expect(
      receiptProvesTransfer(receipt, { asset: usdc, from: wallet.address, to: TO, amountAtomic: 10n ** 12n }),
    ).toBe(false);
  });

  it('does not prove a transfer by the log of another token', async () => {
    const transaction = await sign(usdt);
    await sendRawTransaction(client, transaction.raw);
    const transfer = { from: wallet.address, to: TO, amountAtomic: 5n };
    expect(receiptProvesTransfer(await receiptOf(transaction.hash), { asset: usdc, ...transfer })).toBe(
      false,
    );
  });

  it('of another transaction is not accepted', async () => {
    const [one, other] = [await sign(usdc), await sign(usdc, { nonce: 1 })];
    for (const { raw } of [one, other]) await sendRawTransaction(client, raw);
    await receiptOf(other.hash);
    const reply = { result: await anvil.rpc('eth_getTransactionReceipt', [other.hash]) };
    proxy.use({ methods: ['eth_getTransactionReceipt'], behaviour: { kind: 'answer', reply } });
    await expect(readReceipt(client, one.hash)).rejects.toThrow('receipt.transactionHash');
  });

  it('that one RPC does not have yet is read from another', async () => {
    const transaction = await sign(usdc);
    await sendRawTransaction(client, transaction.raw);
    const { blockNumber } = await receiptOf(transaction.hash);
    proxy.use(laggingAt(blockNumber - 1));
    expect(await readReceipt(client, transaction.hash)).toBeNull();
    const two = createChainClient(localChain({ rpcUrls: [proxy.url, anvil.url] }));
    expect(await readReceipt(two, transaction.hash)).toMatchObject({ blockNumber });
    await two.close();
  });
});

describe('fees', () => {
  it('cover twice the next base fee and the priority fee', async () => {
    const fees = await suggestFees(client, { capWei: 500n * GWEI });
    expect(fees.maxPriorityFeePerGasWei).toBe(GWEI);
    expect(fees.maxFeePerGasWei).toBe(2n * fees.baseFeePerGasWei + GWEI);
    const { baseFeePerGas } = await anvil.rpc<{ baseFeePerGas: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    expect(fees.baseFeePerGasWei).toBeLessThanOrEqual((BigInt(baseFeePerGas) * 9n) / 8n);
  });

  it('stay below the cap, and still report the base fee', async () => {
    const fees = await suggestFees(client, { capWei: 7n });
    expect(fees).toMatchObject({ maxFeePerGasWei: 7n, maxPriorityFeePerGasWei: 7n });
    expect(fees.baseFeePerGasWei).toBeGreaterThan(7n);
  });

  it('follow recently paid fees when a node suggests none', async () => {
    proxy.use(withoutMethods('eth_maxPriorityFeePerGas'));
    const fees = await suggestFees(client, { capWei: 500n * GWEI });
    expect(fees.maxPriorityFeePerGasWei).toBe(GWEI);
  });
});

describe('gas', () => {
  it('is estimated for each asset with room for a change of state', async () => {
    for (const asset of [ETH, usdc, usdt]) {
      const call = transferCall({ asset, to: TO, amountAtomic: 5n });
      const gasLimit = await estimateGas(client, { from: wallet.address, ...call });
      expect(gasLimit).toBeGreaterThanOrEqual(26_250n);
      const transaction = await sign(asset, {
        gasLimit,
        nonce: (await readNonce(client, wallet.address)).latest,
      });
      await sendRawTransaction(client, transaction.raw);
      expect((await receiptOf(transaction.hash)).succeeded).toBe(true);
    }
  });

  it('of a call that would revert is refused by the node', async () => {
    const call = transferCall({ asset: usdc, to: TO, amountAtomic: 10n ** 20n });
    await expect(estimateGas(client, { from: wallet.address, ...call })).rejects.toThrow(RpcError);
  });

  it('of a call that fails in the EVM is refused too, and no RPC is blamed', async () => {
    const invalid = `0x${'fe'.repeat(20)}`;
    await anvil.rpc('anvil_setCode', [invalid, '0xfe']);
    const call = transferCall({ asset: ETH, to: invalid, amountAtomic: 5n });
    await expect(estimateGas(client, { from: wallet.address, ...call })).rejects.toThrow(RpcError);
    expect(client.health()).toMatchObject([{ status: 'up', consecutiveFailures: 0 }]);
  });

  it('above what any transfer needs is not accepted', async () => {
    proxy.use({
      methods: ['eth_estimateGas'],
      behaviour: { kind: 'answer', reply: { result: '0xffffffff' } },
    });
    const call = transferCall({ asset: ETH, to: TO, amountAtomic: 5n });
    await expect(estimateGas(client, { from: wallet.address, ...call })).rejects.toThrow(
      'no transfer needs that',
    );
    expect(client.health()).toMatchObject([{ status: 'up', consecutiveFailures: 0 }]);
  });

  it.each(['0x0', '0x3e8', '0x5207'])(
    'below what any transaction takes (%s) is not accepted',
    async (result) => {
      const call = { from: wallet.address, ...transferCall({ asset: ETH, to: TO, amountAtomic: 5n }) };
      proxy.use({ methods: ['eth_estimateGas'], times: 1, behaviour: { kind: 'answer', reply: { result } } });
      expect(await estimateGas(client, call)).toBe(26_250n);
      proxy.use({ methods: ['eth_estimateGas'], behaviour: { kind: 'answer', reply: { result } } });
      await expect(estimateGas(client, call)).rejects.toThrow('the transaction takes 21000 before it runs');
    },
  );

  it('below what its data or a contract creation takes is not accepted', async () => {
    const { data } = transferCall({ asset: usdc, to: TO, amountAtomic: 5n });
    proxy.use({
      methods: ['eth_estimateGas'],
      behaviour: { kind: 'answer', reply: { result: '0x5208' } },
    });
    const call = { from: wallet.address, valueAtomic: 0n };
    await expect(estimateGas(client, { ...call, to: usdc.address, data })).rejects.toThrow('before it runs');
    await expect(estimateGas(client, { ...call, to: null, data: '0x00' })).rejects.toThrow('takes 53004');
  });
});

describe('nonces and balances', () => {
  it('distinguish mined transactions from pending ones', async () => {
    expect(await readNonce(client, wallet.address)).toEqual({ latest: 0, pending: 0 });
    await anvil.rpc('evm_setAutomine', [false]);
    await send(sign(usdc));
    expect(await readNonce(client, wallet.address)).toEqual({ latest: 0, pending: 1 });
    await anvil.mine(1);
    expect(await readNonce(client, wallet.address)).toEqual({ latest: 1, pending: 1 });
  });

  it('are read for each asset', async () => {
    const of = (asset: Asset): Promise<bigint> => readBalance(client, { address: wallet.address, asset });
    expect(await Promise.all([of(ETH), of(usdc), of(usdt)])).toEqual([10n ** 18n, 1_000n, 1_000n]);
  });

  it('are not treated as zero where there is no token', async () => {
    const asset = tokenAsset({ address: TO });
    await expect(readBalance(client, { address: wallet.address, asset })).rejects.toThrow('no such contract');
  });
});
