import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { freezeAsset, listAssetFreezes, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { freezeForOutside } from '../../../src/db/withdrawals/freeze-for-outside.js';
import { addressOf, testChain, usdc } from '../../helpers/facts/facts.js';
import { outsideSpend, storeOutsideSpend } from '../../helpers/facts/outside-spend.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const PERSON = { kind: 'cli', id: 'ann', ip: null } as const;
const FIRST = `0x${'01'.repeat(32)}`;
const LATER = `0x${'02'.repeat(32)}`;
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const store = (txHash: string): Promise<void> => storeOutsideSpend(database.db, txHash);
const freeze = () => freezeForOutside(database.db, { chain: testChain, nowMs: Date.now() });
const frozen = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listAssetFreezes(database.db)).map(({ asset, reason }) => [asset.tokenSymbol, reason]),
  );
const order = { reason: 'looked into', actor: PERSON };
const releaseAll = async (): Promise<void> => {
  for (const { asset } of await listAssetFreezes(database.db))
    await transaction(database.db, (trx) => releaseAsset(trx, { ...order, asset }));
};

describe('a transfer out of our wallets that is not recorded', () => {
  it('freezes every asset of its chain and says why; the audit log names the follower', async () => {
    expect(await freeze()).toBeNull();
    await store(FIRST);
    const reason = `transaction ${FIRST} of block 7 moved 1.500000 USDC from our wallet ${addressOf(0xa11)} to ${addressOf(0x666)}, and is not on record here, so it was signed before a restore, or by somebody else who has the key.`;
    expect(await freeze()).toMatchObject({ reason, transfers: [outsideSpend(FIRST)] });
    expect(await frozen()).toEqual({ ETH: reason, USDC: reason });
    const audited = await database.db('audit_log').select('actor_id', 'action', 'object_id', 'reason');
    expect(audited).toEqual([
      { actor_id: 'follower', action: 'asset.freeze', object_id: 'local/ETH', reason },
      { actor_id: 'follower', action: 'asset.freeze', object_id: 'local/USDC', reason },
    ]);
  });

  it('freezes once, however many processes find it at the same moment or read it again; a later one freezes again', async () => {
    await store(FIRST);
    const told = await Promise.all([freeze(), freeze(), freeze()]);
    expect(told.filter((each) => each !== null)).toHaveLength(1);
    await releaseAll();
    await store(FIRST);
    expect(await freeze()).toBeNull();
    expect(await frozen()).toEqual({});
    await store(LATER);
    await freeze();
    expect((await frozen())['USDC']).toContain(LATER);
  });

  it('is added once to the reason of a person who had already frozen the asset', async () => {
    await transaction(database.db, (trx) => freezeAsset(trx, { ...order, asset: usdc(), nowMs: Date.now() }));
    await store(FIRST);
    await freeze();
    await store(LATER);
    await freeze();
    expect((await frozen())['USDC']).toMatch(/^looked into; transaction 0x(01){32} [^;]*$/);
  });
});
