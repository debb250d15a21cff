import { afterEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { deployOddContract, TAKES_MUCH_GAS } from '../../helpers/chain/odd-contracts.js';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { TRANSFER_TOPIC } from '../../../src/chain/transfers/transfer-log.js';

const AMOUNT = 10_000_000n;
const ONE_ETH = 10n ** 18n;
const STUCK_MS = 130_000;
let circuit: PayoutCircuit;

afterEach(async () => {
  await circuit.finish();
});

/** An ERC-20 whose `transfer` moves one base unit less than asked: it emits Transfer (LOG3), then returns true. */
const TAKES_A_FEE = `0x6001602435035f52600435337f${TRANSFER_TOPIC.slice(2)}60205fa360015f5260205ff3`;
/** An ERC-20 whose `transfer` does nothing and returns false. */
const RETURNS_FALSE = '0x60205ff3';
/** Code that reverts every call. */
const REVERTS = '0x5f5ffd';

/** Creates a payout. The contract at this address is replaced after the payout is sent and before it is mined. */
async function payWhile(
  { becomes, address }: { becomes: string; address: string },
  withdrawal: Withdrawal,
): Promise<void> {
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.anvil.rpc('anvil_setCode', [address, becomes]);
  await circuit.mineAndRead(4);
}
const feesBooked = async (): Promise<bigint> => {
  const row = await circuit.database
    .db('ledger_accounts')
    .where({ kind: 'gas' })
    .first<{ balance: bigint } | undefined>('balance');
  return row?.balance ?? 0n;
};

describe('a payout', () => {
  it('of a token that returns nothing is paid like any other', async () => {
    circuit = await startPayoutCircuit({ oddTokens: true });
    const usdt = circuit.asset('USDT');
    const invoice = await circuit.invoice({ asset: usdt });
    await circuit.pay(invoice);
    await circuit.transfer({ asset: usdt, to: circuit.hotWalletAddress, amountAtomic: AMOUNT });
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances(usdt)).available > 0n);
    const withdrawal = await circuit.decide(await circuit.withdrawal(AMOUNT, { asset: usdt }), 'approve');
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    await circuit.anvil.mine(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received(RECIPIENT, usdt)).toBe(AMOUNT);
  });

  it.each([
    ['reverts whatever it is asked', REVERTS],
    ['answers with nothing', '0x00'],
  ])('of a token that %s waits alone: payouts of other tokens are sent', async (_what, becomes) => {
    circuit = await startPayoutCircuit({ oddTokens: true });
    const [usdt, { usdc }] = [circuit.asset('USDT'), circuit];
    for (const asset of [usdt, usdc]) {
      const { chainCode, tokenSymbol } = asset;
      await circuit.pay(await circuit.invoice({ asset: { chainCode, tokenSymbol } }));
      await circuit.transfer({ asset, to: circuit.hotWalletAddress, amountAtomic: AMOUNT });
      await circuit.anvil.mine(3);
      await drainUntil(circuit, 'credited', async () => (await circuit.balances(asset)).available > 0n);
    }
    const address = usdt.address ?? '';
    const code = await circuit.anvil.rpc('eth_getCode', [address, 'latest']);
    await circuit.anvil.rpc('anvil_setCode', [address, becomes]);
    const [broken, sound] = [
      await circuit.decide(await circuit.withdrawal(AMOUNT, { asset: usdt }), 'approve'),
      await circuit.decide(await circuit.withdrawal(AMOUNT, { asset: usdc }), 'approve'),
    ];
    await circuit.drainUntilIn(sound, 'broadcast');
    expect(await circuit.reloadWithdrawal(broken)).toMatchObject({
      status: 'approved',
      waitingReason: expect.stringContaining('USDT does not say what the hot wallet has'),
    });
    await circuit.anvil.rpc('anvil_setCode', [address, code]);
    await circuit.passTime(20_000);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: broken.withdrawalId });
    await circuit.drainUntilIn(broken, 'broadcast');
  });

  it.each([
    ['takes a transfer fee', TAKES_A_FEE],
    ['refuses without an error', RETURNS_FALSE],
  ])('whose token %s is neither completed nor failed: an operator is told', async (_what, becomes) => {
    circuit = await startPayoutCircuit();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await payWhile({ becomes, address: circuit.usdc.address ?? '' }, withdrawal);
    await circuit.anvil.mine(20);
    await drainUntil(
      circuit,
      'the operator is told',
      async () => (await circuit.reloadWithdrawal(withdrawal)).waitingReason !== null,
    );
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'broadcast',
      waitingReason: expect.stringContaining('an operator has to look'),
    });
    expect(await circuit.balances()).toMatchObject({ reserved: AMOUNT });
    expect(await circuit.signedRows()).toHaveLength(1);
    expect(await feesBooked()).toBeGreaterThan(0n);
  });

  it('that the recipient refuses fails when the refusal is final, costs its gas and releases the amount', async () => {
    circuit = await startPayoutCircuit();
    const { eth } = circuit;
    const invoice = await circuit.invoice({ asset: eth, decimals: 18, amountAtomic: ONE_ETH });
    await circuit.pay(invoice);
    await circuit.transfer({ asset: eth, to: circuit.hotWalletAddress, amountAtomic: ONE_ETH });
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances(eth)).available === ONE_ETH);
    const refusing = await deployOddContract({ rpcUrl: circuit.anvil.url, name: 'RefusesCoin' });
    const refused = await circuit.decide(
      await circuit.withdrawal(ONE_ETH / 4n, { asset: eth, address: refusing }),
      'approve',
    );
    await circuit.signer.sendWithdrawal(refused);
    expect((await circuit.reloadWithdrawal(refused)).waitingReason).toContain(
      'the chain refuses the transfer',
    );
    expect(await circuit.signedRows()).toEqual([]);

    const address = `0x${'99'.repeat(20)}`;
    const reverted = await circuit.decide(
      await circuit.withdrawal(ONE_ETH / 4n, { asset: eth, address }),
      'approve',
    );
    await payWhile({ becomes: REVERTS, address }, reverted);
    await drainUntil(circuit, 'seen', async () => (await circuit.transactionOf(reverted)).receipt !== null);
    expect(await circuit.balances(eth)).toMatchObject({ reserved: ONE_ETH / 2n });
    await circuit.mineAndRead(20);
    await circuit.passTime(20_000);
    await drainUntil(circuit, 'failed', async () => {
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: reverted.withdrawalId });
      return circuit.isIn(reverted, 'failed');
    });
    expect(await circuit.balances(eth)).toMatchObject({
      reserved: ONE_ETH / 4n,
      available: (ONE_ETH * 3n) / 4n,
    });
    expect(await feesBooked()).toBeGreaterThan(0n);
    await circuit.untilBooksBalance();
  });

  it('waits for gas money before it takes a nonce, says so once, and continues when there is enough', async () => {
    circuit = await startPayoutCircuit({ funded: false });
    await circuit.transfer({ asset: circuit.usdc, to: circuit.hotWalletAddress, amountAtomic: AMOUNT });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    for (let times = 0; times < 3; times += 1) await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toMatch(
      /lacks 0\.\d+ ETH for gas; top it up/,
    );
    expect(await circuit.signedRows()).toEqual([]);
    await circuit.fundHotWallet();
    await circuit.passTime(20_000);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingReason: null });
  });
});

