import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FollowerFencedError,
  noteProgress,
  takeOverChain,
  type FollowerClaim,
} from '../../../src/db/chains/chain-cursor.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { transaction } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  findAuditBlock,
  putOffAudits,
  recordNativeAudit,
  takeDueAudits,
  type AuditFinding,
  type DueAudit,
} from '../../../src/db/invoices/native-audits.js';
import type { BlockToStore } from '../../../src/db/core/block-to-store.js';
import { endMovement, insertMovement } from '../../../src/db/sweeps/movements.js';
import { insertAllSigned } from '../../../src/db/wallets/sent-transactions.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import { recordVerification } from '../../../src/db/chains/verification-scan.js';
import { readSettlementFacts } from '../../../src/db/invoices/settlement-facts.js';
import { blockOf, insertInvoice, insertMerchant, testChain, transferIn } from '../../helpers/facts/facts.js';
import { WALLET } from '../../helpers/facts/wallet.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const ETHER = 10n ** 18n;
const chainCode = 'local';
let database: TestDatabase;
let claim: FollowerClaim;
let merchantId: string;
let invoice: Invoice;

beforeEach(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  ({ claim } = await takeOverChain(database.db, chainCode));
  invoice = await nativeInvoice();
});
afterEach(async () => {
  await database.drop();
});

/** Makes an invoice at block 100 that ends with block 110. */
function nativeInvoice({ madeAt = 100, endsAt = 110 } = {}): Promise<Invoice> {
  return insertInvoice(database.db, {
    merchantId,
    asset: { chainCode, tokenSymbol: 'ETH' },
    decimals: 18,
    amountAtomic: ETHER,
    createdAtMs: blockOf(madeAt).timestampMs,
    expiresAtMs: blockOf(endsAt).timestampMs,
  });
}

const read = async (numbers: readonly number[], { traced = false, paid = false } = {}): Promise<void> => {
  for (const number of numbers) {
    const block = blockOf(number);
    const payment = { to: invoice.depositAddress, tokenSymbol: 'ETH', position: -1, logIndex: null };
    const transfers = paid ? [transferIn(block, { ...payment, amountAtomic: ETHER / 2n })] : [];
    await storeBlock(database.db, claim, { block, transfers, receipts: [], spends: [], traced });
  }
};
const finalize = (finalizedHeight: number): Promise<void> =>
  noteProgress(database.db, claim, { caughtUpAtMs: null, finalizedHeight });
const take = (number: number, nowMs = Date.now()): Promise<DueAudit[]> =>
  takeDueAudits(database.db, { chainCode, block: blockOf(number), nowMs, limit: 10 });
const record = (number: number, balanceAtomic: bigint, by = claim): Promise<AuditFinding | undefined> =>
  recordNativeAudit(database.db, by, {
    invoiceId: invoice.invoiceId,
    round: 0,
    tokenSymbol: 'ETH',
    block: blockOf(number),
    balanceAtomic,
    depositAddress: invoice.depositAddress,
  });
const audited = (): Promise<{ amount_atomic: bigint; block_number: number }[]> =>
  database.db('transfers').where({ tx_hash: null }).select('amount_atomic', 'block_number');
const isAuditDue = async (): Promise<boolean> => {
  const chains = new Map([[chainCode, testChain]]);
  const { audits } = await readSettlementFacts(database.db, [invoice.invoiceId], chains);
  return audits.get(invoice.invoiceId)?.auditDue ?? false;
};

