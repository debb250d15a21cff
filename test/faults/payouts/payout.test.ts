import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createWithdrawalActivities } from '../../../activities/withdrawals/withdrawal-activities.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { gasAsset, type Asset } from '../../../src/domain/core/asset.js';
import { noteKnownAssets } from '../../../src/db/chains/known-assets.js';
import { listWithdrawalTransactions } from '../../../src/db/wallets/sent-transactions.js';
import { setWaiting, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import {
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { depositAddressOf } from '../../helpers/facts/facts.js';
import { until } from '../../helpers/until.js';

const RECIPIENT = `0x${'77'.repeat(20)}`;
const AMOUNT = 10_000_000n;
let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit();
  await circuit.anvil.mine(20);
  follower = circuit.follow();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Gives the merchant 100 USDC by an ordinary invoice. */
async function earn(): Promise<void> {
  const invoice = await circuit.invoice();
  await circuit.pay(invoice);
  await circuit.anvil.mine(3);
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 100_000_000n);
}
const received = (): Promise<bigint> =>
  readBalance(circuit.client, { address: RECIPIENT, asset: circuit.usdc });
const statusIs = async (withdrawal: Withdrawal, status: string): Promise<boolean> =>
  (await circuit.reloadWithdrawal(withdrawal)).status === status;
const transactionOf = async ({ withdrawalId }: Withdrawal) => {
  const [transaction] = await listWithdrawalTransactions(circuit.database.db, [withdrawalId]);
  if (transaction === undefined) throw new Error('the withdrawal has a transaction');
  return transaction;
};
/** Returns the hot wallet's balance on the chain minus its balance in the ledger. */
const custodyDifference = async (asset: Asset): Promise<bigint> => {
  const row = await circuit.database
    .db('ledger_accounts')
    .where({ kind: 'custody_hot', token_symbol: asset.tokenSymbol, merchant_id: null })
    .first<{ balance: bigint } | undefined>('balance');
  const held = await readBalance(circuit.client, { address: circuit.hotWalletAddress, asset });
  return held - (row?.balance ?? 0n);
};

describe('an approved withdrawal', () => {
  it('is paid once, and ledger and chain agree', async () => {
    await earn();
    await circuit.fundHotWallet();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
    await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    // The follower books top-ups when it reads on; the withdrawal does not.
    await until('the custody accounts say what the hot wallet holds', async () => {
      const differences = await Promise.all(circuit.chain.assets.map(custodyDifference));
      return differences.every((difference) => difference === 0n);
    });
  });

  it('has no chain timer left when it has ended and nothing is due', async () => {
    await earn();
    await circuit.fundHotWallet();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    const { db } = circuit.database;
    const why = {
      code: 'fees_too_high',
      reason: 'for a nonce of it',
      untilMs: null,
      hasEnded: true,
    } as const;
    await setWaiting(db, { withdrawalId: withdrawal.withdrawalId, ...why });
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingCode: 'fees_too_high' });
    await db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drain();
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      waitingReason: null,
      waitingCode: null,
    });
  });

  it('is signed and paid once when many signers work at the same moment', async () => {
    await earn();
    await circuit.fundHotWallet();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    const { withdrawalId } = withdrawal;
    await Promise.all(Array.from({ length: 6 }, () => circuit.signer.sendWithdrawal({ withdrawalId })));
    const rows = await circuit.database.db('sent_transactions').select('*');
    expect(rows).toHaveLength(1);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    await circuit.signer.sendWithdrawal({ withdrawalId });
    await circuit.anvil.mine(3);
    expect(await received()).toBe(AMOUNT);
  });

  it('waits and says why while the hot wallet lacks tokens, and takes no nonce', async () => {
    await earn();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.drain();
    const waiting = await circuit.reloadWithdrawal(withdrawal);
    expect(waiting).toMatchObject({ status: 'approved' });
    expect(waiting.waitingReason).toMatch(/hot wallet has 0\.000000 USDC/);
    expect(await circuit.database.db('sent_transactions').select('*')).toEqual([]);
    await circuit.fundHotWallet();
    await circuit.signer.sendWithdrawal(withdrawal);
    await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
  });

  it('that was signed and committed but never sent is sent with the same bytes', async () => {
    await earn();
    await circuit.fundHotWallet();
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const { txHash } = await transactionOf(withdrawal);
    // The state after a death between commit and send: it is signed, in no mempool, and its status is still approved.
    await circuit.anvil.rpc('anvil_dropTransaction', [txHash]);
    await circuit.database.db('sent_transactions').update({ last_sent_at: null });
    await circuit.database.db('withdrawals').update({ status: 'approved' });
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await transactionOf(withdrawal)).txHash).toBe(txHash);
    await circuit.anvil.mine(4);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });

  it('that a reorganisation undid is sent again with the same bytes, without a second event', async () => {
    await earn();
    await circuit.fundHotWallet();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
    await circuit.anvil.mine(2);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    const { txHash } = await transactionOf(withdrawal);
    await circuit.anvil.reorg(3);
    await circuit.anvil.mine(1);
    await drainUntil(circuit, 'open again', () => statusIs(withdrawal, 'broadcast'));
    expect(await received()).toBe(0n);
    expect(await circuit.balances()).toMatchObject({ reserved: AMOUNT });
    await circuit.database.db('sent_transactions').update({ last_sent_at: new Date(0) });
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.mine(4);
    await drainUntil(circuit, 'completed again', () => statusIs(withdrawal, 'completed'));
    expect((await transactionOf(withdrawal)).txHash).toBe(txHash);
    expect(await received()).toBe(AMOUNT);
    const events = await circuit.database.db('events').where({ type: 'withdrawal.completed' }).select('*');
    expect(events).toHaveLength(1);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
  });

  it('releases the reserved amount when the token contract reverts it, once that is final', async () => {
    await earn();
    await circuit.fundHotWallet();
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    // After the transaction was signed, the contract reverts every call (PUSH0 PUSH0 REVERT).
    await circuit.anvil.rpc('anvil_setCode', [circuit.usdc.address, '0x5f5ffd']);
    await circuit.anvil.mine(1);
    await drainUntil(circuit, 'seen', async () => (await transactionOf(withdrawal)).receipt !== null);
    expect(await circuit.balances()).toMatchObject({ reserved: AMOUNT });
    await circuit.anvil.mine(20);
    await drainUntil(circuit, 'failed', async () => {
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
      return statusIs(withdrawal, 'failed');
    });
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
  });
});

