import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { afterEach, expect, it, jest } from '@jest/globals';
import { hotWalletOf } from '../../../src/chain/keys/keys.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 1_000_000n;
const COUNT = 5;
const SIGNATURE_MS = 8_000;
let circuit: PayoutCircuit;
afterEach(async () => {
  jest.restoreAllMocks();
  await circuit.finish();
});

it.each([
  ['one asks', 1],
  ['all ask at the same moment', COUNT],
])(
  'signatures of a slow key service are stored before it is asked for more, and all are paid when %s',
  async (_, asking) => {
    const key = hotWalletOf(CIRCUIT_MNEMONIC);
    const monotonicMs = performance.now.bind(performance);
    let aheadMs = 0;
    const storedBefore: number[] = [];
    const hotWallet: TransactionSigner = {
      address: key.address,
      signTransaction: async (transaction) => {
        storedBefore.push((await circuit.signedRows()).length);
        aheadMs += SIGNATURE_MS;
        return key.signTransaction(transaction);
      },
    };
    circuit = await startPayoutCircuit({ hotWallet });
    const withdrawals: Withdrawal[] = [];
    for (let index = 0; index < COUNT; index += 1)
      withdrawals.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xaaa_0000 + index)));
    jest.spyOn(performance, 'now').mockImplementation(() => monotonicMs() + aheadMs);
    await Promise.all(withdrawals.slice(0, asking).map((each) => circuit.signer.sendWithdrawal(each)));
    expect(storedBefore).toEqual([0, 0, 2, 2, 4]);
    await circuit.mineAndRead(3);
    for (const withdrawal of withdrawals) await circuit.drainUntilIn(withdrawal, 'completed');
    const paid = await Promise.all(withdrawals.map(({ address }) => circuit.received(address)));
    expect(paid).toEqual(withdrawals.map(() => AMOUNT));
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual(
      withdrawals.map((_, nonce) => nonce),
    );
  },
);
