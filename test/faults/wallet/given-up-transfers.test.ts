import { afterEach, describe, expect, it } from '@jest/globals';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import type { Rule } from '../../helpers/chain/rpc-proxy.js';
import { useKeyElsewhere } from '../../helpers/chain/use-key-elsewhere.js';
import { CIRCUIT_WALLET, drainUntil } from '../../helpers/circuits/money-circuit.js';
import { COLD_ADDRESS, startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 10_000_000n;
const COIN = 10n ** 18n;
/** The hot wallet has one coin. */
const CEILING = COIN / 2n;
const LIE = 10n * COIN;

let circuit: SweepCircuit;
/** Says that the hot wallet has very many coins. */
const LIES: Rule = {
  methods: ['eth_getBalance'],
  behaviour: {
    kind: 'rewrite',
    rewrite: (reply, { params: [address] }) =>
      address === circuit.hotWalletAddress ? { result: `0x${LIE.toString(16)}` } : reply,
  },
};
afterEach(() => circuit.close());

const purposes = async (): Promise<string[]> => (await circuit.transactions()).map(({ purpose }) => purpose);
const notesOfSweep = async (): Promise<string> => (await circuit.sweep()).notes.join();

/** All RPCs lie about the hot wallet's coins. So a transfer to the cold address is signed that it can't pay. */
async function start(proxies: number): Promise<void> {
  const coldCoins = (chain: Chain): Chain => ({
    ...chain,
    coldAddress: COLD_ADDRESS,
    assets: chain.assets.map((asset) =>
      asset.kind === 'native' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
    ),
  });
  circuit = await startSweepCircuit({ proxies, adjust: coldCoins });
  await circuit.earn(1);
  await circuit.fundHotWallet();
  await circuit.mineAndRead(20);
  for (const proxy of circuit.proxies) proxy.use(LIES);
  await circuit.sweep();
  for (const proxy of circuit.proxies) proxy.clear();
  expect(await purposes()).toEqual(['cold']);
}

describe('a transfer of coins to the cold address that the hot wallet can not pay', () => {
  it('is given up when no node takes it, and a withdrawal is paid behind it', async () => {
    await start(1);
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect(await purposes()).toEqual(['cold', 'cancellation']);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([withdrawal.address])).toBe(AMOUNT);
    await circuit.mineAndRead(10);
    await drainUntil(
      circuit,
      'completed',
      async () => (await circuit.reloadWithdrawal(withdrawal)).status === 'completed',
    );
    await circuit.untilBooksBalance();
  });

  it('is booked when it was given up and is mined all the same', async () => {
    await start(1);
    const { anvil } = circuit;
    await anvil.rpc('evm_setAutomine', [false]);
    await circuit.sweep();
    const [cold, cancellation] = await circuit.transactions();
    expect(cancellation?.purpose).toBe('cancellation');
    await anvil.rpc('anvil_dropTransaction', [cancellation?.tx_hash]);
    await anvil.rpc('evm_setAutomine', [true]);
    await sendUnlocked({ rpcUrl: anvil.url, to: circuit.hotWalletAddress, valueAtomic: LIE });
    await anvil.rpc('eth_sendRawTransaction', [cold?.raw_transaction]);
    await circuit.mineAndRead(20);
    expect(
      await circuit.heldAt(
        [COLD_ADDRESS],
        circuit.chain.assets.find(({ kind }) => kind === 'native'),
      ),
    ).toBe(LIE - CEILING);
    await circuit.untilBooksBalance();
  });

  it.each<[string, Rule]>([
    ['is silent', { behaviour: { kind: 'http', status: 503 } }],
    ['says that it can', LIES],
  ])('waits while one of two RPCs %s, and is given up once both say so', async (_, rule) => {
    await start(2);
    circuit.proxies[1]?.use(rule);
    expect(await notesOfSweep()).toContain('waits until two RPCs in CHAINS_FILE say so');
    expect(await purposes()).toEqual(['cold']);
    circuit.proxies[1]?.clear();
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect(await purposes()).toEqual(['cold', 'cancellation']);
  });

  it('is cancelled though one of three RPCs says that the hot wallet has no gas', async () => {
    await start(3);
    circuit.proxies[0]?.use({
      methods: ['eth_getBalance'],
      behaviour: { kind: 'answer', reply: { result: '0x0' } },
    });
    await circuit.sweep();
    expect(await purposes()).toEqual(['cold', 'cancellation']);
  });

  it.each([
    [2, 'waits until the RPCs agree whether its nonce is free'],
    [3, 'does not take its transaction'],
  ])(
    'gets no cancellation when somebody has used its nonce, and one of %d RPCs calls it free',
    async (proxies, note) => {
      await start(proxies);
      await useKeyElsewhere({ anvil: circuit.anvil, signer: CIRCUIT_WALLET }, 0);
      await circuit.mineAndRead(1);
      circuit.proxies[0]?.use({
        methods: ['eth_getTransactionCount'],
        behaviour: { kind: 'answer', reply: { result: '0x0' } },
      });
      expect(await notesOfSweep()).toContain(note);
      circuit.proxies[0]?.clear();
      await circuit.sweepUntilDone();
      expect(await purposes()).not.toContain('cancellation');
      const [outcome] = await circuit.database
        .db('movements')
        .orderBy('movement_id')
        .pluck<string[]>('outcome');
      expect(outcome).toBe('lost');
    },
  );
});
