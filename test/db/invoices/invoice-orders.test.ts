import { createWithdrawal } from '../../../src/db/withdrawals/create-withdrawal.js';
import { refundHeld } from '../../../src/db/withdrawals/refund-held.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createInvoiceActivities } from '../../../activities/invoices/invoice-activities.js';
import { listBalances, type Balance } from '../../../src/db/ledger/balances.js';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import type { FollowerClaim } from '../../../src/db/chains/chain-cursor.js';
import { noteKnownAssets } from '../../../src/db/chains/known-assets.js';
import { transaction } from '../../../src/db/core/database.js';
import {
  acceptHeld,
  cancelInvoice,
  type InvoiceOrderContext,
} from '../../../src/db/invoices/invoice-orders.js';
import { findInvoice, type Invoice } from '../../../src/db/invoices/invoices.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset, AssetId, Chain } from '../../../src/domain/core/asset.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import {
  addressOf,
  blockOf,
  depositAddressOf,
  insertMerchant,
  testChain,
  usdc,
} from '../../helpers/facts/facts.js';
import { readBlocks, startInvoice, type BlocksRead } from '../../helpers/facts/read-invoice.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const chains = new Map([['local', testChain]]);
const BRANCH_B = { branch: 'b', forkedAt: 10 };
let database: TestDatabase;
let claim: FollowerClaim;
let invoice: Invoice;
let merchantId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  // It ends before the block that pays it: the payment is late and will be held.
  const { timestampMs } = blockOf(10);
  ({ claim, invoice, merchantId } = await startInvoice(database.db, { expiresAtMs: timestampMs }));
});
afterEach(async () => {
  await database.drop();
});