it('a recipient that takes little gas at first gets no more than that, however much it takes when fees are raised', async () => {
  circuit = await startPayoutCircuit();
  const { eth: asset, anvil } = circuit;
  const invoice = await circuit.invoice({ asset, decimals: 18, amountAtomic: 10n ** 16n });
  await circuit.pay(invoice);
  await circuit.mineAndRead(3);
  await drainUntil(circuit, 'credited', async () => (await circuit.balances(asset)).available > 0n);
  const request = await circuit.withdrawal(10n ** 15n, { asset });
  const withdrawal = await circuit.decide(request, 'approve');
  await anvil.rpc('evm_setAutomine', [false]);
  await circuit.signer.sendWithdrawal(withdrawal);
  const first = readSigned((await circuit.transactionOf(withdrawal)).rawTransaction);
  await anvil.rpc('anvil_setCode', [RECIPIENT, TAKES_MUCH_GAS]);
  await anvil.rpc('anvil_setNextBlockBaseFeePerGas', [`0x${(50n * 10n ** 9n).toString(16)}`]);
  await circuit.passTime(STUCK_MS);
  await circuit.mineAndRead(1);
  await circuit.signer.sendWithdrawal(withdrawal);
  expect(await circuit.signedRows()).toHaveLength(2);
  const { gasLimit, maxFeePerGasWei } = readSigned((await circuit.transactionOf(withdrawal)).rawTransaction);
  expect(maxFeePerGasWei).toBeGreaterThan(first.maxFeePerGasWei);
  expect(gasLimit).toBeGreaterThan(first.gasLimit);
  expect(gasLimit).toBeLessThanOrEqual(first.gasLimit + 200_000n);
});