describe('on a chain whose native coin is not offered', () => {
  it('gas is paid and booked all the same, and native coin sent to an invoice counts for nothing', async () => {
    await follower.stop();
    await circuit.close();
    circuit = await startMoneyCircuit({ offersNative: false });
    await circuit.anvil.mine(20);
    follower = circuit.follow();
    await earn();
    await circuit.fundHotWallet();
    const stray = await circuit.invoice();
    await sendUnlocked({ rpcUrl: circuit.anvil.url, to: stray.depositAddress, valueAtomic: 5n });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    const eth = gasAsset(circuit.chain);
    await until(
      'the custody account says what the wallet holds',
      async () => (await custodyDifference(eth)) === 0n,
    );
    expect(await circuit.database.db('transfers').where({ invoice_id: stray.invoiceId }).select('*')).toEqual(
      [],
    );
  });
});

describe('a withdrawal while CHAINS_FILE is changed', () => {
  /** Removes a token from the file of all workers, as the operator would. */
  function delist(tokenSymbol: string): void {
    const assets = circuit.chain.assets as Asset[];
    assets.splice(
      assets.findIndex((asset) => asset.tokenSymbol === tokenSymbol),
      1,
    );
  }

  it('is sent, proven and completed when it is signed, even if its asset is no longer listed', async () => {
    await earn();
    await circuit.fundHotWallet();
    await noteKnownAssets(circuit.database.db, circuit.chain);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.rpc('anvil_dropTransaction', [(await transactionOf(withdrawal)).txHash]);
    delist('USDC');
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toBeNull();
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
    expect(await received()).toBe(AMOUNT);
  });

  it.each(['approved', 'broadcast'])(
    'waits for its chain when it is %s, says so, and continues when a worker has the chain',
    async (status) => {
      await earn();
      await circuit.fundHotWallet();
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
      if (status === 'broadcast') await circuit.signer.sendWithdrawal(withdrawal);
      const elsewhere = createWithdrawalActivities({
        db: circuit.database.db,
        chains: new Map(),
        now: Date.now,
        log: pino({ level: 'silent' }),
        depositAddress: depositAddressOf,
        refusedAfterMs: 86_400_000,
        dispatchOutbox: () => Promise.resolve(),
      });
      const failure: unknown = await elsewhere.advanceWithdrawal(withdrawal).catch((error: unknown) => error);
      // Temporal retries every error that is not marked as non-retryable, with whichever worker asks first.
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toHaveProperty('nonRetryable');
      expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
        status,
        waitingCode: 'no_chain',
        waitingReason: expect.stringContaining('has no chain "local"'),
      });
      await drainUntil(circuit, 'broadcast', () => statusIs(withdrawal, 'broadcast'));
      expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingCode: null });
      await circuit.anvil.mine(3);
      await drainUntil(circuit, 'completed', () => statusIs(withdrawal, 'completed'));
      expect(await received()).toBe(AMOUNT);
    },
  );
});