const context = (offered: ReadonlyMap<string, Chain> = chains): InvoiceOrderContext => ({
  invoiceId: invoice.invoiceId,
  merchantId,
  actor: { kind: 'merchant', id: null, ip: null },
  chains: offered,
  nowMs: Date.now(),
  showAddress: (address) => address,
  depositAddress: depositAddressOf,
});
const settle = async (): Promise<Invoice> => {
  const { db } = database;
  const activities = createInvoiceActivities({
    db,
    chains,
    now: Date.now,
    depositAddress: depositAddressOf,
    log: pino({ level: 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
  });
  await activities.settleInvoice(invoice);
  const found = await findInvoice(db, invoice);
  if (found === undefined) throw new Error('the invoice is there');
  return found;
};
const read = (numbers: readonly number[], blocks: BlocksRead = {}): Promise<void> =>
  readBlocks({ db: database.db, claim }, numbers, blocks);
const payLate = (): Promise<void> => read([11], { transfers: [{ to: invoice.depositAddress }] });
/** The same transaction, mined two blocks later in another branch. */
const moveByReorganisation = async (amountAtomic = 100_000_000n): Promise<void> => {
  await rollBackTo(database.db, claim, blockOf(10));
  await read([11, 12], BRANCH_B);
  await read([13], { ...BRANCH_B, transfers: [{ to: invoice.depositAddress, amountAtomic }] });
  await read([14, 15, 16], BRANCH_B);
};
const lateAndHeld = async (): Promise<void> => {
  await read([10]);
  await payLate();
  await read([12, 13]);
  expect((await settle()).status).toBe('expired');
  expect(await balance()).toMatchObject({ held: 100_000_000n, available: 0n });
};
const balance = async (): Promise<Omit<Balance, 'chainCode' | 'tokenSymbol'>> => {
  const [first] = await listBalances(database.db, merchantId);
  return first ?? { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
};
const refund = async (): Promise<Withdrawal> => {
  const [withdrawal] = await transaction(database.db, (trx) =>
    refundHeld(trx, context(), { address: addressOf(7), findAsset: usdc }),
  );
  if (withdrawal === undefined) throw new Error('a refund makes a withdrawal');
  return withdrawal;
};
const reject = ({ withdrawalId }: Withdrawal): Promise<Withdrawal> =>
  transaction(database.db, async (trx) => {
    await noteChainRead(trx);
    return decideWithdrawal(trx, {
      withdrawalId,
      decision: 'reject',
      reason: 'no',
      actor: { kind: 'cli', id: null, ip: null },
      nowMs: Date.now(),
      showAddress: (address) => address,
    });
  });
const accept = (): Promise<void> => transaction(database.db, (trx) => acceptHeld(trx, context()));
const cancel = (): Promise<void> => transaction(database.db, (trx) => cancelInvoice(trx, context()));
const invalidState = expect.objectContaining({ code: 'invalid_state' });

describe('cancelling an invoice', () => {
  it('is possible while nothing was seen; a payment that arrives later is held', async () => {
    await cancel();
    expect((await settle()).status).toBe('cancelled');
    await read([10]);
    await payLate();
    await read([12, 13]);
    expect((await settle()).status).toBe('cancelled');
    expect(await balance()).toMatchObject({ held: 100_000_000n });
  });
  it('is refused after a payment was seen, even before the workflow has settled it', async () => {
    await read([10]);
    await payLate();
    await expect(cancel()).rejects.toEqual(invalidState);
    await settle();
    await expect(cancel()).rejects.toEqual(invalidState);
  });
  it("is refused for another merchant's invoice as if it did not exist", async () => {
    const other = { ...context(), merchantId: await insertMerchant(database.db) };
    const stranger = transaction(database.db, (trx) => cancelInvoice(trx, other));
    await expect(stranger).rejects.toEqual(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('resolving held money', () => {
  it('accepts it: the balance is credited and the invoice completed, once', async () => {
    await lateAndHeld();
    await accept();
    expect((await settle()).status).toBe('completed');
    expect(await balance()).toMatchObject({ held: 0n, available: 100_000_000n });
    await expect(accept()).rejects.toEqual(invalidState);
    const types = await database.db('events').orderBy('event_id').select<{ type: string }[]>('type');
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['invoice.expired', 'invoice.payment_held', 'invoice.completed']),
    );
  });
  it('is refused when its chain is no longer listed, because an uncredited invoice is never completed', async () => {
    await lateAndHeld();
    const acceptUnlisted = transaction(database.db, (trx) => acceptHeld(trx, context(new Map())));
    await expect(acceptUnlisted).rejects.toEqual(invalidState);
    expect((await settle()).status).toBe('expired');
    await accept();
    expect((await settle()).status).toBe('completed');
    expect(await balance()).toMatchObject({ held: 0n, available: 100_000_000n });
  });

  it('refunds what is offered, leaves money of a token that is no longer offered, and names that one', async () => {
    const gone = { tokenSymbol: 'GONE', txHash: `0x${'2'.repeat(64)}`, amountAtomic: 7n };
    const former = { ...usdc(), tokenSymbol: 'GONE' };
    await noteKnownAssets(database.db, { ...testChain, assets: [...testChain.assets, former] });
    await read([10]);
    const to = invoice.depositAddress;
    await read([11], { transfers: [{ to, ...gone }, { to }] });
    await read([12, 13]);
    await settle();
    const isUsdc = ({ tokenSymbol }: AssetId): Asset | undefined =>
      tokenSymbol === 'USDC' ? usdc() : undefined;
    const refundOffered = (): Promise<Withdrawal[]> =>
      transaction(database.db, (trx) =>
        refundHeld(trx, { ...context(), expected }, { address: addressOf(7), findAsset: isUsdc }),
      );
    const expected = [
      { chainCode: 'local', tokenSymbol: 'USDC', amountAtomic: 100_000_000n },
      { chainCode: 'local', tokenSymbol: 'GONE', amountAtomic: 7n },
    ];
    expect(await refundOffered()).toMatchObject([{ amountAtomic: 100_000_000n }]);
    expect(await listBalances(database.db, merchantId)).toMatchObject([
      { tokenSymbol: 'GONE', held: 7n, reserved: 0n },
      { tokenSymbol: 'USDC', held: 0n, reserved: 100_000_000n },
    ]);
    await expect(refundOffered()).rejects.toMatchObject({
      code: 'unsupported_asset',
      message: expect.stringContaining('GONE on local'),
    });
    await accept();
    expect(await listBalances(database.db, merchantId)).toMatchObject([{ available: 7n }, { available: 0n }]);
  });
  it('is refused while nothing is held', async () => {
    await expect(accept()).rejects.toEqual(invalidState);
    await expect(refund()).rejects.toEqual(invalidState);
  });
  it('refunds it by a withdrawal that waits for an operator; after a rejection it is held again and can be accepted', async () => {
    await lateAndHeld();
    const withdrawal = await refund();
    expect(withdrawal).toMatchObject({
      status: 'pending_approval',
      amountAtomic: 100_000_000n,
      kind: 'refund',
    });
    expect(await balance()).toMatchObject({ held: 0n, reserved: 100_000_000n });
    await expect(refund()).rejects.toEqual(invalidState);
    await reject(withdrawal);
    await settle();
    expect(await balance()).toMatchObject({ held: 100_000_000n, reserved: 0n });
    await accept();
    expect(await balance()).toMatchObject({ held: 0n, available: 100_000_000n });
  });
  it('leaves a deficit of the whole amount when the payment is undone while its refund is under way', async () => {
    await lateAndHeld();
    const withdrawal = await refund();
    await rollBackTo(database.db, claim, blockOf(10));
    await settle();
    expect(await balance()).toMatchObject({ reserved: 100_000_000n, deficit: 100_000_000n, held: 0n });
    await reject(withdrawal);
    await settle();
    expect(await balance()).toMatchObject({ reserved: 0n, deficit: 0n, held: 0n, available: 0n });
  });
  it('repays that deficit when the payment returns', async () => {
    await lateAndHeld();
    await refund();
    await rollBackTo(database.db, claim, blockOf(10));
    await settle();
    await read([11], BRANCH_B);
    await rollBackTo(database.db, claim, blockOf(10));
    await payLate();
    await read([12, 13]);
    await settle();
    expect(await balance()).toMatchObject({ reserved: 100_000_000n, deficit: 0n, held: 0n, available: 0n });
  });
  it('is refused when a reorganisation removed the money, even before the invoice is settled again', async () => {
    await lateAndHeld();
    await rollBackTo(database.db, claim, blockOf(10));
    await expect(refund()).rejects.toEqual(invalidState);
    await expect(accept()).rejects.toEqual(invalidState);
    await settle();
    expect(await balance()).toMatchObject({ held: 0n, reserved: 0n, deficit: 0n });
  });
  it('uses the current held amount when a reorganisation has changed it, even before the invoice is settled again', async () => {
    await lateAndHeld();
    await moveByReorganisation();
    await accept();
    expect((await settle()).status).toBe('completed');
    expect(await balance()).toMatchObject({ held: 0n, available: 100_000_000n });
  });
});

describe('a payment that a reorganisation moves while its refund is under way', () => {
  it('leaves neither a deficit nor an available balance', async () => {
    await lateAndHeld();
    await refund();
    await moveByReorganisation();
    await settle();
    expect(await balance()).toMatchObject({ reserved: 100_000_000n, available: 0n, deficit: 0n, held: 0n });
  });
  it.each([
    ['at once', false],
    ['after it was found to be gone', true],
  ])('is held again when the refund is rejected: %s', async (_, isSeenGone) => {
    await lateAndHeld();
    const withdrawal = await refund();
    if (isSeenGone) {
      await rollBackTo(database.db, claim, blockOf(10));
      await settle();
      await read([11], BRANCH_B);
    }
    await moveByReorganisation();
    await settle();
    await reject(withdrawal);
    await settle();
    expect(await balance()).toMatchObject({ held: 100_000_000n, reserved: 0n, available: 0n, deficit: 0n });
  });

  // A token may take a fee that depends on what else its block holds.
  it.each([
    ['larger', 150_000_000n],
    ['smaller', 60_000_000n],
  ])('that returns %s is held with its new amount when the refund is rejected', async (_, amountAtomic) => {
    await lateAndHeld();
    const withdrawal = await refund();
    await moveByReorganisation(amountAtomic);
    await settle();
    await reject(withdrawal);
    await settle();
    expect(await balance()).toMatchObject({ held: amountAtomic, reserved: 0n, available: 0n, deficit: 0n });
  });
  it('is held in full when the merchant has already spent its surplus; the surplus is owed', async () => {
    await lateAndHeld();
    const withdrawal = await refund();
    await moveByReorganisation(150_000_000n);
    await settle();
    const surplus = {
      merchantId,
      asset: usdc(),
      amountAtomic: 50_000_000n,
      address: addressOf(8),
      merchantReference: null,
      metadata: {},
      nowMs: Date.now(),
    };
    await transaction(database.db, (trx) => createWithdrawal(trx, surplus));
    await reject(withdrawal);
    await settle();
    const held = 150_000_000n;
    expect(await balance()).toMatchObject({
      held,
      reserved: 50_000_000n,
      available: 0n,
      deficit: 50_000_000n,
    });
  });
});
