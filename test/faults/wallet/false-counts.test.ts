import { afterEach, describe, expect, it } from '@jest/globals';
import type { Chain } from '../../../src/domain/core/asset.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { useKeyElsewhere } from '../../helpers/chain/use-key-elsewhere.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
const STUCK_MS = 130_000;
const methods = ['eth_getTransactionCount'];
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const nonces = async (): Promise<number[]> => (await circuit.signedRows()).map(({ nonce }) => nonce);

describe('an RPC that counts nonces', () => {
  it.each(['0x7d0', '0x1fffffffffffff'])(
    'that nobody has used (%s), one of three, opens no gap and delays nothing',
    async (result) => {
      circuit = await startPayoutCircuit({ proxies: 3 });
      circuit.proxies[0]?.use({ methods, behaviour: { kind: 'answer', reply: { result } } });
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
      await circuit.signer.sendWithdrawal(withdrawal);
      expect(await nonces()).toEqual([0]);
      await circuit.mineAndRead(3);
      await circuit.drainUntilIn(withdrawal, 'completed');
      expect(await circuit.received()).toBe(AMOUNT);
    },
  );

  it.each([
    ['the only RPC', (rpcUrls: readonly string[]) => rpcUrls],
    ['both URLs of the only provider', ([url = '']: readonly string[]) => [url, `${url}/second`]],
  ])(
    'far too high, as %s, is not believed: the withdrawal waits, says so, and continues',
    async (_, urlsOf) => {
      const adjust = (chain: Chain): Chain => ({ ...chain, rpcUrls: urlsOf(chain.rpcUrls) });
      circuit = await startPayoutCircuit({ proxies: 1, adjust });
      const [proxy] = circuit.proxies;
      proxy?.use({ methods, behaviour: { kind: 'answer', reply: { result: '0x1fffffffffffff' } } });
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
      await circuit.signer.sendWithdrawal(withdrawal);
      expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('until another RPC');
      proxy?.clear();
      await circuit.signer.sendWithdrawal(withdrawal);
      expect(await nonces()).toEqual([0]);
      await circuit.mineAndRead(1);
      expect(await circuit.received()).toBe(AMOUNT);
    },
  );

  it('as free, though the key was used elsewhere, has nothing signed for them', async () => {
    circuit = await startPayoutCircuit({ proxies: 2 });
    const { anvil, hotWallet: signer } = circuit;
    for (const nonce of [0, 1, 2]) await useKeyElsewhere({ anvil, signer }, nonce);
    await circuit.mineAndRead(1);
    await anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await setBaseFee(anvil, 50n * GWEI);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    circuit.proxies[0]?.use({ methods, behaviour: { kind: 'answer', reply: { result: '0x0' } } });
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await nonces()).toEqual([3]);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('nothing is cancelled');
    circuit.proxies[0]?.clear();
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await nonces()).toEqual([3, 3]);
    await circuit.mineAndRead(1);
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('that differs from the only other one makes a withdrawal wait until they agree', async () => {
    circuit = await startPayoutCircuit({ proxies: 2 });
    circuit.proxies[0]?.use({ methods, behaviour: { kind: 'answer', reply: { result: '0x3' } } });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('the RPCs agree');
    circuit.proxies[0]?.clear();
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await nonces()).toEqual([0]);
  });
});
