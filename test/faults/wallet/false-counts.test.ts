import { afterEach, describe, expect, it } from '@jest/globals';
import type { Chain } from '../../../src/domain/core/asset.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const methods = ['eth_getTransactionCount'];
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const nonces = async (): Promise<number[]> => (await circuit.signedRows()).map(({ nonce }) => nonce);

describe('an RPC that counts nonces that nobody has used', () => {
  it.each(['0x7d0', '0x1fffffffffffff'])(
    '(%s), one of three, opens no gap and delays nothing',
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