/** Signs a sweep of the invoice's address, and stores a block that has a cancellation transaction instead. */
async function cancelSweep({
  amountAtomic,
  feeWei,
  block,
}: {
  amountAtomic: bigint;
  feeWei: bigint;
  block: BlockToStore;
}): Promise<void> {
  const { depositAddress: from } = invoice;
  const [sweepHash, txHash] = [`0x${'5'.repeat(64)}`, `0x${'6'.repeat(64)}`];
  await ensureWallet(database.db, { chainCode, address: from, role: 'deposit' });
  await transaction(database.db, async (trx) => {
    const part = { tokenSymbol: 'ETH', subject: from, from, to: WALLET, amountAtomic };
    const movementId = await insertMovement(trx, {
      chainCode,
      kind: 'sweep',
      fromAddress: from,
      parts: [part],
    });
    const signed = {
      ...{ chainCode, fromAddress: from, nonce: 0, rawTransaction: '0x02', withdrawalId: null, movementId },
      ...{ maxCostWei: 42_000n, signedAtMs: block.timestampMs },
    };
    const replacement = { replaces: sweepHash, maxFeePerGasWei: 2n };
    await insertAllSigned(trx, [
      { ...signed, txHash: sweepHash, purpose: 'sweep', payment: part, replaces: null, maxFeePerGasWei: 1n },
    ]);
    // As when the final block of a failed sweep was undone.
    await endMovement(trx, { movementId, outcome: 'failed', nowMs: block.timestampMs });
    await insertAllSigned(trx, [
      { ...signed, txHash, purpose: 'cancellation', payment: null, ...replacement },
    ]);
  });
  const receipt = { txHash, block, succeeded: true, proven: true, feeWei };
  const gas = { gasUsed: 21_000n, effectiveGasPriceWei: 1n };
  await storeBlock(database.db, claim, {
    block,
    transfers: [],
    receipts: [{ ...receipt, ...gas }],
    spends: [],
    traced: false,
  });
}

