import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { tamper } from '../../helpers/circuits/tamper.js';

const AMOUNT = 1_000_000n;
/** Longer than a withdrawal waits before it is looked at again. */
const WAIT_MS = 16_000;
let circuit: PayoutCircuit;
let errors: { withdrawalId?: string; code?: string }[];

beforeEach(async () => {
  errors = [];
  const write = (line: string): void => {
    errors.push(JSON.parse(line) as (typeof errors)[number]);
  };
  circuit = await startPayoutCircuit({ log: pino({ level: 'error' }, { write }) });
});
afterEach(() => circuit.finish());

/** Returns the columns of the withdrawal's row, as PostgreSQL writes them. */
async function columns({ withdrawalId }: Withdrawal): Promise<Record<string, string>> {
  const { rows } = await circuit.database.db.raw<{ rows: { row: Record<string, string> }[] }>(
    `SELECT json_object_agg(key, value) AS row FROM withdrawals w, json_each_text(row_to_json(w)) WHERE withdrawal_id = ?`,
    [withdrawalId],
  );
  return rows[0]?.row ?? {};
}

/** Changes the row as somebody with the database's password could: the table's own rules do not apply. */
async function alter(
  { withdrawalId }: Withdrawal,
  fields: Record<string, string | undefined>,
): Promise<void> {
  const { db } = circuit.database;
  await db.raw('ALTER TABLE withdrawals DROP CONSTRAINT IF EXISTS withdrawals_address_check');
  await db.raw('ALTER TABLE withdrawals DROP CONSTRAINT IF EXISTS withdrawals_amount_atomic_check');
  await tamper(db, 'withdrawals', () =>
    db('withdrawals').where({ withdrawal_id: withdrawalId }).update(fields),
  );
}

/** Removes the withdrawal from the outbox, as if its own workflow kept failing. */
async function leaveToItself({ withdrawalId }: Withdrawal): Promise<void> {
  await circuit.database.db('outbox').where({ target_id: withdrawalId }).delete();
}

/** Asks to send all withdrawals at the same moment, as their workflows do. They share a batch. */
const sendAll = (withdrawals: readonly Withdrawal[]): Promise<unknown> =>
  Promise.allSettled(withdrawals.map((withdrawal) => circuit.signer.sendWithdrawal(withdrawal)));

async function expectPaid(withdrawals: readonly Withdrawal[]): Promise<void> {
  await circuit.mineAndRead(3);
  for (const withdrawal of withdrawals) await circuit.drainUntilIn(withdrawal, 'completed');
  for (const { address } of withdrawals) expect(await circuit.received(address)).toBe(AMOUNT);
}

describe('an approved withdrawal whose row was altered so that it cannot be paid', () => {
  it.each([
    ['its recipient is not an address', { address: '0x77' }, 'malformed'],
    [
      'its recipient is not an address, for the native coin',
      { address: '', token_symbol: 'ETH', token_decimals: '18' },
      'malformed',
    ],
    ['its amount is beyond what a token can hold', { amount_atomic: '9'.repeat(78) }, 'malformed'],
    [
      'its amount is beyond what a transaction can carry',
      { amount_atomic: '9'.repeat(78), token_symbol: 'ETH', token_decimals: '18' },
      'malformed',
    ],
    ['its amount is zero', { amount_atomic: '0' }, 'malformed'],
    [
      'its amount is negative',
      { amount_atomic: '-1', token_symbol: 'ETH', token_decimals: '18' },
      'malformed',
    ],
    ['its amount is not a number', { amount_atomic: 'NaN' }, 'malformed'],
    ['its creation time is minus infinity', { created_at: '-infinity' }, 'malformed'],
    ['its amount is shown with other decimals than the payment uses', { token_decimals: '9' }, 'malformed'],
    ['its merchant is a sentence', { merchant_id: 'mer_1: 1.000000 USDC to 0x77' }, 'malformed'],
    ['its asset is unknown', { token_symbol: 'DOGE' }, 'not_listed'],
    ['its chain is unknown', { chain_code: 'nowhere' }, 'not_listed'],
  ])(
    'waits alone when %s: this is reported once, and it is paid when its row is restored',
    async (_why, fields, code) => {
      const altered = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000));
      const others: Withdrawal[] = [];
      for (let index = 1; index < 3; index += 1)
        others.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000 + index)));
      const asItWas = await columns(altered);
      await alter(altered, fields);
      await leaveToItself(altered);

      await sendAll([altered, ...others]);
      await circuit.passTime(WAIT_MS);
      await sendAll([altered, ...others]);
      expect(await columns(altered)).toMatchObject({ status: 'approved', waiting_code: code });
      const said = errors.filter(({ withdrawalId }) => withdrawalId === altered.withdrawalId);
      expect(said.map((line) => line.code)).toEqual([code]);
      expect((await circuit.signedRows()).map((row) => row.withdrawal_id).toSorted()).toEqual(
        others.map(({ withdrawalId }) => withdrawalId).toSorted(),
      );
      await expectPaid(others);

      const names = Object.keys(fields);
      await alter(altered, Object.fromEntries(names.map((name) => [name, asItWas[name]])));
      await circuit.passTime(WAIT_MS);
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: altered.withdrawalId });
      await circuit.drainUntilIn(altered, 'broadcast');
      await expectPaid([altered]);
      await circuit.untilBooksBalance();
    },
  );

  it('says so when it is the only one and cannot even be read', async () => {
    const altered = await circuit.approvedWithdrawal(AMOUNT);
    await alter(altered, { amount_atomic: 'NaN' });
    for (let turn = 0; turn < 2; turn += 1)
      await expect(circuit.drain()).rejects.toThrow('an amount of "NaN"');
    expect(await columns(altered)).toMatchObject({ status: 'approved', waiting_code: 'malformed' });
    expect(errors.map(({ code }) => code)).toEqual(['malformed']);
  });

  it.each([
    ['can be read', { address: '0x77' }],
    ['cannot even be read', { amount_atomic: 'NaN' }],
  ])(
    'waits too when only the batch of another withdrawal could include it, and it %s',
    async (_what, fields) => {
      const altered = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000));
      const other = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0001));
      await alter(altered, fields);
      await leaveToItself(altered);
      await circuit.signer.sendWithdrawal(other);
      await expectPaid([other]);
      expect(await columns(altered)).toMatchObject({ status: 'approved', waiting_code: 'malformed' });
    },
  );
});
