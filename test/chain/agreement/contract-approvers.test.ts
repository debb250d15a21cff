import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createContractApprovers } from '../../../src/chain/agreement/contract-approvers.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { putContractWallet } from '../../helpers/chain/contract-wallet.js';
import { startRpcProxy, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';
import { localChain } from '../chain-fixture.js';

const CONTRACT = `0x${'5a'.repeat(20)}`;
const HASH = `0x${'1b'.repeat(32)}`;

let anvil: Anvil;
let proxies: readonly RpcProxy[];
beforeAll(async () => {
  anvil = await startAnvil();
  proxies = [await startRpcProxy(anvil.url), await startRpcProxy(anvil.url)];
  await putContractWallet(anvil, { address: CONTRACT, accepts: HASH });
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  await anvil.stop();
});

it('an RPC that timed out once is asked again for the next signature', async () => {
  const approvers = createContractApprovers({ timeoutMs: 5_000 });
  const chain = localChain({ rpcUrls: proxies.map(({ url }) => url) });
  const asked = { contract: CONTRACT, hash: HASH, signature: '0x' };
  proxies[1]?.use({ behaviour: { kind: 'hang' } });
  expect(await approvers.accepts(chain, asked)).toBe(false);
  proxies[1]?.clear();
  await until('both RPCs say that the contract accepts it', () => approvers.accepts(chain, asked));
});
