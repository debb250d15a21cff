import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { sqlState, transaction, violatedConstraint } from '../../../src/db/core/database.js';
import { listMissingNonces, markForeign } from '../../../src/db/wallets/lost-nonces.js';
import {
  insertAllSigned,
  listCommitments,
  listWithdrawalTransactions,
  type NewSignature,
} from '../../../src/db/wallets/sent-transactions.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import { newId } from '../../../src/db/core/new-id.js';
import { addressOf, insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const WALLET = addressOf(0xa11);
const TO = addressOf(0xb0b);
const AMOUNT = 5_000_000n;
let database: TestDatabase;
let merchantId: string;
let withdrawalId: string;
let firstNonce = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  await ensureWallet(database.db, { chainCode: 'local', address: WALLET });
});
beforeEach(async () => {
  firstNonce += 100;
  withdrawalId = await approvedWithdrawal();
});
afterAll(async () => {
  await database.drop();
});

async function approvedWithdrawal(): Promise<string> {
  const id = newId('wd');
  await database.db('withdrawals').insert({
    withdrawal_id: id,
    merchant_id: merchantId,
    chain_code: 'local',
    token_symbol: 'USDC',
    token_decimals: 6,
    amount_atomic: AMOUNT.toString(),
    address: TO,
    metadata: '{}',
    created_at: new Date(),
  });
  await transaction(database.db, (trx) =>
    decideWithdrawal(trx, {
      withdrawalId: id,
      decision: 'approve',
      reason: null,
      nowMs: Date.now(),
      showAddress: toChecksumAddress,
      actor: { kind: 'cli', id: null, ip: null },
    }),
  );
  return id;
}

const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
function signature(fields: Partial<NewSignature> = {}): NewSignature {
  const nonce = fields.nonce ?? firstNonce;
  return {
    chainCode: 'local',
    txHash: hashOf(nonce),
    fromAddress: WALLET,
    nonce,
    rawTransaction: '0x',
    withdrawalId,
    purpose: 'payment',
    payment: { tokenSymbol: 'USDC', amountAtomic: AMOUNT, to: TO },
    replaces: null,
    maxFeePerGasWei: 100n,
    maxCostWei: 1_000n,
    signedAtMs: Date.now(),
    ...fields,
  };
}
const sign = (fields: Partial<NewSignature> = {}): Promise<void> =>
  transaction(database.db, (trx) => insertAllSigned(trx, [signature(fields)]));
const replacement = (fields: Partial<NewSignature> = {}): Partial<NewSignature> => ({
  txHash: hashOf(firstNonce + 50),
  replaces: hashOf(firstNonce),
  maxFeePerGasWei: 113n,
  maxCostWei: 1_130n,
  ...fields,
});
const loseNonce = (foreignHash: string): Promise<void> =>
  transaction(database.db, (trx) =>
    markForeign(trx, { chainCode: 'local', address: WALLET, nonce: firstNonce, foreignHash }),
  );
const mine = (txHash: string): Promise<unknown> =>
  database
    .db('sent_transactions')
    .where({ tx_hash: txHash })
    .update({
      block_number: 1,
      block_hash: hashOf(1),
      block_time: new Date(),
      succeeded: true,
      gas_used: 1,
      effective_gas_price_wei: '1',
      proven: true,
      fee_wei: '1',
      revision: 1,
    });
const refused = async (work: Promise<unknown>): Promise<string | undefined> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return violatedConstraint(error) ?? sqlState(error);
};
const RESTRICTED = '23001';

it.each([
  [0n, 'sent_transactions_amount'],
  [-1n, 'sent_transactions_amount'],
  [Number.NaN, 'sent_transactions_readable'],
])('a payment of %s, which nobody signs, is not stored', async (amount, rule) => {
  const payment = { tokenSymbol: 'USDC', amountAtomic: amount as bigint, to: TO };
  expect(await refused(sign({ payment }))).toBe(rule);
});

