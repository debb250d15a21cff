import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicClient, erc20Abi, http, type Address } from 'viem';
import {
  deployTestToken,
  mintTestToken,
  sendUnlocked,
  TEST_TOKEN_DECIMALS,
} from '../../../src/chain/contracts/test-token.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { startRpcProxy } from '../../helpers/chain/rpc-proxy.js';

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());

describe('the test token', () => {
  it('is a worthless USDC of six decimals that any ERC-20 client can use', async () => {
    const { address } = await deployTestToken({ rpcUrl: anvil.url });
    const [payer = '', payee = ''] = anvil.accounts;
    await mintTestToken({ rpcUrl: anvil.url, tokenAddress: address, to: payee, amountAtomic: 2_500_000n });
    const client = createPublicClient({ transport: http(anvil.url) });
    const token = { address: address as Address, abi: erc20Abi } as const;
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await client.readContract({ ...token, functionName: 'name' })).toBe('Worthless Test Dollar');
    expect(await client.readContract({ ...token, functionName: 'symbol' })).toBe('USDC');
    expect(await client.readContract({ ...token, functionName: 'decimals' })).toBe(TEST_TOKEN_DECIMALS);
    expect(await client.readContract({ ...token, functionName: 'totalSupply' })).toBe(2_500_000n);
    const balanceOf = (account: string): Promise<bigint> =>
      client.readContract({ ...token, functionName: 'balanceOf', args: [account as Address] });
    expect(await Promise.all([balanceOf(payee), balanceOf(payer)])).toEqual([2_500_000n, 0n]);
  });
});

describe('sending from an unlocked account', () => {
  it('reports that a transaction was reverted, or refused beforehand', async () => {
    const to = await deployOddContract({ rpcUrl: anvil.url, name: 'RefusesCoin' });
    await expect(sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 1n })).rejects.toThrow(/revert/);
  });

  it('is refused on a chain without such accounts', async () => {
    const proxy = await startRpcProxy(anvil.url);
    proxy.use({ methods: ['eth_accounts'], behaviour: { kind: 'answer', reply: { result: [] } } });
    await expect(deployTestToken({ rpcUrl: proxy.url })).rejects.toThrow('no unlocked accounts');
    await proxy.stop();
  });
});
