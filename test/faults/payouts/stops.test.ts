import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { freezeAsset, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import type { AuditActor } from '../../../src/db/audit/audit-log.js';
import { transaction } from '../../../src/db/core/database.js';
import { changeMerchant } from '../../../src/db/merchants/merchant-orders.js';
import type { MerchantStatus } from '../../../src/db/merchants/merchants.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import {
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { WITHOUT_DELAY } from '../../helpers/facts/orders.js';

const RECIPIENT = `0x${'77'.repeat(20)}`;
const AMOUNT = 10_000_000n;
const ANN: AuditActor = { kind: 'cli', id: 'ann', ip: null };
let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit();
  await circuit.anvil.mine(20);
  follower = circuit.follow();
  const invoice = await circuit.invoice();
  await circuit.pay(invoice);
  await circuit.anvil.mine(3);
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 100_000_000n);
  await circuit.fundHotWallet();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const received = (): Promise<bigint> =>
  readBalance(circuit.client, { address: RECIPIENT, asset: circuit.usdc });
const stop = ({ withdrawalId }: Withdrawal): Promise<Withdrawal> =>
  transaction(circuit.database.db, (trx) =>
    decideWithdrawal(trx, {
      withdrawalId,
      decision: 'stop',
      reason: 'wrong address',
      actor: ANN,
      nowMs: Date.now(),
      showAddress: toChecksumAddress,
    }),
  );
const signedCount = async (): Promise<number> =>
  (await circuit.database.db('sent_transactions').select('nonce')).length;
const statusIs = async (withdrawal: Withdrawal, status: string): Promise<boolean> =>
  (await circuit.reloadWithdrawal(withdrawal)).status === status;

describe('an approved withdrawal', () => {
  it('that is stopped before it is signed is never sent, and takes no nonce', async () => {
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await stop(withdrawal);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.drain();
    expect(await signedCount()).toBe(0);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
    const next = await circuit.approvedWithdrawal(AMOUNT);
    await drainUntil(circuit, 'broadcast', () => statusIs(next, 'broadcast'));
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(next, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });

  it('that is signed can no longer be stopped, and is paid', async () => {
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await expect(stop(withdrawal)).rejects.toMatchObject({ code: 'invalid_state' });
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });

  it('is paid or stopped, never both, whenever the order arrives', async () => {
    const withdrawals = await Promise.all(
      Array.from({ length: 6 }, () => circuit.approvedWithdrawal(1_000_000n)),
    );
    await Promise.all(
      withdrawals.flatMap((withdrawal) => [
        circuit.signer.sendWithdrawal(withdrawal),
        stop(withdrawal).catch(() => undefined),
      ]),
    );
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'each has ended', async () => {
      const ended = await Promise.all(
        withdrawals.map(
          async (one) => (await statusIs(one, 'completed')) || (await statusIs(one, 'stopped')),
        ),
      );
      return ended.every(Boolean);
    });
    const paid = BigInt(await signedCount()) * 1_000_000n;
    expect(await received()).toBe(paid);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n - paid, reserved: 0n });
  });

  it('of a frozen asset waits, says why, and is sent when the asset is released', async () => {
    const { db } = circuit.database;
    const order = { asset: circuit.usdc, reason: 'the books differ', actor: ANN };
    await transaction(db, (trx) => freezeAsset(trx, { ...order, nowMs: Date.now() }));
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const waiting = await circuit.reloadWithdrawal(withdrawal);
    expect(waiting).toMatchObject({ status: 'approved' });
    expect(waiting.waitingReason).toContain('frozen ("the books differ")');
    expect(await signedCount()).toBe(0);
    await transaction(db, (trx) => releaseAsset(trx, { ...order, reason: 'a late top-up' }));
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });

  it('of a suspended merchant waits, says why, and is sent when the merchant is resumed', async () => {
    const { merchantId } = circuit;
    const setStatus = (status: MerchantStatus): Promise<unknown> =>
      transaction(circuit.database.db, (trx) =>
        changeMerchant(trx, {
          merchantId,
          terms: { status },
          limits: [],
          reason: 'a stolen key',
          actor: ANN,
          nowMs: Date.now(),
          ...WITHOUT_DELAY,
        }),
      );
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await setStatus('suspended');
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await signedCount()).toBe(0);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('the merchant is suspended');
    await setStatus('active');
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });
});