describe('an audit is due', () => {
  it('at a final block past the end of the invoice, and not before', async () => {
    await read([109, 110, 111]);
    expect(await take(110)).toEqual([]);
    expect(await take(111)).toEqual([
      {
        invoiceId: invoice.invoiceId,
        round: 0,
        depositIndex: invoice.depositIndex,
        depositAddress: invoice.depositAddress,
      },
    ]);
  });

  it("when a block since the invoice's creation had no traces; a block long before counts for nothing", async () => {
    await read([20]);
    await read([21, 22], { traced: true });
    expect(await isAuditDue()).toBe(false);
    await read([23], { traced: true });
    expect(await take(111)).toEqual([]);
    expect(await database.db('native_audits').where({ finished_at: null })).toEqual([]);
  });

  it('from the first block without traces on, and the invoice waits until the audit is done', async () => {
    await read([100], { traced: true });
    expect(await isAuditDue()).toBe(false);
    await read([101]);
    expect(await isAuditDue()).toBe(true);
    await read([102], { traced: true });
    expect(await isAuditDue()).toBe(true);
    await record(102, 0n);
    expect(await isAuditDue()).toBe(false);
  });

  it('again only after a delay when it was postponed', async () => {
    await read([111]);
    await putOffAudits(database.db, { chainCode, invoiceIds: [invoice.invoiceId], retryAtMs: 5_000 });
    expect(await take(111, 4_999)).toEqual([]);
    expect(await take(111, 5_000)).toHaveLength(1);
  });

  it('for the oldest invoices of this chain first, a limited number at a time, and never for one in a token', async () => {
    const older = await nativeInvoice({ endsAt: 105 });
    await insertInvoice(database.db, { merchantId, expiresAtMs: blockOf(101).timestampMs });
    await read([120]);
    const due = { chainCode, block: blockOf(120), nowMs: 0, limit: 1 };
    expect(await takeDueAudits(database.db, due)).toMatchObject([{ invoiceId: older.invoiceId }]);
    expect(await takeDueAudits(database.db, { ...due, chainCode: 'other' })).toEqual([]);
  });

  it('and is found by an index of unfinished audits, so that a search reads only what is due', async () => {
    const plan = await transaction(database.db, async (trx) => {
      await trx.raw('SET LOCAL enable_seqscan = off');
      const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `EXPLAIN SELECT * FROM native_audits
          WHERE chain_code = 'local' AND finished_at IS NULL AND due_after < now() ORDER BY due_after LIMIT 1`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('native_audits_due');
  });
});

describe('the block to audit at', () => {
  it('is the final block, when it was read', async () => {
    await read([111, 112]);
    expect(await findAuditBlock(database.db, chainCode)).toBeUndefined();
    await finalize(113);
    expect(await findAuditBlock(database.db, chainCode)).toBeUndefined();
    await read([113, 114]);
    const { number, hash, timestampMs } = blockOf(113);
    expect(await findAuditBlock(database.db, chainCode)).toEqual({ number, hash, timestampMs });
  });

  it('is the last one that a second RPC has corroborated, if there are several RPCs', async () => {
    await read([111, 112, 113, 114]);
    const progress = { caughtUpAtMs: null, finalizedHeight: 113, isVerified: true };
    await noteProgress(database.db, claim, progress);
    expect(await findAuditBlock(database.db, chainCode)).toBeUndefined();
    const { number, hash, timestampMs } = blockOf(112);
    const verified = { number, hash, timestampMs };
    await recordVerification(database.db, claim, {
      fromNumber: 111,
      tokenSymbols: ['ETH'],
      verified,
      missed: [],
      spends: [],
      readFrom: 'http://other.example:8545',
      leftOutBy: null,
      ours: { receipts: [], unmined: [] },
    });
    expect(await findAuditBlock(database.db, chainCode)).toEqual(verified);
    // An older final block is no longer stored, but an audit at it is still possible.
    await noteProgress(database.db, claim, progress);
    expect(await record(112, 5n)).toEqual({ balanceAtomic: 5n, countedAtomic: 0n });
  });

  it('does not exist while the chain is halted', async () => {
    await read([111]);
    await finalize(111);
    await database.db('chain_cursors').update({ halted_reason: 'looked at' });
    expect(await findAuditBlock(database.db, chainCode)).toBeUndefined();
  });
});

describe('an audit', () => {
  it('counts what was read up to its block and books the rest as one payment, however often it is asked', async () => {
    await read([105], { paid: true });
    await read([106, 107]);
    const results = await Promise.all([1, 2, 3].map(() => record(106, ETHER)));
    expect(results.filter((found) => found !== undefined)).toEqual([
      { balanceAtomic: ETHER, countedAtomic: ETHER / 2n },
    ]);
    expect(await audited()).toEqual([{ amount_atomic: ETHER / 2n, block_number: 106 }]);
    expect(await record(107, 5n * ETHER)).toBeUndefined();
    expect(await audited()).toHaveLength(1);
  });

  it('does not count what came after its block', async () => {
    await read([105]);
    await read([106], { paid: true });
    expect(await record(105, 0n)).toEqual({ balanceAtomic: 0n, countedAtomic: 0n });
    expect(await audited()).toEqual([]);
  });

  it('counts no coins as moved away by a cancellation transaction of a sweep, which moves nothing', async () => {
    await read([105], { paid: true });
    const feeWei = 100n;
    await cancelSweep({ amountAtomic: ETHER / 2n, feeWei, block: blockOf(106) });
    const held = ETHER / 2n - feeWei;
    expect(await record(106, held)).toEqual({ balanceAtomic: held, countedAtomic: held });
    expect(await audited()).toEqual([]);
  });

  it('writes nothing when its follower was replaced', async () => {
    await read([111]);
    await takeOverChain(database.db, chainCode);
    await expect(record(111, ETHER)).rejects.toThrow(FollowerFencedError);
    expect(await audited()).toEqual([]);
  });

  it('writes nothing at a block that is no longer stored', async () => {
    await read([111]);
    const elsewhere = {
      invoiceId: invoice.invoiceId,
      round: 0,
      tokenSymbol: 'ETH',
      depositAddress: invoice.depositAddress,
      block: blockOf(111, { branch: 'b' }),
      balanceAtomic: ETHER,
    };
    expect(await recordNativeAudit(database.db, claim, elsewhere)).toBeUndefined();
    expect(await audited()).toEqual([]);
  });

  it('wakes its invoice, even when it found nothing', async () => {
    await read([111]);
    await database.db('outbox').delete();
    await record(111, 0n);
    expect(await database.db('outbox').select('target_id')).toEqual([{ target_id: invoice.invoiceId }]);
  });
});