describe('the database refuses a second payment of a withdrawal', () => {
  it('by a second transaction, whatever its nonce', async () => {
    await sign();
    expect(await refused(sign({ nonce: firstNonce + 1 }))).toBe('sent_transactions_one_per_withdrawal');
  });

  it('by a second transaction with the same nonce', async () => {
    await sign();
    const other = await approvedWithdrawal();
    expect(await refused(sign({ withdrawalId: other, txHash: hashOf(firstNonce + 7) }))).toBe(
      'sent_transactions_one_per_nonce',
    );
  });

  it.each([
    ['another nonce', () => ({ nonce: firstNonce + 1 })],
    ['another amount', () => ({ payment: { tokenSymbol: 'USDC', amountAtomic: AMOUNT + 1n, to: TO } })],
    ['another recipient', () => ({ payment: { tokenSymbol: 'USDC', amountAtomic: AMOUNT, to: WALLET } })],
    ['the same fee', () => ({ maxFeePerGasWei: 100n })],
  ])('by a replacement with %s', async (_what, change) => {
    await sign();
    expect(await refused(sign(replacement(change())))).toBe(RESTRICTED);
  });

  it('that replaces a failed one: only a cancellation transaction, which moves nothing, may use its nonce', async () => {
    await sign();
    const cancellation = replacement({ purpose: 'cancellation', payment: null, maxFeePerGasWei: 1n });
    expect(await refused(sign(cancellation))).toBe(RESTRICTED);
    await database.db('withdrawals').where({ withdrawal_id: withdrawalId }).update({ status: 'failed' });
    expect(await refused(sign(replacement()))).toBe(RESTRICTED);
    expect(await refused(sign({ ...cancellation, replaces: null, nonce: firstNonce + 1 }))).toBe(RESTRICTED);
    expect(await refused(sign({ ...cancellation, withdrawalId: await approvedWithdrawal() }))).toBe(
      RESTRICTED,
    );
    await sign(cancellation);
  });

  it('by two replacements of one transaction', async () => {
    await sign();
    await sign(replacement());
    expect(await refused(sign(replacement({ txHash: hashOf(firstNonce + 51) })))).toBe(
      'sent_transactions_one_replacement',
    );
  });

  it('with a new nonce before a transaction from outside has used the old one', async () => {
    await sign();
    await sign(replacement());
    await loseNonce(hashOf(firstNonce + 99));
    await sign({ nonce: firstNonce + 1 });
    expect(await refused(sign({ nonce: firstNonce + 2 }))).toBe('sent_transactions_one_per_withdrawal');
  });

  it('after marking a nonce as lost to one of ours, or after one of ours was mined with it', async () => {
    await sign();
    await sign(replacement());
    expect(await refused(loseNonce(hashOf(firstNonce + 50)))).toBe(RESTRICTED);
    await mine(hashOf(firstNonce + 50));
    expect(await refused(loseNonce(hashOf(firstNonce + 99)))).toBe(RESTRICTED);
  });

  it('that replaces an abandoned one: only a cancellation may use its nonce, until the abandoned one is mined', async () => {
    const cancellation = replacement({ purpose: 'cancellation', payment: null, maxFeePerGasWei: 1n });
    await sign();
    expect(await refused(sign(cancellation))).toBe(RESTRICTED);
    await loseNonce(hashOf(firstNonce + 99));
    expect(await refused(sign(replacement({ withdrawalId: await approvedWithdrawal() })))).toBe(RESTRICTED);
    await mine(hashOf(firstNonce));
    expect(await refused(sign(cancellation))).toBe(RESTRICTED);
  });

  it('that was signed anew, when the abandoned one is mined after all: only then a cancellation may use the new nonce', async () => {
    await sign();
    await loseNonce(hashOf(firstNonce + 99));
    await sign({ nonce: firstNonce + 1 });
    const cancellation: Partial<NewSignature> = {
      nonce: firstNonce + 1,
      txHash: hashOf(firstNonce + 50),
      replaces: hashOf(firstNonce + 1),
      purpose: 'cancellation',
      payment: null,
    };
    expect(await refused(sign(cancellation))).toBe(RESTRICTED);
    await mine(hashOf(firstNonce));
    expect(await refused(sign({ ...cancellation, withdrawalId: await approvedWithdrawal() }))).toBe(
      RESTRICTED,
    );
    await sign(cancellation);
    expect((await listWithdrawalTransactions(database.db, [withdrawalId])).map((one) => one.nonce)).toEqual([
      firstNonce,
      firstNonce + 1,
    ]);
    // The new signature is given up as well, but only after that cancellation is mined.
    const lose = (): Promise<void> =>
      transaction(database.db, (trx) =>
        markForeign(trx, {
          chainCode: 'local',
          address: WALLET,
          nonce: firstNonce + 1,
          foreignHash: hashOf(firstNonce + 50),
        }),
      );
    expect(await refused(lose())).toBe(RESTRICTED);
    await mine(hashOf(firstNonce + 50));
    await lose();
    expect((await listWithdrawalTransactions(database.db, [withdrawalId])).map((one) => one.nonce)).toEqual([
      firstNonce,
    ]);
  });

  it('after a signed transaction was deleted or changed', async () => {
    await sign();
    const row = database.db('sent_transactions').where({ tx_hash: hashOf(firstNonce) });
    expect(await refused(row.clone().delete())).toBe(RESTRICTED);
    for (const change of [
      { nonce: 1 },
      { raw_transaction: '0x01' },
      { amount_atomic: '1' },
      { withdrawal_id: null },
    ])
      expect(await refused(row.clone().update(change))).toBe(RESTRICTED);
    expect(await refused(database.db.raw('TRUNCATE sent_transactions'))).toBe(RESTRICTED);
  });
});

describe('what a wallet is committed to', () => {
  it('counts the most expensive transaction of each nonce once, and nothing for a mined nonce', async () => {
    await sign();
    await sign(replacement());
    const ofNonce = async () =>
      (await listCommitments(database.db, { chainCode: 'local', address: WALLET })).filter(
        ({ nonce }) => nonce === firstNonce,
      );
    expect(await ofNonce()).toEqual([
      { nonce: firstNonce, tokenSymbol: 'USDC', amountAtomic: AMOUNT, maxCostWei: 1_130n },
    ]);
    await mine(hashOf(firstNonce));
    expect(await ofNonce()).toEqual([]);
  });
});

describe('missing nonces', () => {
  const missing = (): Promise<number[]> =>
    listMissingNonces(database.db, {
      chainCode: 'local',
      address: WALLET,
      limit: 3,
      fromNonce: firstNonce,
      belowNonce: firstNonce + 5,
    });

  it('are those for which nothing was signed', async () => {
    await sign({ nonce: firstNonce + 2 });
    expect(await missing()).toEqual([firstNonce, firstNonce + 1, firstNonce + 3]);
  });

  it('include those that were abandoned, unless a cancellation has them or the abandoned transaction is mined', async () => {
    await sign();
    await loseNonce(hashOf(firstNonce + 99));
    await sign({ nonce: firstNonce + 1 });
    expect(await missing()).toEqual([firstNonce, firstNonce + 2, firstNonce + 3]);
    await sign(replacement({ purpose: 'cancellation', payment: null }));
    expect(await missing()).toEqual([firstNonce + 2, firstNonce + 3, firstNonce + 4]);
  });
});
