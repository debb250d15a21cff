import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { openDatabase, type Database } from '../../../src/db/core/database.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { throughSocket } from '../../helpers/services/services.js';

const WITHDRAWALS = 100;
const AMOUNT = 1_000_000n;
/** Two workers; each does as many at once as a worker does in production. */
const WORKERS = 2;
const AT_ONCE = 8;

interface Worker {
  readonly db: Database;
  readonly client: ChainClient;
  readonly signer: ReturnType<typeof createSignerActivities>;
}
let circuit: PayoutCircuit;
let workers: Worker[] = [];

beforeAll(async () => {
  circuit = await startPayoutCircuit();
  workers = Array.from({ length: WORKERS }, () => {
    const db = openDatabase({ url: throughSocket(circuit.database.url) });
    const client = createChainClient(circuit.chain, { timeoutMs: 30_000 });
    const signer = createSignerActivities({
      db,
      hotWallet: circuit.hotWallet,
      limits: null,
      approvers: null,
      now: Date.now,
      chainClient: () => client,
      chains: new Map([[circuit.chain.chainCode, circuit.chain]]),
      log: pino({ level: 'silent' }),
    });
    return { db, client, signer };
  });
});
afterAll(async () => {
  for (const { db, client } of workers) await Promise.all([db.destroy(), client.close()]);
  await circuit.finish();
});

/** Takes from a list until it is empty. Two workers sometimes get the same withdrawal, as after a time-out. */
async function work({ signer }: Worker, withdrawals: readonly Withdrawal[]): Promise<void> {
  const left = [...withdrawals];
  const one = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await signer.sendWithdrawal(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

describe('two signers of one wallet', () => {
  it('that are both asked for a hundred withdrawals make a hundred payments, without a gap in the nonces', async () => {
    const withdrawals: Withdrawal[] = [];
    for (let index = 0; index < WITHDRAWALS; index += 1)
      withdrawals.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xfee_0000 + index)));
    await Promise.all(
      workers.map((worker, index) => work(worker, index === 0 ? withdrawals : withdrawals.toReversed())),
    );
    const rows = await circuit.signedRows();
    expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: WITHDRAWALS }, (_, nonce) => nonce));
    expect(new Set(rows.map((row) => row.withdrawal_id)).size).toBe(WITHDRAWALS);
    await circuit.mineAndRead(3);
    await drainUntil(circuit, 'all are completed', async () => {
      const all = await Promise.all(withdrawals.map((withdrawal) => circuit.isIn(withdrawal, 'completed')));
      return all.every(Boolean);
    });
    const paid = await Promise.all(withdrawals.map(({ address }) => circuit.received(address)));
    expect(paid).toEqual(withdrawals.map(() => AMOUNT));
    await circuit.mineAndRead(1);
    await circuit.untilBooksBalance();
  });
});
