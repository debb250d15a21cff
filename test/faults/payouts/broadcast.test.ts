import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { useKeyElsewhere } from '../../helpers/chain/use-key-elsewhere.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { viewWithdrawals, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
const STUCK_MS = 130_000;
let circuit: PayoutCircuit;

beforeEach(async () => {
  circuit = await startPayoutCircuit({ proxies: 1 });
});
afterEach(async () => {
  await circuit.finish();
});

const stopMining = (): Promise<unknown> => circuit.anvil.rpc('evm_setAutomine', [false]);
const send = (withdrawal: Withdrawal): Promise<unknown> => circuit.signer.sendWithdrawal(withdrawal);
const waitingReasonOf = async (withdrawal: Withdrawal): Promise<string | null> =>
  (await circuit.reloadWithdrawal(withdrawal)).waitingReason;
const hashesOf = async (): Promise<string[]> => (await circuit.signedRows()).map((row) => row.tx_hash);
const inPool = (txHash: string): Promise<unknown> => circuit.anvil.rpc('eth_getTransactionByHash', [txHash]);

/** Makes a withdrawal that is signed and sent, but in no block. */
async function sentAndUnmined(): Promise<Withdrawal> {
  await stopMining();
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await send(withdrawal);
  return withdrawal;
}

/** Sets a base fee too high for earlier signatures, and lets time pass until they count as stuck. */
async function getStuck(baseFeeWei: bigint): Promise<void> {
  await setBaseFee(circuit.anvil, baseFeeWei);
  await circuit.passTime(STUCK_MS);
  await circuit.mineAndRead(1);
}

const hotKey = () => ({ anvil: circuit.anvil, signer: circuit.hotWallet });

async function completeAndCheck(withdrawal: Withdrawal): Promise<void> {
  await circuit.anvil.rpc('evm_setAutomine', [true]);
  await circuit.anvil.mine(4);
  await circuit.drainUntilIn(withdrawal, 'completed');
  expect(await circuit.received()).toBe(AMOUNT);
  expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
  await circuit.anvil.mine(1);
  await circuit.untilBooksBalance();
}

describe('a broadcast', () => {
  it('whose answer is lost is repeated with the same bytes, and paid once', async () => {
    const [proxy] = circuit.proxies;
    proxy?.use({ methods: ['eth_sendRawTransaction'], times: 1, behaviour: { kind: 'lose-answer' } });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await expect(send(withdrawal)).rejects.toThrow('gave a usable answer');
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(1);
    await completeAndCheck(withdrawal);
  });

  it('that a mempool has dropped is sent again unchanged', async () => {
    const withdrawal = await sentAndUnmined();
    const [txHash = ''] = await hashesOf();
    await circuit.anvil.rpc('anvil_dropTransaction', [txHash]);
    expect(await inPool(txHash)).toBeNull();
    await send(withdrawal);
    expect(await inPool(txHash)).toMatchObject({ hash: txHash });
    expect(await hashesOf()).toEqual([txHash]);
    await completeAndCheck(withdrawal);
  });

  it.each(['nonce too low', 'already known', 'replacement transaction underpriced', 'insufficient funds'])(
    'is sent again when the node falsely answers "%s", and nothing else is signed',
    async (message) => {
      const [proxy] = circuit.proxies;
      const reply = { error: { code: -32000, message } };
      proxy?.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'answer', reply } });
      await stopMining();
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
      await send(withdrawal);
      expect(await circuit.isIn(withdrawal, 'approved')).toBe(true);
      expect(await waitingReasonOf(withdrawal)).toBe(`the chain refuses its transaction: ${message}`);
      proxy?.clear();
      await send(withdrawal);
      expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
        status: 'broadcast',
        waitingReason: null,
      });
      expect(await hashesOf()).toHaveLength(1);
      await completeAndCheck(withdrawal);
    },
  );

  it('that the wallet can no longer pay for waits for gas money and is sent unchanged', async () => {
    const [proxy] = circuit.proxies;
    proxy?.use({ methods: ['eth_sendRawTransaction'], times: 1, behaviour: { kind: 'cut' } });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await expect(send(withdrawal)).rejects.toThrow('gave a usable answer');
    const balance = await circuit.anvil.rpc('eth_getBalance', [circuit.hotWalletAddress, 'latest']);
    await circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, '0x1']);
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toBe('the hot wallet lacks ETH for gas; top it up');
    await circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, balance]);
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(1);
    await completeAndCheck(withdrawal);
  });
});

