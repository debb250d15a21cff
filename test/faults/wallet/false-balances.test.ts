import { afterEach, describe, expect, it } from '@jest/globals';
import { mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { COLD_ADDRESS, startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';
import type { MoneyCircuit } from '../../helpers/circuits/money-circuit.js';

const AMOUNT = 10_000_000n;
/** The hot wallet gets 1,000 USDC. */
const CEILING = 900_000_000n;
const EXCESS = 100_000_000n;
const BALANCE_OF = '0x70a08231';
const VERY_MUCH = `0x${(10n ** 15n).toString(16).padStart(64, '0')}`;

const GWEI = 1_000_000_000n;
const STUCK_MS = 130_000;

let end: () => Promise<void>;
afterEach(() => end());

/** One RPC says that the hot wallet has very much of the token, and that each transfer would succeed. */
function exaggerate({ proxies: [proxy], hotWalletAddress }: MoneyCircuit): void {
  const call = `${BALANCE_OF}${hotWalletAddress.slice(2).padStart(64, '0')}`;
  proxy?.use({
    methods: ['eth_call'],
    behaviour: {
      kind: 'rewrite',
      rewrite: (reply, { params }) =>
        (params[0] as { data: string }).data === call ? { result: VERY_MUCH } : reply,
    },
  });
  proxy?.use({ methods: ['eth_estimateGas'], behaviour: { kind: 'answer', reply: { result: '0xea60' } } });
}

/** One RPC says that the hot wallet has no coins for gas. */
function sayNothingIsThere({ proxies: [proxy] }: MoneyCircuit): void {
  proxy?.use({ methods: ['eth_getBalance'], behaviour: { kind: 'answer', reply: { result: '0x0' } } });
}

describe('an RPC that says that the hot wallet has more than it has', () => {
  it.each([2, 3])('one of %d, has no withdrawal signed that the chain would refuse', async (proxies) => {
    const circuit: PayoutCircuit = await startPayoutCircuit({ proxies, funded: false });
    end = () => circuit.finish();
    const { anvil, hotWalletAddress: to } = circuit;
    await sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 10n ** 18n });
    await circuit.mineAndRead(1);
    exaggerate(circuit);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toEqual([]);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('has 0.000000 USDC');
    const tokenAddress = circuit.usdc.address ?? '';
    await mintTestToken({ rpcUrl: anvil.url, tokenAddress, to, amountAtomic: AMOUNT });
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
  });
});

describe('an RPC that says that the hot wallet has more above its ceiling than it has', () => {
  const adjust = (chain: Chain): Chain => ({
    ...chain,
    coldAddress: COLD_ADDRESS,
    assets: chain.assets.map((asset) =>
      asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
    ),
  });
  const start = async (): Promise<SweepCircuit> => {
    const circuit = await startSweepCircuit({ proxies: 2, adjust });
    end = () => circuit.close();
    await circuit.earn(1);
    await circuit.fundHotWallet();
    await circuit.mineAndRead(20);
    exaggerate(circuit);
    return circuit;
  };

  it('has only the true excess sent to the cold address', async () => {
    const circuit = await start();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
  });

  it('has nothing sent there while no other RPC answers', async () => {
    const circuit = await start();
    circuit.proxies[1]?.use({ behaviour: { kind: 'http', status: 503 } });
    const { notes } = await circuit.sweep();
    expect(notes.join()).toContain('waits until two RPCs in CHAINS_FILE answer');
    expect(await circuit.transactions()).toEqual([]);
    circuit.proxies[1]?.clear();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
  });
});

describe('one of three RPCs that says that the hot wallet has no gas', () => {
  it('does not keep the fees of a stuck payment from being raised', async () => {
    const circuit = await startPayoutCircuit({ proxies: 3 });
    end = () => circuit.finish();
    const { anvil } = circuit;
    await anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await setBaseFee(anvil, 50n * GWEI);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    sayNothingIsThere(circuit);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0, 0]);
    await circuit.mineAndRead(1);
    expect(await circuit.received()).toBe(AMOUNT);
  });
});

describe('one of two RPCs that says that the hot wallet has no gas', () => {
  it('is not taken for a wallet that has to be topped up', async () => {
    const circuit = await startPayoutCircuit({ proxies: 2 });
    end = () => circuit.finish();
    sayNothingIsThere(circuit);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const { waitingCode, waitingReason } = await circuit.reloadWithdrawal(withdrawal);
    expect(waitingCode).toBe('unread');
    expect(waitingReason).toContain('the RPCs differ about what the wallet has');
    expect(waitingReason).not.toContain('top it up');
    circuit.proxies[0]?.clear();
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.received()).toBe(AMOUNT);
  });
});

describe('one of two RPCs that says that the hot wallet has 1 wei more', () => {
  it('does not hide that coins are missing', async () => {
    const circuit = await startPayoutCircuit({ proxies: 2, funded: false });
    end = () => circuit.finish();
    const tokenAddress = circuit.usdc.address ?? '';
    const { url: rpcUrl } = circuit.anvil;
    await mintTestToken({ rpcUrl, tokenAddress, to: circuit.hotWalletAddress, amountAtomic: AMOUNT });
    await circuit.mineAndRead(1);
    circuit.proxies[0]?.use({
      methods: ['eth_getBalance'],
      behaviour: { kind: 'answer', reply: { result: '0x1' } },
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const { waitingCode, waitingReason } = await circuit.reloadWithdrawal(withdrawal);
    expect(waitingCode).toBe('no_gas');
    expect(waitingReason).toContain('top it up');
  });
});
