import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readMostNonces } from '../../../src/chain/agreement/read-agreed-nonce.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { startRpcProxy, type Behaviour, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { localChain } from '../chain-fixture.js';

const methods = ['eth_getTransactionCount'];
const COUNTS_NONE: Behaviour = {
  kind: 'rewrite',
  rewrite: (reply, { method }) => (methods.includes(method) ? { result: '0x0' } : reply),
};

let anvil: Anvil;
let proxy: RpcProxy;
let client: ChainClient;
let address: string;
// The chain has two URLs of one provider. The account has used one nonce.
beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startRpcProxy(anvil.url);
  client = createChainClient(localChain({ rpcUrls: [`${proxy.url}/first`, `${proxy.url}/second`] }));
  [address = ''] = anvil.accounts;
  await anvil.rpc('eth_sendTransaction', [{ from: address, to: address }]);
  await anvil.mine(1);
});
afterAll(async () => {
  await client.close();
  await proxy.stop();
  await anvil.stop();
});
afterEach(() => proxy.clear());

describe('several URLs of one provider', () => {
  it('count as the one with the highest nonce, so that a URL that is behind causes no second signature', async () => {
    proxy.use({ methods, times: 1, behaviour: COUNTS_NONE });
    expect(await readMostNonces(client, address)).toBe(1);
  });

  it('are asked again after all of them failed', async () => {
    proxy.use({ methods, times: 2, behaviour: { kind: 'http', status: 503 } });
    expect(await readMostNonces(client, address)).toBe(1);
  });
});
