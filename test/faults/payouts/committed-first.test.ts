import { afterEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/core/database.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import type { Rewrite, RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { startPayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { startSweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 1_000_000n;
const STUCK_MS = 130_000;
let finish: () => Promise<void>;
afterEach(() => finish());

/**
 * Checks, at the moment at which a node gets bytes, whether another connection to the database sees them.
 *
 * Killing the signer does not reveal that it sends before it commits. Keys sign the same bytes for the same payment, so
 * the next signer mostly signs the sent bytes again. This check reveals it.
 */
function watchSending(proxies: readonly RpcProxy[], db: Database) {
  const seen = { sent: 0, uncommitted: [] as string[] };
  const rewrite: Rewrite = async (reply, { params: [raw] }) => {
    seen.sent += 1;
    const kept = await db('sent_transactions')
      .where({ raw_transaction: String(raw) })
      .select('tx_hash');
    if (kept.length === 0) seen.uncommitted.push(String(raw));
    return reply;
  };
  for (const proxy of proxies)
    proxy.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'rewrite', rewrite } });
  return seen;
}

describe('no node receives signed bytes before they are committed', () => {
  it('for payments, alone and in a batch, and for replacements', async () => {
    const circuit = await startPayoutCircuit({ proxies: 1, goesBySteps: true });
    finish = () => circuit.finish();
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const seen = watchSending(circuit.proxies, circuit.database.db);
    const alone = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(alone);
    for (const index of [1, 2]) await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000 + index));
    await circuit.signer.sendWithdrawal(await circuit.approvedWithdrawal(AMOUNT));
    expect(seen).toEqual({ sent: 4, uncommitted: [] });
    await setBaseFee(circuit.anvil, 20n * 10n ** 9n);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(alone);
    expect((await circuit.signedRows()).map(({ replaces }) => replaces !== null)).toContain(true);
    expect(seen.uncommitted).toEqual([]);
  });

  it('for sweeps and the gas money before them', async () => {
    const circuit = await startSweepCircuit({ hardfork: 'cancun', proxies: 1, goesBySteps: true });
    finish = () => circuit.close();
    await circuit.gasMoney();
    await circuit.earn(1);
    const seen = watchSending(circuit.proxies, circuit.database.db);
    await circuit.sweepUntilDone();
    expect((await circuit.transactions()).map(({ purpose }) => purpose).toSorted()).toEqual([
      'fund',
      'sweep',
    ]);
    expect(seen.sent).toBeGreaterThanOrEqual(2);
    expect(seen.uncommitted).toEqual([]);
  });
});
