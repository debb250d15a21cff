import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { takeOverChain, type FollowerClaim } from '../../../src/db/chains/chain-cursor.js';
import {
  listUncorroborated,
  noteDenied,
  noteShown,
  type UncorroboratedTransfer,
} from '../../../src/db/chains/corroboration.js';
import { recordVerification } from '../../../src/db/chains/verification-scan.js';
import { blockOf, insertInvoice, insertMerchant, transferIn } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const chainCode = 'local';
const FIRST_RPC = 'http://first.example:8545';
const OTHER_RPC = 'http://other.example:8545';
let database: TestDatabase;
let claim: FollowerClaim;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ claim } = await takeOverChain(database.db, chainCode));
});
afterEach(async () => {
  await database.drop();
});

const uncorroborated = (): Promise<UncorroboratedTransfer[]> =>
  listUncorroborated(database.db, { chainCode, tokenSymbols: ['USDC'], limit: 10 });

/** Stores a payment in block 101 that only one RPC has shown. */
async function seen(): Promise<UncorroboratedTransfer> {
  const merchantId = await insertMerchant(database.db);
  const { depositAddress } = await insertInvoice(database.db, { merchantId });
  const nothing = { transfers: [], receipts: [], spends: [] };
  await storeBlock(database.db, claim, { ...nothing, block: blockOf(100) });
  const block = blockOf(101);
  const found = { transfers: [transferIn(block, { to: depositAddress })], receipts: [], spends: [] };
  await storeBlock(database.db, claim, { ...found, block, readFrom: FIRST_RPC, awaitsCorroboration: true });
  const [transfer] = await uncorroborated();
  if (transfer === undefined) throw new Error('The payment was not stored');
  return transfer;
}

const verifyFrom = (readFrom: string): Promise<void> =>
  recordVerification(database.db, claim, {
    fromNumber: 100,
    tokenSymbols: ['USDC'],
    verified: blockOf(101),
    missed: [],
    spends: [],
    readFrom,
    leftOutBy: null,
    ours: { receipts: [], unmined: [] },
  });

describe('a payment that only one RPC has shown', () => {
  it('counts when its whole block was read from another RPC', async () => {
    await seen();
    await verifyFrom(OTHER_RPC);
    expect(await uncorroborated()).toEqual([]);
  });

  it('does not count when its block is read again from the same RPC, even if another RPC denied it', async () => {
    const transfer = await seen();
    await noteDenied(database.db, transfer, OTHER_RPC);
    await verifyFrom(FIRST_RPC);
    expect(await uncorroborated()).toMatchObject([{ shownBy: FIRST_RPC, deniedBy: OTHER_RPC }]);
  });

  it('counts when another RPC shows it', async () => {
    expect(await noteShown(database.db, await seen())).toBe(true);
    expect(await uncorroborated()).toEqual([]);
  });

  it('does not count because others are silent, when one RPC has denied it', async () => {
    const transfer = await seen();
    expect(await noteDenied(database.db, transfer, OTHER_RPC)).toBe(true);
    expect(await noteShown(database.db, transfer, { unlessDenied: true })).toBe(false);
    expect(await uncorroborated()).toMatchObject([{ shownBy: FIRST_RPC, deniedBy: OTHER_RPC }]);
  });

  it('counts, even if another RPC denied it, when most RPCs were asked and show it', async () => {
    const transfer = await seen();
    await noteDenied(database.db, transfer, OTHER_RPC);
    expect(await noteShown(database.db, transfer)).toBe(true);
    expect(await uncorroborated()).toEqual([]);
  });

  it('does not count after a reorganisation removed it', async () => {
    const transfer = await seen();
    await rollBackTo(database.db, claim, blockOf(100));
    expect(await noteShown(database.db, transfer)).toBe(false);
  });

  it('is checked without a queue, however many payments came to one address before it', async () => {
    const merchantId = await insertMerchant(database.db);
    const [flooded, paid] = [
      await insertInvoice(database.db, { merchantId }),
      await insertInvoice(database.db, { merchantId }),
    ];
    const block = blockOf(101);
    const dust = Array.from({ length: 50 }, (_, position) =>
      transferIn(block, { to: flooded.depositAddress, position, amountAtomic: 1n }),
    );
    const payment = transferIn(block, { to: paid.depositAddress, txHash: `0x${'2'.repeat(64)}` });
    const found = { transfers: [...dust, payment], receipts: [], spends: [] };
    await storeBlock(database.db, claim, { ...found, block, readFrom: FIRST_RPC, awaitsCorroboration: true });
    expect((await uncorroborated()).map(({ to }) => to)).toContain(paid.depositAddress);
  });
});
