import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findAssetFreeze } from '../../../src/db/withdrawals/asset-freezes.js';
import { listDifferences } from '../../../src/db/reconciliation/reconciliation-differences.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import type { RpcReply } from '../../helpers/chain/rpc-proxy.js';

/** More than three times as many as are read at once. */
const ADDRESSES = 1_000;
const FINAL_BLOCKS = 20;
/** Number of balances after which the state of old blocks is gone, as on most nodes after some minutes. */
const ANSWERED = 900;
let circuit: PayoutCircuit;

beforeEach(async () => {
  circuit = await startPayoutCircuit({ proxies: 2 });
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.database.db.batchInsert(
    'custody_addresses',
    Array.from({ length: ADDRESSES }, (_, index) => ({
      chain_code: 'local',
      address: addressOf(0x10_000 + index),
      touched_block: 1,
    })),
  );
});
afterEach(() => circuit.finish());

const countUnchecked = async (): Promise<number> => {
  const rows = await circuit.database.db('custody_addresses').whereNull('checked_block').select('address');
  return rows.length;
};

it('RPCs that fail in the middle of a thousand addresses leave the rest unknown, and report no difference', async () => {
  for (const proxy of circuit.proxies) {
    let answered = 0;
    const rewrite = (reply: RpcReply): RpcReply => {
      answered += 1;
      return answered <= ANSWERED ? reply : { error: { code: -32_000, message: 'missing trie node' } };
    };
    proxy.use({ methods: ['eth_call', 'eth_getBalance'], behaviour: { kind: 'rewrite', rewrite } });
  }
  const report = await reconcileCircuit(circuit);
  expect(report.outcome).toBe('incomplete');
  expect(report.summary).toMatch(/its RPCs agree on no balance of \d+ addresses \(.*missing trie node/);
  expect(await listDifferences(circuit.database.db)).toEqual([]);
  for (const asset of circuit.chain.assets)
    expect(await findAssetFreeze(circuit.database.db, asset)).toBeUndefined();
  const unchecked = await countUnchecked();
  expect(unchecked).toBeGreaterThan(0);
  expect(unchecked).toBeLessThan(ADDRESSES);

  for (const proxy of circuit.proxies) proxy.clear();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  expect(await countUnchecked()).toBe(0);
});
