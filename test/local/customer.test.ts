import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBalance } from '../../src/chain/blocks/read-balance.js';
import { readHeader } from '../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import { readReceipt } from '../../src/chain/transfers/receipts.js';
import { deployTestToken } from '../../src/chain/contracts/test-token.js';
import type { Asset } from '../../src/domain/core/asset.js';
import { playCustomer, type CustomersPayment } from '../../src/local/customer.js';
import { localChain, tokenAsset } from '../chain/chain-fixture.js';
import { startAnvil, type Anvil } from '../helpers/chain/anvil.js';

const TO = `0x${'c0'.repeat(20)}`;
let anvil: Anvil;
let client: ChainClient;
let payment: CustomersPayment;
let usdc: Asset;

beforeAll(async () => {
  anvil = await startAnvil();
  const chain = localChain({ rpcUrls: [anvil.url] });
  client = createChainClient(chain);
  usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl: anvil.url })).address });
  payment = { chain, asset: usdc, to: TO, amountAtomic: 25_000_000n, from: null, afterMs: null };
});
afterAll(async () => {
  await client.close();
  await anvil.stop();
});

describe('the customer that the command pay simulates', () => {
  it('pays in the token, which is minted when the wallet lacks it, whatever the amount', async () => {
    const paid = await playCustomer(payment);
    expect(paid.from).toBe(anvil.accounts[1]);
    await playCustomer({ ...payment, amountAtomic: 5_000_000_000n });
    expect(await readBalance(client, { address: TO, asset: usdc })).toBe(5_025_000_000n);
  });

  it('pays from the requested account, and from none that the chain does not sign for', async () => {
    const from = anvil.accounts[4] ?? '';
    expect((await playCustomer({ ...payment, from: from.toUpperCase().replace('0X', '0x') })).from).toBe(
      from,
    );
    await expect(playCustomer({ ...payment, from: TO })).rejects.toThrow(`does not sign for ${TO}`);
  });

  it('can pay late, in a block whose time is after the end', async () => {
    const afterMs = Date.now() + 2_000;
    const { txHash } = await playCustomer({ ...payment, afterMs });
    const receipt = await readReceipt(client, txHash);
    const block = await readHeader(client, receipt?.blockNumber ?? 0);
    expect(block.timestampMs).toBeGreaterThan(afterMs);
  });
});
