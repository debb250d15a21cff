import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeErrorResult, parseAbi } from 'viem';
import { hotWalletOf } from '../../../src/chain/keys/keys.js';
import { SigningError } from '../../../src/chain/keys/signing-error.js';
import { mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { approveAsOperator } from '../../helpers/circuits/approve-as-operator.js';
import { CIRCUIT_MNEMONIC, drainUntil } from '../../helpers/circuits/money-circuit.js';
import { TAKES_MUCH_GAS } from '../../helpers/chain/odd-contracts.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 1_000_000n;
const ERROR = parseAbi(['error Error(string)']);
const REFUSING = addressOf(0xbad_c0de);
let circuit: PayoutCircuit;
afterEach(async () => {
  await circuit.finish();
});

/** Returns code that reverts every call with this reason: it copies the bytes behind itself and returns them. */
const revertingCode = (reason: string): string => {
  const data = encodeErrorResult({ abi: ERROR, errorName: 'Error', args: [reason] }).slice(2);
  const length = (data.length / 2).toString(16).padStart(2, '0');
  return `0x60${length}600a5f3960${length}5ffd${data}`;
};

/** Makes approved withdrawals, each to an address of its own. */
async function approve(count: number): Promise<readonly [Withdrawal, ...Withdrawal[]]> {
  const approved: Withdrawal[] = [];
  for (let index = 0; index < count; index += 1)
    approved.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000 + index)));
  return approved as [Withdrawal, ...Withdrawal[]];
}
const statesOf = (withdrawals: readonly Withdrawal[]): Promise<string[]> =>
  Promise.all(
    withdrawals.map(async (withdrawal) => {
      const { status, waitingReason } = await circuit.reloadWithdrawal(withdrawal);
      return waitingReason === null ? status : `${status}: ${waitingReason}`;
    }),
  );
const signedFor = async (): Promise<string[]> => (await circuit.signedRows()).map((row) => row.withdrawal_id);

/** Expects that each is paid once, and that the books agree with the chain. */
async function expectAllPaid(withdrawals: readonly Withdrawal[]): Promise<void> {
  await circuit.mineAndRead(3);
  for (const withdrawal of withdrawals) await circuit.drainUntilIn(withdrawal, 'completed');
  const paid = await Promise.all(withdrawals.map(({ address }) => circuit.received(address)));
  expect(paid).toEqual(withdrawals.map(() => AMOUNT));
  const nonces = (await circuit.signedRows()).map(({ nonce }) => nonce);
  expect(nonces).toEqual(withdrawals.map((_, nonce) => nonce));
  await circuit.mineAndRead(1);
  await circuit.untilBooksBalance();
}

