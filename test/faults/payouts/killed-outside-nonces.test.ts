import { afterEach, describe, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { transaction } from '../../../src/db/core/database.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { ANVIL_CHAIN_ID } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { keepMoment } from '../../helpers/circuits/circuit-checkpoint.js';
import { keepRows } from '../../helpers/circuits/keep-rows.js';
import { killAtEach, KILL_SEED, KILLS_TIMEOUT_MS } from '../../helpers/processes/kill-at-each.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { undoFinal } from '../../helpers/circuits/undo-final.js';
import { until } from '../../helpers/until.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
/** More blocks than finality takes: finalized is 8 blocks behind the head. */
const FINAL_BLOCKS = 12;
/** A withdrawal needs a few tries after a death. */
const MAX_TURNS = 6;
let circuit: PayoutCircuit;

afterEach(() => circuit.finish());

/** Moves the chain and the clock on, so that its waits by the clock are over. */
async function moveOn(): Promise<void> {
  await circuit.mineAndRead(3);
  await circuit.database.db('withdrawals').update({ wait_until: null });
}

/** Does the work of another worker after the death. */
async function takeOver(withdrawal: Withdrawal): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS && !(await circuit.isIn(withdrawal, 'completed')); turn += 1) {
    await circuit.signer.sendWithdrawal(withdrawal);
    await moveOn();
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drain();
  }
}

/** Makes a withdrawal that was paid before a restore. An operator has said so since, and the block is final. */
async function startPaidOutside(): Promise<Withdrawal> {
  circuit = await startPayoutCircuit({ slotsInAnEpoch: 4, goesBySteps: true });
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  let restore = (): Promise<void> => Promise.resolve();
  await circuit.whileNobodyFollows(async () => {
    restore = await keepRows(circuit.database.db);
  });
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.whileNobodyFollows(() => restore());
  await circuit.mineAndRead(1);
  await until('it may have been paid', async () => {
    await circuit.signer.sendWithdrawal(withdrawal);
    return (await circuit.reloadWithdrawal(withdrawal)).waitingCode === 'maybe_paid';
  });
  await transaction(circuit.database.db, (trx) =>
    stateOutcome(trx, {
      withdrawalId: withdrawal.withdrawalId,
      outcome: 'paid',
      reason: 'looked at it',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: null, ip: null },
      showAddress: toChecksumAddress,
    }),
  );
  return withdrawal;
}

/** Makes a withdrawal whose nonce somebody else with the key has used. That block has been undone past finality. */
async function startGivenUp(): Promise<Withdrawal> {
  circuit = await startPayoutCircuit({ slotsInAnEpoch: 4, goesBySteps: true });
  const { anvil, hotWallet } = circuit;
  const setBalance = (wei: bigint): Promise<unknown> =>
    anvil.rpc('anvil_setBalance', [hotWallet.address, `0x${wei.toString(16)}`]);
  await anvil.rpc('evm_setAutomine', [false]);
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
  await anvil.rpc('anvil_dropTransaction', [(await circuit.transactionOf(withdrawal)).txHash]);
  const { raw } = await hotWallet.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce: 0,
    to: addressOf(0x5742_a6e4),
    valueAtomic: 1n,
    data: '0x',
    gasLimit: 100_000n,
    maxFeePerGasWei: 100n * GWEI,
    maxPriorityFeePerGasWei: 2n * GWEI,
  });
  await anvil.rpc('eth_sendRawTransaction', [raw]);
  await anvil.mine(1);
  const foreignHeight = Number(await anvil.rpc<string>('eth_blockNumber'));
  await circuit.mineAndRead(FINAL_BLOCKS);
  // Without gas nothing is signed anew before that block is undone.
  await setBalance(1n);
  await circuit.signer.sendWithdrawal(withdrawal);
  await undoFinal(circuit, foreignHeight);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await setBalance(10n ** 18n);
  await circuit.database.db('withdrawals').update({ wait_until: null });
  return withdrawal;
}

describe(`a signing process that is killed (KILL_SEED=${KILL_SEED})`, () => {
  it.each([
    ['while it records what has paid a withdrawal from outside', startPaidOutside, ['0 payment']],
    [
      'while it cancels a nonce that was given up and is free again, and pays by the next',
      startGivenUp,
      ['0 cancellation', '1 payment'],
    ],
  ])(
    '%s leaves it paid exactly once, and a balanced ledger',
    async (_work, start, expected) => {
      const withdrawal = await start();
      const { withdrawalId } = withdrawal;
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'withdrawal', withdrawalId },
        goBack,
        moveOn,
        afterwards: async (killed) => {
          await takeOver(withdrawal);
          await circuit.mineAndRead(1);
          const mined = (await circuit.signedRows()).filter((row) => row.block_hash !== null);
          expect({
            killed,
            paid: await circuit.received(),
            mined: mined.map(({ nonce, purpose }) => `${nonce} ${purpose}`),
            ...(await circuit.balances()),
          }).toMatchObject({ killed, paid: AMOUNT, mined: expected, available: 90_000_000n, reserved: 0n });
          expect(await circuit.isIn(withdrawal, 'completed')).toBe(true);
          await circuit.untilBooksBalance();
        },
      });
      // A run with few waits would prove nothing.
      expect(waits).toBeGreaterThan(20);
      expect(followedUp).toBeGreaterThan(5);
    },
    KILLS_TIMEOUT_MS,
  );
});
