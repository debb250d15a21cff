import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { newId } from '../../../src/db/core/new-id.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { approveAsOperator } from '../../helpers/circuits/approve-as-operator.js';
import { addressOf, insertInvoice } from '../../helpers/facts/facts.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const THIEF = `0x${'66'.repeat(20)}`;
let circuit: PayoutCircuit;

beforeEach(async () => {
  circuit = await startPayoutCircuit();
});
afterEach(() => circuit.finish());

/** Changes a row, as somebody could who can write to the table of withdrawals. */
const forge = (withdrawal: Withdrawal, fields: object): Promise<unknown> =>
  circuit.database.db('withdrawals').where({ withdrawal_id: withdrawal.withdrawalId }).update(fields);

/** Asks to sign the withdrawal, and expects that it is not signed and says why. */
async function expectRefusal(withdrawal: Withdrawal, why: string): Promise<void> {
  await circuit.signer.sendWithdrawal(withdrawal);
  expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain(why);
  expect(await circuit.signedRows()).toEqual([]);
}

const stop = (withdrawal: Withdrawal): Promise<Withdrawal> =>
  transaction(circuit.database.db, (trx) =>
    decideWithdrawal(trx, {
      withdrawalId: withdrawal.withdrawalId,
      decision: 'stop',
      reason: 'a mistake',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: 'ann', ip: null },
      showAddress: toChecksumAddress,
    }),
  );

describe('the signer does not sign a withdrawal', () => {
  it('that only one of two people has approved, even if its row was changed to require one', async () => {
    const withdrawal = await circuit.withdrawal(AMOUNT, { address: THIEF });
    await forge(withdrawal, { approvals_required: 2 });
    const decided = await approveAsOperator(circuit.database.db, withdrawal);
    expect(decided.status).toBe('pending_approval');
    await forge(withdrawal, { approvals_required: 1, status: 'approved', approved_at: new Date() });
    await expectRefusal(withdrawal, 'no order on record has made the withdrawal approved');
  });

  it('that was stopped, even if its row says that it is approved', async () => {
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT, THIEF);
    await stop(withdrawal);
    await forge(withdrawal, { status: 'approved' });
    await expectRefusal(withdrawal, 'was ended by an order');
  });

  it('for which the ledger has no reservation, whoever approved it', async () => {
    const real = await circuit.withdrawal(AMOUNT);
    const { db } = circuit.database;
    const withdrawalId = newId('wd', Date.now());
    await db.raw(
      `INSERT INTO withdrawals (withdrawal_id, merchant_id, kind, chain_code, token_symbol, token_decimals,
                                amount_atomic, address, metadata, created_at)
         SELECT ?, merchant_id, kind, chain_code, token_symbol, token_decimals, amount_atomic, ?, metadata, created_at
           FROM withdrawals WHERE withdrawal_id = ?`,
      [withdrawalId, THIEF, real.withdrawalId],
    );
    const forged = { ...real, withdrawalId };
    await circuit.decide(forged, 'approve');
    await expectRefusal(forged, 'what the withdrawal pays is not reserved in the ledger');
  });

  it('to an address that has become ours since its approval; after a stop, its amount is available again', async () => {
    const depositAddress = addressOf(0xabc);
    const toDeposit = await circuit.approvedWithdrawal(AMOUNT, depositAddress);
    await insertInvoice(circuit.database.db, {
      merchantId: circuit.merchantId,
      depositAddressOf: () => depositAddress,
    });
    await expectRefusal(toDeposit, 'has become a deposit address or wallet of this service');
    await stop(toDeposit);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
  });
});

it('a payment that was signed before its address became ours still gets higher fees when it is stuck', async () => {
  const depositAddress = addressOf(0xabc);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT, depositAddress);
  await circuit.signer.sendWithdrawal(withdrawal);
  await insertInvoice(circuit.database.db, {
    merchantId: circuit.merchantId,
    depositAddressOf: () => depositAddress,
  });
  await setBaseFee(circuit.anvil, 20n * 10n ** 9n);
  await circuit.passTime(130_000);
  await circuit.mineAndRead(1);
  await circuit.signer.sendWithdrawal(withdrawal);
  expect(await circuit.signedRows()).toHaveLength(2);
});

it('a thief who controls Temporal sends the signing worker arbitrary values instead of ids: it signs nothing', async () => {
  const pending = await circuit.withdrawal(AMOUNT, { address: THIEF });
  const { withdrawalId } = pending;
  for (const asked of [
    ...[undefined, null, 7, 'wd', [withdrawalId], {}],
    ...[
      null,
      7,
      '',
      '%',
      [withdrawalId],
      [],
      { withdrawalId },
      { raw: withdrawalId },
      true,
      'wd_1',
      '\0',
    ].map((id) => ({ withdrawalId: id })),
    ...[`${withdrawalId}' OR status = 'pending_approval`, `x' OR '1'='1`].map((id) => ({ withdrawalId: id })),
    { withdrawalId, withdrawal: { ...pending, amountAtomic: '1', status: 'approved' } },
  ])
    await circuit.signer.sendWithdrawal(asked as never).catch(() => null);
  for (const asked of [undefined, null, {}, ...[null, '', '__proto__', 'constructor', ['local'], { a: 1 }]])
    await circuit.signer.sweepChain({ chainCode: asked, plans: 'yes', to: THIEF } as never).catch(() => null);
  await circuit.signer.sweepChain({ chainCode: 'local', plans: true, coldAddress: THIEF } as never);
  expect(await circuit.signedRows()).toEqual([]);
  expect(await circuit.isIn(pending, 'pending_approval')).toBe(true);
});

it('a thief who controls Temporal runs each step of each workflow with any arguments: nothing is approved, signed or credited', async () => {
  const pending = await circuit.withdrawal(AMOUNT, { address: THIEF });
  const stopped = await stop(await circuit.approvedWithdrawal(AMOUNT, THIEF));
  const invoice = await circuit.invoice();
  const { db } = circuit.database;
  const before = await circuit.balances();
  // The fields of a forged workflow beside the ids, and the forged answer of an earlier activity.
  const forged = { status: 'approved', next: 'send', address: THIEF, amountAtomic: '1', approvals: 2 };
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { withdrawalId } of [pending, stopped]) {
      await circuit.signer.sendWithdrawal({ withdrawalId, ...forged });
      await db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    }
    await db('outbox').insert({ kind: 'invoice', target_id: invoice.invoiceId });
    await circuit.drain();
  }
  expect(await circuit.signedRows()).toEqual([]);
  expect([await circuit.isIn(pending, 'pending_approval'), await circuit.isIn(stopped, 'stopped')]).toEqual([
    true,
    true,
  ]);
  expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending', amountPaidAtomic: 0n });
  expect(await circuit.balances()).toEqual(before);
  // Ending a workflow, or never starting it, delays the payment: the row remains, and is paid at the next check.
  await circuit.decide(pending, 'approve');
  await circuit.signer.sendWithdrawal(pending);
  await circuit.mineAndRead(1);
  expect(await circuit.received(THIEF)).toBe(AMOUNT);
});
