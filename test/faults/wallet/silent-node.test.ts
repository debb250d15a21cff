import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
let circuit: PayoutCircuit;
beforeEach(async () => {
  circuit = await startPayoutCircuit({ proxies: 2 });
});
afterEach(() => circuit.finish());

describe('a node that accepts a transaction but does not pass it on', () => {
  it('delays no payment, because a repeated broadcast goes to every RPC', async () => {
    const { anvil, proxies } = circuit;
    await anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const { txHash } = await circuit.transactionOf(withdrawal);
    // The others have never heard of it; the first one says that it has it.
    await anvil.rpc('anvil_dropTransaction', [txHash]);
    const [first, second] = proxies;
    const error = { code: -32_000, message: 'already known' };
    first?.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'answer', reply: { error } } });
    const result = { hash: txHash };
    first?.use({ methods: ['eth_getTransactionByHash'], behaviour: { kind: 'answer', reply: { result } } });
    expect(second?.calls.some(({ method }) => method === 'eth_sendRawTransaction')).toBe(false);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(4);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect((await circuit.transactionOf(withdrawal)).txHash).toBe(txHash);
    expect(await circuit.received()).toBe(AMOUNT);
  });
});
