import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import { deriveDepositAddress } from '../../../src/chain/keys/deposit-address.js';
import { depositXpubOf, hotWalletOf, sweepKeysOf } from '../../../src/chain/keys/keys.js';
import { mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { ANVIL_MNEMONIC } from '../../helpers/chain/anvil.js';
import { insertInvoice } from '../../helpers/facts/facts.js';
import {
  circuitDepositAddress,
  CIRCUIT_MNEMONIC,
  type MoneyCircuitOptions,
} from '../../helpers/circuits/money-circuit.js';
import { STOP_ORDERS, whileAsked } from '../../helpers/circuits/stop-orders.js';
import { COLD_ADDRESS, startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

let circuit: SweepCircuit;
const start = async (options: MoneyCircuitOptions = {}): Promise<void> => {
  circuit = await startSweepCircuit(options);
};
afterEach(() => circuit.close());

/** Sets the hot wallet's ceiling for each token; the excess goes to the cold address. */
const withCeiling =
  (hotWalletCeilingAtomic: bigint) =>
  (chain: Chain): Chain => ({
    ...chain,
    coldAddress: COLD_ADDRESS,
    assets: chain.assets.map((asset) =>
      asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic } : asset,
    ),
  });
const purposes = async (): Promise<string[]> => (await circuit.transactions()).map(({ purpose }) => purpose);

describe('where no batches are possible', () => {
  it('gives an address gas money, makes it send its tokens, and books both', async () => {
    await start({ hardfork: 'cancun' });
    await circuit.gasMoney();
    const invoices = await circuit.earn(2);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(invoices.map(({ depositAddress }) => depositAddress))).toBe(0n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(200_000_000n);
    expect((await purposes()).toSorted()).toEqual(['fund', 'fund', 'sweep', 'sweep']);
    await circuit.untilBooksBalance();
  });
});

describe('sweeping', () => {
  it('waits while the sweeping wallet lacks gas, says so, and continues when it has some', async () => {
    await start();
    const invoices = await circuit.earn(2);
    const { open, notes } = await circuit.sweep();
    expect(open).toBe(0);
    expect(notes.join()).toMatch(/lacks .* ETH for gas; top it up/);
    expect(await circuit.transactions()).toEqual([]);
    await circuit.gasMoney();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(invoices.map(({ depositAddress }) => depositAddress))).toBe(0n);
    await circuit.untilBooksBalance();
  });

  it.each(STOP_ORDERS)(
    'signs nothing after %s, not even what was planned before',
    async (_, order, words) => {
      await start({ hardfork: 'cancun', proxies: 1 });
      await circuit.gasMoney();
      await circuit.earn(1);
      await circuit.follower.stop();
      whileAsked(circuit.proxies[0], () => order(circuit.database.db));
      const { notes } = await circuit.sweep();
      expect(notes.join()).toContain(words);
      expect(await circuit.transactions()).toEqual([]);
    },
  );

  it('skips a token whose contract no longer answers, says so, and sweeps the others', async () => {
    await start({
      oddTokens: true,
      // The token that breaks comes before the one that does not.
      adjust: (chain) => withCeiling(10n ** 30n)({ ...chain, assets: chain.assets.toReversed() }),
    });
    await circuit.gasMoney();
    const usdt = circuit.asset('USDT');
    const addressesOf = (invoices: readonly Invoice[]): string[] =>
      invoices.map(({ depositAddress }) => depositAddress);
    const broken = addressesOf(await circuit.earn(1, usdt));
    const sound = addressesOf(await circuit.earn(1));
    const code = await circuit.anvil.rpc('eth_getCode', [usdt.address, 'latest']);
    await circuit.anvil.rpc('anvil_setCode', [usdt.address, '0x5f5ffd']);
    const { notes } = await circuit.sweep();
    expect(notes).toContainEqual(expect.stringContaining('sweep of USDT: USDT does not say what'));
    expect(notes).toContainEqual(expect.stringContaining('USDT above the ceiling: USDT does not say what'));
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(sound)).toBe(0n);
    await circuit.anvil.rpc('anvil_setCode', [usdt.address, code]);
    expect(await circuit.heldAt(broken, usdt)).toBeGreaterThan(0n);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(broken, usdt)).toBe(0n);
  });

  it('leaves amounts below the threshold, which is one whole token unless another one is configured', async () => {
    await start();
    await circuit.gasMoney();
    const [below] = await circuit.earn(1, circuit.usdc, 999_999n);
    const [at] = await circuit.earn(1, circuit.usdc, 1_000_000n);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([below?.depositAddress ?? ''])).toBe(999_999n);
    expect(await circuit.heldAt([at?.depositAddress ?? ''])).toBe(0n);
    await circuit.untilBooksBalance();
    expect((await circuit.sweep()).said).toContain(
      '0.999999 USDC stay on deposit addresses: one is swept once it has 1.000000 USDC in final blocks',
    );
    await circuit.close();
    await start({
      adjust: (chain) => ({
        ...chain,
        assets: chain.assets.map((asset) => ({ ...asset, sweepThresholdAtomic: 50_000_000n })),
      }),
    });
    await circuit.gasMoney();
    const [tooLittle] = await circuit.earn(1, circuit.usdc, 49_999_999n);
    const [enough] = await circuit.earn(1, circuit.usdc, 50_000_000n);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([tooLittle?.depositAddress ?? ''])).toBe(49_999_999n);
    expect(await circuit.heldAt([enough?.depositAddress ?? ''])).toBe(0n);
  });

  it('sends native coin from its address, and leaves amounts below the threshold', async () => {
    await start();
    const eth = circuit.asset('ETH');
    const [full] = await circuit.earn(1, eth, 10n ** 18n);
    const [nearlyEmpty] = await circuit.earn(1, eth, 1_000n);
    await circuit.sweepUntilDone();
    expect(await purposes()).toEqual(['sweep']);
    expect(await circuit.heldAt([circuit.hotWalletAddress], eth)).toBeGreaterThan(99n * 10n ** 16n);
    expect(await circuit.heldAt([full?.depositAddress ?? ''], eth)).toBeLessThan(10n ** 16n);
    expect(await circuit.heldAt([nearlyEmpty?.depositAddress ?? ''], eth)).toBe(1_000n);
    await circuit.untilBooksBalance();
  });

  it('skips addresses of another seed, however many they are and whatever they hold, and says so', async () => {
    const otherXpub = depositXpubOf(ANVIL_MNEMONIC);
    // The service believes the first addresses too, as those of an earlier seed.
    const depositAddress = (index: number): string =>
      index < 50 ? deriveDepositAddress(otherXpub, index) : circuitDepositAddress(index);
    await start({ depositAddress });
    const eth = circuit.asset('ETH');
    const { merchantId, database } = circuit;
    // As many addresses as one run takes.
    for (let index = 0; index < 50; index += 1) {
      const invoice = await insertInvoice(database.db, {
        merchantId,
        asset: eth,
        decimals: 18,
        amountAtomic: 2n * 10n ** 18n,
        depositAddressOf: depositAddress,
      });
      await circuit.pay(invoice);
    }
    const [ours] = await circuit.earn(1, eth, 10n ** 18n);
    await circuit.drain();
    const { notes } = await circuit.sweep();
    expect(notes.join()).toMatch(/0x[0-9a-f]{40} and 49 more addresses are not of the seed/);
    await circuit.sweepUntilDone();
    expect(await purposes()).toEqual(['sweep']);
    expect(await circuit.heldAt([ours?.depositAddress ?? ''], eth)).toBeLessThan(10n ** 16n);
  });

  it('sends the excess of the hot wallet to the cold address, within the caps of the signer', async () => {
    await start({
      adjust: withCeiling(400_000_000n),
      limits: new Map([['local/USDC', { perTransactionAtomic: 350_000_000n, perDayAtomic: 500_000_000n }]]),
    });
    await circuit.fundHotWallet();
    await circuit.mineAndRead(3);
    await circuit.sweep();
    await circuit.mineAndRead(18);
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(350_000_000n);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(500_000_000n);
    expect((await circuit.sweep()).notes.join()).toContain('SIGNER_LIMITS allow no more today');
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(500_000_000n);
    await circuit.untilBooksBalance();
  });

  it('keeps the amounts of approved withdrawals above the ceiling, but not of those that wait for a person', async () => {
    await start({
      adjust: withCeiling(400_000_000n),
    });
    await circuit.earn(1, circuit.usdc, 900_000_000n);
    await circuit.fundHotWallet();
    await circuit.mineAndRead(3);
    const withdrawal = await circuit.approvedWithdrawal(500_000_000n);
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(100_000_000n);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(400_000_000n);
    const { merchantId, database } = circuit;
    const kept = await circuit.approvedWithdrawal(200_000_000n);
    await database.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    await circuit.signer.sendWithdrawal(kept);
    await circuit.fundHotWallet();
    await circuit.mineAndRead(18);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(1_100_000_000n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(400_000_000n);
  });

  it('sends no more to the cold address than the daily caps allow, when two signers send at the same time', async () => {
    const limits = new Map([['local/USDC', { perTransactionAtomic: null, perDayAtomic: 500_000_000n }]]);
    await start({ proxies: 1, limits, adjust: withCeiling(600_000_000n) });
    const { anvil, chain, client, database, usdc } = circuit;
    const hotWallet = hotWalletOf(ANVIL_MNEMONIC);
    const to = hotWallet.address;
    await mintTestToken({
      rpcUrl: anvil.url,
      tokenAddress: usdc.address ?? '',
      to,
      amountAtomic: 1_000_000_000n,
    });
    await sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 10n ** 18n });
    const other = createSignerActivities({
      db: database.db,
      hotWallet,
      sweepKeys: sweepKeysOf(CIRCUIT_MNEMONIC),
      limits,
      now: Date.now,
      chains: new Map([[chain.chainCode, chain]]),
      chainClient: () => client,
      approvers: null,
      log: pino({ level: 'silent' }),
    });
    await circuit.fundHotWallet();
    await circuit.mineAndRead(3);
    // After the first signer has read what the cap allows, and while it asks for its nonce, the other one signs.
    circuit.proxies[0]?.use({
      methods: ['eth_getTransactionCount'],
      times: 1,
      behaviour: {
        kind: 'rewrite',
        rewrite: async (reply) => {
          await other.sweepChain({ chainCode: chain.chainCode });
          return reply;
        },
      },
    });
    expect((await circuit.sweep()).notes.join()).toContain('SIGNER_LIMITS allow less today');
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(400_000_000n);
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(500_000_000n);
  });

  it('sends the same bytes once when they were committed and never sent, or sent and dropped', async () => {
    await start({ hardfork: 'cancun' });
    const eth = circuit.asset('ETH');
    await circuit.earn(1, eth, 10n ** 18n);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    await circuit.sweep();
    const [signed] = await circuit.transactions();
    await circuit.anvil.rpc('anvil_dropTransaction', [signed?.tx_hash]);
    await circuit.database.db('sent_transactions').update({ first_sent_at: null, last_sent_at: null });
    await Promise.all([circuit.sweep(), circuit.sweep()]);
    await circuit.mineAndRead(3);
    await circuit.untilBooksBalance();
    expect((await circuit.transactions()).map((row) => row.raw_transaction)).toEqual([
      signed?.raw_transaction,
    ]);
  });

  it('is reversed in the ledger when a reorganisation undid it, is sent again, and is booked again', async () => {
    await start();
    const eth = circuit.asset('ETH');
    const [invoice] = await circuit.earn(1, eth, 10n ** 18n);
    await circuit.sweep();
    await circuit.mineAndRead(3);
    await circuit.untilBooksBalance();
    await circuit.anvil.reorg(4);
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([invoice?.depositAddress ?? ''], eth)).toBe(10n ** 18n);
    await circuit.untilBooksBalance();
    await circuit.sweepUntilDone();
    expect(await circuit.transactions()).toHaveLength(1);
    expect(await circuit.heldAt([invoice?.depositAddress ?? ''], eth)).toBeLessThan(10n ** 16n);
    await circuit.untilBooksBalance();
  });
});

describe('where addresses can run a contract (EIP-7702)', () => {
  it('empties many of them in one transaction, and books it', async () => {
    await start();
    await circuit.gasMoney();
    const invoices = await circuit.earn(5);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(invoices.map(({ depositAddress }) => depositAddress))).toBe(0n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(500_000_000n);
    expect(await purposes()).toEqual(['deploy', 'batch']);
    await circuit.untilBooksBalance();
  });
});