describe('a transaction that is not mined', () => {
  it('is replaced by the same payment with both fees at least an eighth higher, and paid once', async () => {
    const withdrawal = await sentAndUnmined();
    const first = await circuit.transactionOf(withdrawal);
    await getStuck(50n * GWEI);
    await send(withdrawal);
    const [, second] = await circuit.signedRows();
    expect(second).toMatchObject({ nonce: first.nonce, replaces: first.txHash });
    const [before, after] = [first, await circuit.transactionOf(withdrawal)].map((sent) =>
      readSigned(sent.rawTransaction),
    );
    expect(after).toMatchObject({
      nonce: before?.nonce,
      to: before?.to,
      data: before?.data,
      valueAtomic: before?.valueAtomic,
      gasLimit: before?.gasLimit,
    });
    for (const fee of ['maxFeePerGasWei', 'maxPriorityFeePerGasWei'] as const)
      expect((after?.[fee] ?? 0n) * 8n).toBeGreaterThanOrEqual((before?.[fee] ?? 0n) * 9n);
    await completeAndCheck(withdrawal);
    expect((await circuit.transactionOf(withdrawal)).txHash).toBe(second?.tx_hash);
  });

  it('is not replaced while the chain produces no blocks, however long that takes', async () => {
    const withdrawal = await sentAndUnmined();
    await circuit.passTime(10 * STUCK_MS);
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(1);
    await completeAndCheck(withdrawal);
  });

  it('waits while the fees are above the cap, says so, and is replaced when they fall', async () => {
    const withdrawal = await sentAndUnmined();
    await getStuck(5_000n * GWEI);
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toContain('waits until fees fall');
    expect(await hashesOf()).toHaveLength(1);
    await setBaseFee(circuit.anvil, GWEI / 2n);
    await circuit.mineAndRead(1);
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toBeNull();
    await completeAndCheck(withdrawal);
  });

  it('gets fees up to the cap and no higher, and says so', async () => {
    const withdrawal = await sentAndUnmined();
    await getStuck(950n * GWEI);
    await send(withdrawal);
    const capped = await circuit.transactionOf(withdrawal);
    expect(readSigned(capped.rawTransaction).maxFeePerGasWei).toBe(circuit.chain.maxFeePerGasWei);
    await circuit.anvil.rpc('anvil_dropTransaction', [capped.txHash]);
    await getStuck(900n * GWEI);
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toContain('above maxFeePerGasGwei (1000.000)');
    expect(await hashesOf()).toHaveLength(2);
    await completeAndCheck(withdrawal);
  });

  it('is replaced at once when the node refused its price', async () => {
    const [proxy] = circuit.proxies;
    proxy?.use({ methods: ['eth_sendRawTransaction'], times: 1, behaviour: { kind: 'cut' } });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await expect(send(withdrawal)).rejects.toThrow('gave a usable answer');
    await setBaseFee(circuit.anvil, 50n * GWEI);
    await circuit.mineAndRead(1);
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(2);
    await completeAndCheck(withdrawal);
  });

  it('shows the hash that the node holds while the node refuses its replacement, until the replacement is accepted', async () => {
    const [proxy] = circuit.proxies;
    const withdrawal = await sentAndUnmined();
    const first = await circuit.transactionOf(withdrawal);
    const shown = async (): Promise<string | null | undefined> =>
      (await viewWithdrawals(circuit.database.db, [await circuit.reloadWithdrawal(withdrawal)]))[0]?.txHash;
    await getStuck(50n * GWEI);
    // The node holds the first one, and its price is high enough, but it is not mined.
    await setBaseFee(circuit.anvil, GWEI);
    await circuit.mineAndRead(1);
    if ((await inPool(first.txHash)) === null)
      await circuit.anvil.rpc('eth_sendRawTransaction', [first.rawTransaction]);
    const reply = { error: { code: -32000, message: 'replacement transaction underpriced' } };
    proxy?.use({ methods: ['eth_sendRawTransaction'], behaviour: { kind: 'answer', reply } });
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toContain('replacement transaction underpriced');
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toBeNull();
    const [, second] = await circuit.signedRows();
    // No further replacement is signed while this one is so new.
    expect(await hashesOf()).toHaveLength(2);
    expect(await shown()).toBe(first.txHash);
    proxy?.clear();
    await send(withdrawal);
    expect(await shown()).toBe(second?.tx_hash);
    expect(await hashesOf()).toHaveLength(2);
    await completeAndCheck(withdrawal);
  });

  it('counts when it is mined after its replacement was sent, and the replacement can no longer be mined', async () => {
    const withdrawal = await sentAndUnmined();
    const first = await circuit.transactionOf(withdrawal);
    await getStuck(50n * GWEI);
    await send(withdrawal);
    const [, second] = await hashesOf();
    await circuit.anvil.rpc('anvil_dropTransaction', [second]);
    await setBaseFee(circuit.anvil, GWEI);
    await circuit.mineAndRead(1);
    await circuit.anvil.rpc('eth_sendRawTransaction', [first.rawTransaction]);
    await completeAndCheck(withdrawal);
    expect((await circuit.transactionOf(withdrawal)).txHash).toBe(first.txHash);
    await circuit.anvil.mine(20);
    await drainUntil(circuit, 'the replacement is known to be past', async () =>
      (await circuit.signedRows()).some((row) => row.superseded_by === first.txHash),
    );
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('is sent again and paid once when it is replaced, then mined, then removed by a reorganisation', async () => {
    const withdrawal = await sentAndUnmined();
    await getStuck(50n * GWEI);
    await send(withdrawal);
    await circuit.anvil.mine(4);
    await circuit.drainUntilIn(withdrawal, 'completed');
    await circuit.anvil.reorg(5);
    await circuit.anvil.mine(1);
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(2);
    await completeAndCheck(withdrawal);
    const events = await circuit.database.db('events').where({ type: 'withdrawal.completed' }).select('*');
    expect(events).toHaveLength(1);
  });
});

describe('a nonce that was used outside the product', () => {
  it('leads to a new signature when that use is final, and not before', async () => {
    const withdrawal = await sentAndUnmined();
    const [lost = ''] = await hashesOf();
    await circuit.anvil.rpc('anvil_dropTransaction', [lost]);
    const foreign = await useKeyElsewhere(hotKey(), 0);
    await circuit.mineAndRead(3);
    await send(withdrawal);
    expect(await waitingReasonOf(withdrawal)).toContain('waits until its block is final');
    expect(await hashesOf()).toEqual([lost]);
    await circuit.mineAndRead(17);
    await send(withdrawal);
    const [first, second] = await circuit.signedRows();
    expect(first).toMatchObject({ tx_hash: lost, nonce: 0, foreign_hash: foreign });
    expect(second).toMatchObject({ nonce: 1, replaces: null, foreign_hash: null });
    await circuit.anvil.rpc('evm_setAutomine', [true]);
    await circuit.anvil.mine(4);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    const audit = await circuit.database
      .db('audit_log')
      .where({ action: 'withdrawal.nonce_lost' })
      .select('*');
    expect(audit).toHaveLength(1);
  });

  it('is used by its signed transaction when a reorganisation frees it again', async () => {
    const withdrawal = await sentAndUnmined();
    const [signed = ''] = await hashesOf();
    await circuit.anvil.rpc('anvil_dropTransaction', [signed]);
    await useKeyElsewhere(hotKey(), 0);
    await circuit.mineAndRead(3);
    await send(withdrawal);
    await circuit.anvil.reorg(3);
    await circuit.anvil.mine(1);
    await send(withdrawal);
    expect(await hashesOf()).toEqual([signed]);
    await completeAndCheck(withdrawal);
  });

  it('is not believed to be used when the use left nothing on the chain: nothing new is signed', async () => {
    const withdrawal = await sentAndUnmined();
    const [signed = ''] = await hashesOf();
    const [proxy] = circuit.proxies;
    proxy?.use({
      methods: ['eth_getTransactionCount'],
      behaviour: { kind: 'answer', reply: { result: '0x7' } },
    });
    proxy?.use({
      methods: ['eth_sendRawTransaction'],
      behaviour: { kind: 'answer', reply: { error: { code: -32000, message: 'nonce too low' } } },
    });
    await circuit.mineAndRead(0);
    await expect(send(withdrawal)).rejects.toThrow('holds no such transaction');
    expect(await hashesOf()).toEqual([signed]);
    proxy?.clear();
    await completeAndCheck(withdrawal);
  });
});

describe('a gap of nonces', () => {
  it('that a reorganisation opened is closed by a cancellation transaction, and the withdrawal behind it is paid', async () => {
    await useKeyElsewhere(hotKey(), 0);
    await circuit.mineAndRead(1);
    const withdrawal = await sentAndUnmined();
    expect((await circuit.transactionOf(withdrawal)).nonce).toBe(1);
    await circuit.anvil.reorg(2);
    await circuit.mineAndRead(1);
    await send(withdrawal);
    expect(await hashesOf()).toHaveLength(1);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    expect(await circuit.received()).toBe(0n);
    await send(withdrawal);
    const [cancellation] = await circuit.signedRows();
    expect(cancellation).toMatchObject({
      nonce: 0,
      purpose: 'cancellation',
      withdrawal_id: withdrawal.withdrawalId,
    });
    await completeAndCheck(withdrawal);
  });

  it('is not opened by an RPC that counts falsely: the withdrawal waits until the blocks of those nonces are read', async () => {
    const [proxy] = circuit.proxies;
    proxy?.use({
      methods: ['eth_getTransactionCount'],
      times: 1,
      behaviour: { kind: 'answer', reply: { result: '0x3' } },
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await send(withdrawal);
    expect(await hashesOf()).toEqual([]);
    expect(await waitingReasonOf(withdrawal)).toContain('waits until their blocks are read');
    await send(withdrawal);
    expect((await circuit.transactionOf(withdrawal)).nonce).toBe(0);
    await completeAndCheck(withdrawal);
  });

  it('of several nonces is closed by one cancellation transaction for each', async () => {
    for (const nonce of [0, 1, 2]) await useKeyElsewhere(hotKey(), nonce);
    await circuit.mineAndRead(1);
    const withdrawal = await sentAndUnmined();
    expect((await circuit.transactionOf(withdrawal)).nonce).toBe(3);
    await circuit.anvil.reorg(4);
    await circuit.mineAndRead(1);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    await send(withdrawal);
    const rows = await circuit.signedRows();
    expect(rows.map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0, 'cancellation'],
      [1, 'cancellation'],
      [2, 'cancellation'],
      [3, 'payment'],
    ]);
    await completeAndCheck(withdrawal);
  });
});
