import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  askWhetherMined,
  findNotFinal,
  isAgreedReverted,
  readAgreedDepth,
} from '../../../src/chain/agreement/read-agreed-depth.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { readReceipt } from '../../../src/chain/transfers/receipts.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { startRpcProxy, type Rewrite, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';
import { localChain } from '../chain-fixture.js';

const DOWN = { kind: 'http', status: 503 } as const;

let anvil: Anvil;
let proxies: readonly RpcProxy[];
let client: ChainClient;
let mined: { txHash: string; blockHash: string };
beforeAll(async () => {
  anvil = await startAnvil();
  proxies = [await startRpcProxy(anvil.url), await startRpcProxy(anvil.url)];
  client = createChainClient(localChain({ rpcUrls: proxies.map(({ url }) => url) }), {
    timeoutMs: 30_000,
    maxRounds: 1,
  });
  const [from] = anvil.accounts;
  const txHash = await anvil.rpc<string>('eth_sendTransaction', [{ from, to: from }]);
  const receipt = await readReceipt(client, txHash);
  mined = { txHash, blockHash: receipt?.blockHash ?? '' };
});
afterAll(async () => {
  await client.close();
  for (const proxy of proxies) await proxy.stop();
  await anvil.stop();
});
afterEach(() => {
  for (const proxy of proxies) proxy.clear();
});

const lie = (methods: readonly string[], rewrite: Rewrite): void =>
  proxies[0]?.use({ methods, behaviour: { kind: 'rewrite', rewrite } });
/** Has one RPC call its head final. */
const callHeadFinal = (): void =>
  lie(['eth_getBlockByNumber'], async (_, { params }, ask) => ({
    result: await ask('eth_getBlockByNumber', ['latest', params[1]]),
  }));
const depth = (): Promise<unknown> => readAgreedDepth(client, mined.txHash);

describe('the agreed depth of a transaction', () => {
  it('is unknown when only one RPC of two says that it is in a block', async () => {
    expect(await readAgreedDepth(client, `0x${'1'.repeat(64)}`)).toBe('missing');
    lie(['eth_getTransactionReceipt'], () => ({ result: null }));
    expect(await depth()).toBeNull();
    expect(await findNotFinal(client, mined)).not.toBeNull();
  });

  it('is unknown when only one RPC of two says that it is in no block, even while the other is down', async () => {
    const unknown = `0x${'1'.repeat(64)}`;
    expect(await askWhetherMined(client, unknown)).toBe('nowhere');
    lie(['eth_getTransactionReceipt'], () => ({ result: null }));
    expect(await askWhetherMined(client, mined.txHash)).toBe('mined');
    proxies[1]?.use({ behaviour: DOWN });
    expect(await askWhetherMined(client, mined.txHash)).toBe('unsaid');
  });

  it('is not that of a reverted transaction when only one RPC of two says so', async () => {
    const [from] = anvil.accounts;
    const to = `0x${'5'.repeat(40)}`;
    await anvil.rpc('anvil_setCode', [to, '0x5f5ffd']);
    const txHash = await anvil.rpc<string>('eth_sendTransaction', [{ from, to, gas: '0x186a0' }]);
    await until('it is mined', async () => (await readReceipt(client, txHash)) !== null);
    expect(await isAgreedReverted(client, txHash)).toBe(true);
    expect(await isAgreedReverted(client, mined.txHash)).toBe(false);
    lie(['eth_getTransactionReceipt'], () => ({ result: null }));
    expect(await isAgreedReverted(client, txHash)).toBe(false);
  });

  it('is unknown when one RPC refuses each receipt as too old', async () => {
    const error = { code: 4_444, message: 'pruned history unavailable' };
    lie(['eth_getTransactionReceipt'], () => ({ error }));
    expect(await askWhetherMined(client, `0x${'1'.repeat(64)}`)).toBe('unsaid');
    expect(await askWhetherMined(client, mined.txHash)).toBe('mined');
  });

  it('is not final when only one RPC of two says so, even while the other is down', async () => {
    expect(await depth()).toBe('shallow');
    expect(await findNotFinal(client, mined)).not.toBeNull();
    callHeadFinal();
    expect(await depth()).toBeNull();
    expect(await findNotFinal(client, mined)).toBe(new URL(proxies[1]?.url ?? '').origin);
    proxies[1]?.use({ behaviour: DOWN });
    expect(await findNotFinal(client, mined)).toBe('too few answer');
    expect(await depth()).toBeNull();
  });

  it('is final when two RPCs say so about the block that holds it', async () => {
    await anvil.mine(1);
    expect(await depth()).toBe('shallow');
    await anvil.mine(10);
    expect(await depth()).toBe('final');
    expect(await findNotFinal(client, mined)).toBeNull();
    expect(await findNotFinal(client, { ...mined, blockHash: `0x${'2'.repeat(64)}` })).not.toBeNull();
  });
});
