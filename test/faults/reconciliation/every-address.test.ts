import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pino from 'pino';
import { AdmittedChains } from '../../../activities/chains/admitted-chains.js';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { findAssetFreeze } from '../../../src/db/withdrawals/asset-freezes.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listDifferences } from '../../../src/db/reconciliation/reconciliation-differences.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { leavingOut } from '../../helpers/chain/rpc-proxy.js';

const HOUR_MS = 3_600_000;
/** More blocks than finality takes, which is 16. */
const FINAL_BLOCKS = 20;

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ proxies: 2 });
  await circuit.anvil.mine(FINAL_BLOCKS);
  follower = circuit.keepFollowing();
  await settleDown();
  // The daily full run is done.
  expect(await run()).toMatchObject({ outcome: 'clean' });
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const run = (isFull = false) => reconcileCircuit(circuit, circuit.client, { isFull });

async function settleDown(): Promise<void> {
  await circuit.anvil.mine(FINAL_BLOCKS);
  const { number } = await circuit.anvil.rpc<{ number: string }>('eth_getBlockByNumber', [
    'finalized',
    false,
  ]);
  await untilAllDone(circuit);
  await drainUntil(circuit, 'what is final is known', async () => {
    const cursor = await findChainCursor(circuit.database.db, 'local');
    return (cursor?.finalizedHeight ?? 0) >= Number(number);
  });
}

it.each([
  ['the next run, while the invoice is open', { endsInMs: HOUR_MS, isFull: false }],
  ['the next run, when the invoice has ended meanwhile', { endsInMs: -HOUR_MS, isFull: false }],
  ['a later run in turn, when the invoice ended long ago', { endsInMs: -720 * HOUR_MS, isFull: false }],
  ['a full run', { endsInMs: -720 * HOUR_MS, isFull: true }],
])('a payment that every RPC leaves out of its logs is found at its address by %s', async (_, asked) => {
  const expiresAtMs = Date.now() + asked.endsInMs;
  const lost = await circuit.invoice({ createdAtMs: expiresAtMs - HOUR_MS, expiresAtMs });
  const seen = await circuit.invoice();
  for (const proxy of circuit.proxies) proxy.use(leavingOut(lost.depositAddress));
  await circuit.transferTogether(
    [lost, seen].map(({ depositAddress: to, amountAtomic }) => ({ asset: circuit.usdc, to, amountAtomic })),
  );
  await settleDown();
  expect(await circuit.reload(seen)).toMatchObject({ status: 'completed' });
  expect(await circuit.reload(lost)).toMatchObject({ amountPaidAtomic: 0n });

  expect(await run(asked.isFull)).toMatchObject({ outcome: 'differences' });
  const differences = await listDifferences(circuit.database.db);
  expect(differences).toMatchObject([
    { kind: 'balance', subject: lost.depositAddress, expectedAtomic: 0n, foundAtomic: lost.amountAtomic },
  ]);
  expect(differences[0]?.words).toContain(toChecksumAddress(lost.depositAddress));
  // Anyone can send coins. So a surplus is reported, but stops no payment.
  expect(await findAssetFreeze(circuit.database.db, circuit.usdc)).toBeUndefined();
});

it('a chain that this process must not ask does not hide a difference on another chain', async () => {
  const { database, chain, client } = circuit;
  // The chain was followed before it was refused.
  await database.db
    .raw(`INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, finalized_height)
    SELECT 'refused', height, block_hash, block_time, finalized_height FROM chain_cursors`);
  await database.db.raw(`INSERT INTO blocks (chain_code, block_number, block_hash, parent_hash, block_time)
    SELECT 'refused', block_number, block_hash, parent_hash, block_time FROM blocks`);
  await ensureWallet(database.db, { chainCode: 'refused', address: circuit.hotWalletAddress });
  const refusing = new AdmittedChains({
    clients: new Map([['refused', client]]),
    db: database.db,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  await circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, '0x7']);
  await settleDown();
  const report = await reconcileCircuit(circuit, client, {
    chains: [{ ...chain, chainCode: 'refused' }, chain],
    chainClient: (chainCode) => (chainCode === 'refused' ? refusing.client(chainCode) : client),
  });
  expect(report.summary).toContain(
    'could not compare all of refused: The chain refused has not been compared with its configuration yet',
  );
  expect(await listDifferences(database.db)).toMatchObject([
    { kind: 'balance', subject: circuit.hotWalletAddress, foundAtomic: 7n },
  ]);
});
