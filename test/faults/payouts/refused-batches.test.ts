import { afterEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { RESEND_AFTER_MS } from '../../../src/domain/withdrawals/next-withdrawal-step.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import type { Behaviour, RpcProxy, RpcReply } from '../../helpers/chain/rpc-proxy.js';

const AMOUNT = 1_000_000n;
const COUNT = 5;
const methods = ['eth_sendRawTransaction'];
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const refusal = (message: string): RpcReply => ({ error: { code: -32_000, message } });

/** The node takes all transactions, then drops the second one. Its answer about that one stays, or is replaced. */
function dropTheSecond(instead?: RpcReply): Behaviour {
  let sends = 0;
  return {
    kind: 'rewrite',
    rewrite: async (reply, _call, ask) => {
      sends += 1;
      if (sends !== 2 || !('result' in reply)) return reply;
      await ask('anvil_dropTransaction', [reply.result]);
      return instead ?? reply;
    },
  };
}

/** `always` applies to both RPCs, as often as they are asked; `once` applies to the first RPC, for one request. */
const always = (behaviour: Behaviour) => (proxies: readonly RpcProxy[]) => {
  for (const proxy of proxies) proxy.use({ methods, behaviour });
};
const once = (behaviour: Behaviour) => (proxies: readonly RpcProxy[]) =>
  proxies[0]?.use({ methods, times: 1, behaviour });

describe('a batch of withdrawals', () => {
  it.each([
    [
      'whose transactions an RPC claims to know already',
      always({ kind: 'rewrite', rewrite: () => refusal('already known') }),
    ],
    ['of which an RPC refuses one transaction', once(dropTheSecond(refusal('insufficient funds for gas')))],
    ['of which an RPC forgets one transaction that it has accepted', once(dropTheSecond())],
    ['that an RPC accepted, with an answer that was lost', once({ kind: 'lose-answer' })],
    ['that reaches no RPC at first', always({ kind: 'cut' })],
  ])('%s, is paid once each, without a nonce gap, by the first signed bytes', async (_batch, disturb) => {
    circuit = await startPayoutCircuit({ proxies: 2 });
    const withdrawals: Withdrawal[] = [];
    for (let index = 0; index < COUNT; index += 1)
      withdrawals.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000 + index)));
    const sendAll = (): Promise<unknown> =>
      Promise.allSettled(withdrawals.map((withdrawal) => circuit.signer.sendWithdrawal(withdrawal)));
    disturb(circuit.proxies);
    await sendAll();
    const signed = (await circuit.signedRows()).map((row) => row.tx_hash);
    expect(signed).toHaveLength(COUNT);

    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.passTime(RESEND_AFTER_MS + 1_000);
    await sendAll();
    await circuit.mineAndRead(3);
    for (const withdrawal of withdrawals) await circuit.drainUntilIn(withdrawal, 'completed');
    for (const { address } of withdrawals) expect(await circuit.received(address)).toBe(AMOUNT);
    const rows = await circuit.signedRows();
    expect(rows.map((row) => row.tx_hash)).toEqual(signed);
    expect(rows.map((row) => row.nonce)).toEqual(withdrawals.map((_, nonce) => nonce));
    await circuit.untilBooksBalance();
  });
});
