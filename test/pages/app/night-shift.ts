import { noteDispute } from '../../../src/db/chains/chain-disputes.js';
import { noteRpcs, noteWallets } from '../../../src/db/chains/chain-reports.js';
import { recordRun } from '../../../src/db/reconciliation/record-reconciliation.js';
import { startRun } from '../../../src/db/reconciliation/reconciliation-runs.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import type { TestApi } from '../../helpers/api/start-api.js';
import { addressOf } from '../../helpers/facts/facts.js';

const BSC_USDT = { chainCode: 'BSC', tokenSymbol: 'USDT' };
const HOT = addressOf(0x4071);
const SWEEP = addressOf(0x5773);

/** The problems that one night may bring, all at once, but not on the chain with the payments of other tests. */
export async function haveBadNight(api: TestApi): Promise<{ readonly runId: number }> {
  const { db } = api;
  const nowMs = Date.now();
  const halted_reason = `block 9100 was final as 0x${'ab'.repeat(32)} and is another block now`;
  const block = { height: 9_120, block_hash: `0x${'12'.repeat(32)}`, block_time: new Date(nowMs - 60_000) };
  await db('chain_cursors').insert({
    chain_code: 'BSC',
    ...block,
    finalized_height: 9_100,
    halted_reason,
    caught_up_at: new Date(nowMs - 60_000),
    halted_at: new Date(nowMs - 45_000),
  });
  const rpc = { reason: null, headNumber: 9_125, behindBlocks: 0, consecutiveFailures: 0, lastError: null };
  await noteRpcs(db, {
    chainCode: 'BSC',
    nowMs,
    rpcs: [
      { ...rpc, origin: 'https://rpc-1.example', status: 'up', lastSuccessAtMs: nowMs, lastLatencyMs: 38 },
      {
        ...rpc,
        origin: 'https://rpc-2.example',
        status: 'quarantined',
        lastSuccessAtMs: nowMs,
        lastLatencyMs: 412,
        reason: 'is 50 blocks (600 s) behind',
        behindBlocks: 50,
      },
    ],
  });
  await ensureWallet(db, { chainCode: 'BSC', address: HOT });
  await ensureWallet(db, { chainCode: 'BSC', address: SWEEP, role: 'sweep' });
  const wallets = [
    { address: HOT, tokenSymbol: 'USDT', balanceAtomic: 12_400_250_000_000_000_000_000n },
    { address: HOT, tokenSymbol: 'ETH', balanceAtomic: 1_000_000_000_000_000n },
    { address: SWEEP, tokenSymbol: 'ETH', balanceAtomic: 10_000_000_000_000_000_000_000n },
  ];
  await noteWallets(db, { chainCode: 'BSC', wallets, nowMs });
  const reason = 'https://rpc-2.example has another final block 9100 than https://rpc-1.example';
  await noteDispute(db, { chainCode: 'BSC', about: 'blocks', height: 9_100, reason }, nowMs - 45_000);
  const runId = await startRun(db, { origin: 'schedule', isFull: true, nowMs: nowMs - 90_000 });
  const check = { chainCode: 'BSC', blockNumber: 9_100, blockHash: `0x${'34'.repeat(32)}`, addresses: 412 };
  await recordRun(db, {
    runId,
    invoices: 1_204,
    lookedAt: () => true,
    nowMs: nowMs - 80_000,
    isWholeLog: true,
    mark: { postingId: 1, entryId: 1, invoiceId: '' },
    chains: [{ ...check, problem: null, checkedAddresses: new Set(), round: null, nativeSurplus: null }],
    differences: [
      {
        kind: 'balance',
        asset: BSC_USDT,
        subject: HOT,
        expectedAtomic: 12_500_250_000_000_000_000_000n,
        foundAtomic: 12_400_250_000_000_000_000_000n,
        words: 'The hot wallet has 100.000000000000000000 USDT less than the books say.',
      },
    ],
  });
  return { runId };
}