describe('a batch of withdrawals', () => {
  it('includes the other approved withdrawals, the oldest first, and each is paid once', async () => {
    circuit = await startPayoutCircuit();
    const withdrawals = await approve(5);
    await circuit.signer.sendWithdrawal(withdrawals[0]);
    expect(await statesOf(withdrawals)).toEqual(withdrawals.map(() => 'broadcast'));
    expect(await signedFor()).toEqual(withdrawals.map(({ withdrawalId }) => withdrawalId));
    await expectAllPaid(withdrawals);
  });

  it('is followed by further batches until all approved withdrawals are sent; then none has anything left to do', async () => {
    circuit = await startPayoutCircuit({ proxies: 1 });
    const withdrawals = await approve(70);
    await circuit.signer.sendWithdrawal(withdrawals[3] as Withdrawal);
    expect(await statesOf(withdrawals)).toEqual(withdrawals.map(() => 'broadcast'));
    const others = withdrawals.filter((_, index) => index !== 3);
    // One after the other: of many at once, some would find no slot within a second of a slow machine.
    for (const withdrawal of others) await circuit.signer.sendWithdrawal(withdrawal);
    const sends = circuit.proxies[0]?.calls.filter(({ method }) => method === 'eth_sendRawTransaction');
    expect(sends).toHaveLength(withdrawals.length);
    await expectAllPaid(withdrawals);
  });

  it('leaves out withdrawals that are not approved, stopped or altered, and is sent without them', async () => {
    circuit = await startPayoutCircuit();
    const pending = await circuit.withdrawal(AMOUNT, { address: addressOf(0xbbb_0001) });
    const [altered, good] = (await approve(2)) as unknown as readonly [Withdrawal, Withdrawal];
    const forged = await circuit.withdrawal(AMOUNT, { address: addressOf(0xbbb_0002) });
    await approveAsOperator(circuit.database.db, forged);
    const change = (withdrawal: Withdrawal, fields: object): Promise<unknown> =>
      circuit.database.db('withdrawals').where({ withdrawal_id: withdrawal.withdrawalId }).update(fields);
    await change(altered, { address: addressOf(0xbad) });
    await change(forged, { approvals_required: 2 });
    await circuit.signer.sendWithdrawal(good);
    expect(await signedFor()).toEqual([good.withdrawalId]);
    expect(await statesOf([pending, good])).toEqual(['pending_approval', 'broadcast']);
    // Each shows its reason when it is requested alone.
    await circuit.signer.sendWithdrawal(altered);
    await circuit.signer.sendWithdrawal(forged);
    expect(await statesOf([altered, forged])).toEqual([
      expect.stringContaining('not what was approved'),
      expect.stringContaining('1 of 2 approvals are on record'),
    ]);
    expect(await signedFor()).toEqual([good.withdrawalId]);
  });

  it.each([
    [
      'reverts with the message of an overloaded RPC',
      () => circuit.anvil.rpc('anvil_setCode', [REFUSING, revertingCode('rate limit exceeded')]),
      'rate limit exceeded',
    ],
    [
      'needs more gas than a payment may use',
      () => circuit.anvil.rpc('anvil_setCode', [REFUSING, TAKES_MUCH_GAS]),
      'takes too much gas',
    ],
    [
      'makes the RPCs fail',
      () =>
        circuit.proxies[0]?.use({
          methods: ['eth_estimateGas'],
          behaviour: {
            kind: 'rewrite',
            rewrite: (reply, { params: [call] }) =>
              (call as { to: string }).to === REFUSING
                ? { error: { code: -32_603, message: 'internal error' } }
                : reply,
          },
        }),
      'no RPC says what gas the transfer takes',
    ],
  ])('is sent without a withdrawal whose recipient %s', async (_what, refuse, words) => {
    circuit = await startPayoutCircuit({ proxies: 1 });
    const { eth: asset } = circuit;
    const invoice = await circuit.invoice({ asset, decimals: 18, amountAtomic: 10n ** 16n });
    await circuit.pay(invoice);
    await circuit.mineAndRead(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances(asset)).available > 0n);
    await refuse();
    const request = await circuit.withdrawal(10n ** 15n, { asset, address: REFUSING });
    const refused = await circuit.decide(request, 'approve');
    const withdrawals = await approve(2);
    await circuit.signer.sendWithdrawal(withdrawals[0]);
    expect(await statesOf(withdrawals)).toEqual(['broadcast', 'broadcast']);
    await expectAllPaid(withdrawals);
    await circuit.signer.sendWithdrawal(refused);
    expect(await statesOf([refused])).toEqual([expect.stringMatching(`^approved: .*${words}`)]);
  });

  it('contains no more than the daily cap of the signer, whoever asks at the same moment', async () => {
    circuit = await startPayoutCircuit({
      limits: new Map([['local/USDC', { perTransactionAtomic: null, perDayAtomic: 2n * AMOUNT }]]),
    });
    const withdrawals = await approve(4);
    await Promise.all(withdrawals.map((withdrawal) => circuit.signer.sendWithdrawal(withdrawal)));
    expect(await signedFor()).toHaveLength(2);
    // The first two to ask are signed.
    expect((await statesOf(withdrawals)).toSorted().toReversed()).toEqual([
      'broadcast',
      'broadcast',
      expect.stringContaining('has signed 2.000000 USDC'),
      expect.stringContaining('has signed 2.000000 USDC'),
    ]);
  });

  it('contains no more than the wallet can pay for', async () => {
    circuit = await startPayoutCircuit({ funded: false });
    const { anvil, usdc, hotWalletAddress: to } = circuit;
    const amountAtomic = 3n * AMOUNT - 1n;
    await mintTestToken({ rpcUrl: anvil.url, tokenAddress: usdc.address ?? '', to, amountAtomic });
    await sendUnlocked({ rpcUrl: anvil.url, to, valueAtomic: 10n ** 18n });
    const withdrawals = await approve(3);
    await circuit.signer.sendWithdrawal(withdrawals[0]);
    expect(await statesOf(withdrawals)).toEqual(['broadcast', 'broadcast', 'approved']);
    await circuit.signer.sendWithdrawal(withdrawals[2] as Withdrawal);
    expect(await statesOf(withdrawals)).toEqual([
      'broadcast',
      'broadcast',
      expect.stringContaining('the hot wallet has 0.999999 USDC'),
    ]);
  });

  it('is sent as it was signed when the connection is cut during the sending', async () => {
    circuit = await startPayoutCircuit({ proxies: 1 });
    const withdrawals = await approve(4);
    let sends = 0;
    circuit.proxies[0]?.use({
      methods: ['eth_sendRawTransaction'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply) => {
          sends += 1;
          // From the second on, the answer is useless: neither the hash nor a refusal.
          return sends === 1 ? reply : { result: '0x' };
        },
      },
    });
    const { signer } = circuit;
    // The node has them now, but no answer says so. A follower would see them in their block.
    await circuit.whileNobodyFollows(async () => {
      await expect(signer.sendWithdrawal(withdrawals[1] as Withdrawal)).rejects.toThrow('usable answer');
      expect(await statesOf(withdrawals)).toEqual(withdrawals.map(() => 'approved'));
      await expect(signer.sendWithdrawal(withdrawals[0])).rejects.toThrow('gave a usable answer');
    });
    const signed = await circuit.signedRows();
    expect(signed).toHaveLength(4);
    circuit.proxies[0]?.clear();
    await Promise.all(withdrawals.map((withdrawal) => circuit.signer.sendWithdrawal(withdrawal)));
    expect((await circuit.signedRows()).map((row) => row.tx_hash)).toEqual(signed.map((row) => row.tx_hash));
    await expectAllPaid(withdrawals);
  });

  it('asks a key service that gives no signature only once, and not for each withdrawal', async () => {
    const key = hotWalletOf(CIRCUIT_MNEMONIC);
    let asked = 0;
    let isAway = true;
    const hotWallet: TransactionSigner = {
      address: key.address,
      signTransaction: async (transaction) => {
        asked += 1;
        if (isAway && asked > 1) throw new SigningError('no_signature', 'the keeper of the key is away');
        return key.signTransaction(transaction);
      },
    };
    circuit = await startPayoutCircuit({ hotWallet });
    const withdrawals = await approve(4);
    await circuit.signer.sendWithdrawal(withdrawals[0]);
    expect(asked).toBe(2);
    expect(await statesOf(withdrawals)).toEqual(['broadcast', 'approved', 'approved', 'approved']);
    isAway = false;
    await circuit.signer.sendWithdrawal(withdrawals[3] as Withdrawal);
    await expectAllPaid(withdrawals);
  });
});
