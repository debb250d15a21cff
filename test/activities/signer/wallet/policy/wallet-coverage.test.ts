import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import {
  createSigningMemory,
  type SigningMemory,
} from '../../../../../activities/signer/wallet/memory/signing-memory.js';
import { readCoverage } from '../../../../../activities/signer/wallet/policy/wallet-coverage.js';
import { createChainClient } from '../../../../../src/chain/rpc/chain-client.js';
import type { ChainClient } from '../../../../../src/chain/rpc/types.js';
import type { NewSignature } from '../../../../../src/db/wallets/sent-transactions.js';
import { localChain } from '../../../../chain/chain-fixture.js';
import { startAnvil, type Anvil } from '../../../../helpers/chain/anvil.js';
import { startRpcProxy, type RpcProxy } from '../../../../helpers/chain/rpc-proxy.js';
import { ONE_APPROVER } from '../../../../helpers/circuits/approver.js';

const FINAL = 20;
/** More than one call checks. */
const CANCELLED = 40;

let anvil: Anvil;
let proxies: readonly RpcProxy[];
let client: ChainClient;
let hashes: readonly string[];
let address: string;
// The wallet has sent nonces 0 to 40, and all are final.
beforeAll(async () => {
  anvil = await startAnvil();
  proxies = await Promise.all([1, 2, 3].map(() => startRpcProxy(anvil.url)));
  client = createChainClient(localChain({ rpcUrls: proxies.map(({ url }) => url) }));
  const [from] = anvil.accounts;
  if (from === undefined) throw new Error('anvil has no accounts');
  address = from;
  const sent: string[] = [];
  for (let nonce = 0; nonce <= CANCELLED; nonce += 1)
    sent.push(await anvil.rpc<string>('eth_sendTransaction', [{ from, to: from }]));
  hashes = sent;
  await anvil.mine(FINAL);
});
afterAll(async () => {
  await client.close();
  for (const proxy of proxies) await proxy.stop();
  await anvil.stop();
});

let memory: SigningMemory;
beforeEach(() => {
  memory = createSigningMemory(null);
});
afterEach(() => {
  for (const proxy of proxies) proxy.clear();
});

function signed(nonce: number, txHash: string, purpose: 'cold' | 'cancellation'): NewSignature {
  return {
    chainCode: 'local',
    fromAddress: address,
    nonce,
    txHash,
    rawTransaction: '0x',
    withdrawalId: null,
    purpose,
    replaces: null,
    maxFeePerGasWei: 1n,
    maxCostWei: 1n,
    signedAtMs: 1,
    payment: null,
  };
}
/** Lets the memory know nonce 0, and only the cancellations of the others. */
function rememberCancellations(): void {
  memory.account({ chainCode: 'local', fromAddress: address }, 1);
  memory.remember(hashes.slice(1).map((txHash, index) => signed(index + 1, txHash, 'cancellation')));
}
/** Asks whether the next nonce may be signed for. */
async function ask(nonce: number): Promise<void> {
  const deps = { memory, hotWallet: { address }, approvers: ONE_APPROVER, localMode: false };
  const coverage = await readCoverage(
    { ...deps, log: pino({ level: 'silent' }) },
    { chain: { chainCode: 'local' }, client },
  );
  coverage.require({ nonce, from: nonce, counted: nonce });
}
const used = CANCELLED + 1;

describe('a new signing memory', () => {
  it('waits for its first transaction while two of three RPCs do not have its block yet', async () => {
    memory.remember([signed(0, hashes[0] ?? '', 'cold')]);
    for (const proxy of proxies.slice(0, 2)) {
      proxy.use({
        methods: ['eth_getTransactionReceipt'],
        behaviour: { kind: 'answer', reply: { result: null } },
      });
      proxy.use({
        methods: ['eth_getTransactionCount'],
        behaviour: { kind: 'answer', reply: { result: '0x0' } },
      });
    }
    await expect(ask(1)).rejects.toMatchObject({ code: 'unread' });
    for (const proxy of proxies) proxy.clear();
    await ask(1);
  });

  it('treats the first nonce as used by a stranger when the RPCs agree that it is used and know no receipt', async () => {
    memory.remember([signed(0, `0x${'1'.repeat(64)}`, 'cold')]);
    await expect(ask(1)).rejects.toMatchObject({ code: 'not_approved' });
  });
});

describe('cancellation transactions', () => {
  it('are waited for when one call could not check all of them', async () => {
    rememberCancellations();
    await expect(ask(used)).rejects.toMatchObject({
      code: 'unread',
      message: expect.stringContaining('is checked next') as unknown,
    });
    await ask(used);
  });

  it('whose receipt no RPC keeps are waited for, with instructions for the operator', async () => {
    rememberCancellations();
    for (const proxy of proxies)
      proxy.use({
        methods: ['eth_getTransactionReceipt'],
        behaviour: {
          kind: 'answer',
          reply: { error: { code: 4_444, message: 'pruned history unavailable' } },
        },
      });
    await expect(ask(used)).rejects.toMatchObject({
      code: 'unread',
      message: expect.stringMatching(/nonce 1 of .* was cancelled.*archive node/) as unknown,
    });
  });
});

describe('a line that accounts for nonces that the chain does not count', () => {
  const answerTo = (accountedTo: number): void =>
    memory.account({ chainCode: 'local', fromAddress: address }, accountedTo);
  const refused = {
    code: 'not_approved',
    message: expect.stringContaining(`the chain counts ${used}; who has asked for that line?`) as unknown,
  };

  it('stops the memory, which would otherwise check no nonce any more', async () => {
    answerTo(99_999_999);
    await expect(ask(used)).rejects.toMatchObject(refused);
    await expect(ask(used + 1)).rejects.toMatchObject(refused);
  });

  it('makes payments wait while a transaction with one of these nonces may still be mined', async () => {
    answerTo(used + 1);
    await expect(ask(used)).rejects.toMatchObject({ code: 'unread' });
    memory.remember([signed(used, `0x${'3'.repeat(64)}`, 'cold')]);
    await ask(used + 1);
  });

  it('is not believed when a single RPC counts as many nonces', async () => {
    answerTo(99_999_999);
    proxies[0]?.use({
      methods: ['eth_getTransactionCount'],
      behaviour: { kind: 'answer', reply: { result: `0x${(99_999_999).toString(16)}` } },
    });
    await expect(ask(used)).rejects.toMatchObject({
      code: expect.stringMatching(/^(unread|not_approved)$/) as unknown,
    });
  });

  it('counts if the chain counts as many nonces, or if the memory itself has signed that far', async () => {
    answerTo(used);
    await ask(used);
    memory.remember([signed(used + 1, `0x${'2'.repeat(64)}`, 'cold')]);
    answerTo(used + 2);
    await ask(used + 2);
  });
});
