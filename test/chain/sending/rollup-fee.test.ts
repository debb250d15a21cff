import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { size } from 'viem';
import { decodeReceipt } from '../../../src/chain/transfers/receipts.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { serializeTransaction } from '../../../src/chain/keys/serialize-transaction.js';
import { GAS_PRICE_ORACLE, oracleThatSays } from '../../helpers/chain/gas-price-oracle.js';
import { ANVIL_CHAIN_ID, startAnvil, type Anvil } from '../../helpers/chain/anvil.js';

let anvil: Anvil;
let client: ChainClient;
beforeAll(async () => {
  anvil = await startAnvil();
  client = createChainClient({ chainCode: 'local', chainId: ANVIL_CHAIN_ID, rpcUrls: [anvil.url] });
});
afterAll(async () => {
  await client.close();
  await anvil.stop();
});
const transaction = {
  chainId: ANVIL_CHAIN_ID,
  to: `0x${'77'.repeat(20)}`,
  valueAtomic: 5n,
  data: `0x${'a9'.repeat(68)}`,
};
const oracleIs = (code: string): Promise<unknown> => anvil.rpc('anvil_setCode', [GAS_PRICE_ORACLE, code]);

describe('the extra fee of a rollup for a transaction', () => {
  beforeEach(() => oracleIs('0x'));

  it('is zero on a chain without the oracle', async () => {
    expect(await readRollupFee(client, transaction)).toBe(0n);
  });

  it('is twice what the oracle reports, to allow for a rise', async () => {
    await oracleIs(oracleThatSays(12_345n));
    expect(await readRollupFee(client, transaction)).toBe(24_690n);
    await oracleIs(oracleThatSays(12_345n, 100n));
    expect(await readRollupFee(client, transaction)).toBe(24_890n);
  });

  it("grows with the transaction's gas, as far as that is known", async () => {
    // The last word of the call: the gas that getOperatorFee is asked about, or the end of the bytes of getL1Fee.
    await oracleIs('0x5f3560e01c6349948e0e14601757600435' + '5f5260205ff3' + '5b5f5f5260205ff3');
    expect(await readRollupFee(client, { ...transaction, gasLimit: 2_000_000n })).toBe(4_000_000n);
    expect(await readRollupFee(client, transaction)).toBe(400_000n);
  });

  it('is asked for the whole transaction, at least as long as the one that will be signed', async () => {
    // The stand-in answers CALLDATASIZE as the fee. The operator fee's call has 36 bytes.
    await oracleIs('0x365f5260205ff3');
    const operatorWei = 2n * 36n;
    const signed = { nonce: 7, gasLimit: 60_000n, maxFeePerGasWei: 10n ** 9n, maxPriorityFeePerGasWei: 1n };
    const shortest = size(serializeTransaction({ ...transaction, ...signed }));
    const fee = (await readRollupFee(client, transaction)) - operatorWei;
    expect(fee).toBeGreaterThanOrEqual(BigInt(2 * (4 + 32 + 32 + shortest)));
    expect(fee).toBeLessThan(BigInt(2 * (4 + 32 + 32 + shortest + 64)));
    // An authorization of EIP-7702 is data as well.
    const word = `0x${'11'.repeat(32)}`;
    const authorization = { chainId: 1, address: transaction.to, nonce: 1, r: word, s: word, yParity: 1 };
    const more = await readRollupFee(client, { ...transaction, authorizations: [authorization] });
    expect(more - operatorWei).toBeGreaterThan(fee + 2n * 64n);
  });

  it("is zero when another contract stands at the oracle's address", async () => {
    await oracleIs('0x5f5ffd');
    expect(await readRollupFee(client, transaction)).toBe(0n);
  });

  it('is not accepted when it is not a number', async () => {
    await oracleIs('0x60405ff3');
    await expect(readRollupFee(client, transaction)).rejects.toThrow('answered with 64 bytes');
  });
});

describe('the cost of a transaction without its value, by its receipt', () => {
  const operator = { operatorFeeScalar: '0x1e8480', operatorFeeConstant: '0x7' };
  it.each([
    ['gas, elsewhere than on a rollup', {}, 0n],
    ["the rollup's fee for data", { l1Fee: '0x3e8' }, 1_000n],
    ["the operator's fee beside it", { l1Fee: '0x3e8', ...operator }, 1_000n + 50_001n * 2n + 7n],
    [
      'the same since the Jovian upgrade',
      { l1Fee: '0x3e8', ...operator, daFootprintGasScalar: '0x190' },
      1_000n + 50_001n * 2_000_000n * 100n + 7n,
    ],
    ['zero for an operator who takes nothing', { operatorFeeScalar: null, daFootprintGasScalar: '0x0' }, 0n],
  ])('is %s', (_, fields, beside) => {
    const hash = `0x${'11'.repeat(32)}`;
    const { to } = transaction;
    const receipt = decodeReceipt({
      transactionHash: hash,
      blockHash: hash,
      blockNumber: '0x1',
      from: to,
      to,
      contractAddress: null,
      status: '0x1',
      gasUsed: '0xc351',
      effectiveGasPrice: '0x3',
      logs: [],
      ...fields,
    });
    expect(receipt.feeWei).toBe(50_001n * 3n + beside);
  });
});
