import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { createKeystore } from '../../../src/chain/keys/keystore.js';
import { openHotWallet } from '../../../src/chain/keys/open-hot-wallet.js';
import { loadConfig } from '../../../src/config.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { writeLonelyChainsFile } from '../../helpers/chain/chains-file.js';
import { startKmsServer, type KmsServer } from '../../helpers/chain/kms-server.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const STUCK_MS = 130_000;
let circuit: PayoutCircuit;
let kms: KmsServer | undefined;

afterEach(async () => {
  await circuit.finish();
  for (const name of Object.keys(kms?.env ?? {})) Reflect.deleteProperty(process.env, name);
  await kms?.stop();
  kms = undefined;
});

/** Opens the hot wallet from the environment, as the worker does. */
async function walletOf(env: Readonly<Record<string, string>>): Promise<TransactionSigner> {
  const { signer } = loadConfig(
    {
      DATABASE_URL: 'postgres://h/d',
      TEMPORAL_ADDRESS: 'h:1',
      CHAINS_FILE: writeLonelyChainsFile(),
      WORKER_ROLES: 'signer',
      LOCAL_MODE: 'true',
      ...env,
    },
    { for: 'worker' },
  );
  if (signer === null) throw new Error('this worker signs');
  return openHotWallet(signer.hotWallet);
}

async function walletInKms(): Promise<TransactionSigner> {
  kms = await startKmsServer();
  Object.assign(process.env, kms.env);
  return walletOf({ SIGNER_KMS_KEY_ID: 'alias/hot-wallet' });
}

async function expectPaid(hotWallet: TransactionSigner): Promise<void> {
  circuit = await startPayoutCircuit({ hotWallet });
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.drainUntilIn(withdrawal, 'broadcast');
  await circuit.mineAndRead(3);
  await circuit.drainUntilIn(withdrawal, 'completed');
  expect(await circuit.received()).toBe(AMOUNT);
  expect((await circuit.transactionOf(withdrawal)).fromAddress).toBe(hotWallet.address);
  await circuit.untilBooksBalance();
}

describe('a withdrawal is paid', () => {
  it('by a hot wallet whose key is in a keystore', async () => {
    const password = 'correct horse battery';
    const { text, address } = await createKeystore({ password });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'hot-wallet.json');
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    const wallet = await walletOf({ SIGNER_KEYSTORE_FILE: file, SIGNER_KEYSTORE_PASSWORD: password });
    expect(wallet.address).toBe(address);
    await expectPaid(wallet);
  });

  it('by a hot wallet whose key is in AWS KMS', async () => {
    await expectPaid(await walletInKms());
    expect(kms?.requests.map(({ target }) => target)).toEqual([
      'TrentService.GetPublicKey',
      'TrentService.Sign',
    ]);
  });
});

describe('while AWS KMS', () => {
  it.each([
    ['denies it', 'deny', 'AWS KMS gave no signature: AccessDeniedException'],
    ['signs with another key', 'other-key', 'a signature that is not from its key'],
  ] as const)(
    '%s, a withdrawal takes no nonce and says why, and is paid later',
    async (_what, fault, words) => {
      circuit = await startPayoutCircuit({ hotWallet: await walletInKms() });
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
      kms?.faults.push(fault);
      await circuit.signer.sendWithdrawal(withdrawal);
      expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
        status: 'approved',
        waitingReason: expect.stringContaining(words),
      });
      expect(await circuit.signedRows()).toEqual([]);
      await circuit.passTime(20_000);
      await circuit.drainUntilIn(withdrawal, 'broadcast');
      expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0]);
      await circuit.mineAndRead(3);
      await circuit.drainUntilIn(withdrawal, 'completed');
      expect(await circuit.received()).toBe(AMOUNT);
    },
  );
});

describe('a hot wallet with a key of AWS KMS', () => {
  it('is asked for no signature of a withdrawal that was altered after its approval, or is above the limits', async () => {
    const hotWallet = await walletInKms();
    const limits = new Map([['local/USDC', { perTransactionAtomic: AMOUNT, perDayAtomic: null }]]);
    circuit = await startPayoutCircuit({ hotWallet, limits });
    const altered = await circuit.approvedWithdrawal(AMOUNT);
    const tooMuch = await circuit.approvedWithdrawal(AMOUNT + 1n);
    await circuit.database
      .db('withdrawals')
      .where({ withdrawal_id: altered.withdrawalId })
      .update({ address: `0x${'66'.repeat(20)}` });
    await circuit.signer.sendWithdrawal(altered);
    await circuit.signer.sendWithdrawal(tooMuch);
    expect((await circuit.reloadWithdrawal(altered)).waitingReason).toContain('an operator has looked');
    expect((await circuit.reloadWithdrawal(tooMuch)).waitingReason).toContain('the signer pays at most');
    expect(kms?.requests.map(({ target }) => target)).toEqual(['TrentService.GetPublicKey']);
  });
});

describe('a withdrawal that another hot wallet signed', () => {
  it('is sent as it was signed, and is not signed again by the present wallet', async () => {
    circuit = await startPayoutCircuit();
    const { anvil, chain, client, database } = circuit;
    await anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const { txHash } = await circuit.transactionOf(withdrawal);
    // The base fee is too high for it, so it is not mined before it counts as stuck.
    await setBaseFee(anvil, 50n * 10n ** 9n);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    const now = createSignerActivities({
      db: database.db,
      chains: new Map([[chain.chainCode, chain]]),
      chainClient: () => client,
      now: Date.now,
      log: pino({ level: 'silent' }),
      limits: null,
      approvers: null,
      hotWallet: await walletInKms(),
    });
    await now.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain(
      `its transaction was signed by ${circuit.hotWalletAddress}, and the hot wallet is `,
    );
    expect((await circuit.signedRows()).map((row) => row.tx_hash)).toEqual([txHash]);
    await setBaseFee(anvil, 10n ** 9n);
    await circuit.mineAndRead(1);
    await now.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(4);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
  });
});
