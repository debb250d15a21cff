import { afterEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { listAssetFreezes } from '../../../src/db/withdrawals/asset-freezes.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { steal } from '../../helpers/circuits/steal.js';

const AMOUNT = 1_000_000n;
/** The selector of `transferFrom(address,address,uint256)` (EIP-20). */
const TRANSFER_FROM = '0x23b872dd';
/** Pino's level of `fatal`, above `error`. */
const FATAL = 60;
let circuit: PayoutCircuit;
let told: { level: number; txHashes?: string[] }[];

afterEach(() => circuit.finish());

async function start(): Promise<void> {
  told = [];
  const write = (line: string): void => {
    told.push(JSON.parse(line) as (typeof told)[number]);
  };
  circuit = await startPayoutCircuit({
    goesBySteps: true,
    freezesStay: true,
    log: pino({ level: 'error' }, { write }),
  });
}
const frozen = async (): Promise<string[]> =>
  (await listAssetFreezes(circuit.database.db)).map(({ asset }) => asset.tokenSymbol).toSorted();

describe('somebody else who has the key of the hot wallet', () => {
  it('freezes all assets of the chain by the first transfer, which is logged as fatal, and nothing is signed after it', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    expect(await frozen()).toEqual([]);
    await steal(circuit, 5_000_000n);
    await circuit.mineAndRead(1);
    expect(await frozen()).toEqual(circuit.chain.assets.map(({ tokenSymbol }) => tokenSymbol).toSorted());
    expect(told).toMatchObject([{ level: FATAL, chainCode: 'local', txHashes: [expect.any(String)] }]);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toEqual([]);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('is not on record here');
  });

  it('freezes them also by paying an invoice of their own with our coins', async () => {
    await start();
    const invoice = await circuit.invoice();
    await steal(circuit, invoice.amountAtomic, invoice.depositAddress);
    await circuit.mineAndRead(1);
    expect(await frozen()).not.toEqual([]);
  });
});

it('our own payments freeze nothing, nor do zero transfers, which anybody can make in our name', async () => {
  await start();
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
  const [from = ''] = circuit.anvil.accounts;
  const words = [circuit.hotWalletAddress.slice(2), from.slice(2), '0'].map((word) => word.padStart(64, '0'));
  const call = { from, to: circuit.usdc.address, data: `${TRANSFER_FROM}${words.join('')}` };
  await circuit.anvil.rpc('eth_sendTransaction', [call]);
  await circuit.mineAndRead(3);
  await circuit.drainUntilIn(withdrawal, 'completed');
  expect(await frozen()).toEqual([]);
  expect(told).toEqual([]);
});
