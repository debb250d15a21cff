import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { requireOwnBytes } from '../../../activities/signer/wallet/policy/require-own-bytes.js';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { sweeperCode } from '../../../src/chain/contracts/deposit-sweeper.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import { signerLimitKey } from '../../../src/domain/wallets/signer-limits.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { ANVIL_CHAIN_ID } from '../../helpers/chain/anvil.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { asThief } from '../../helpers/circuits/as-thief.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const AN_HOUR_MS = 3_600_000;
const CAP = 1_000_000n;
const FINAL = 20;
const THIEF = `0x${'66'.repeat(20)}`;
const thiefsKey = walletOfPrivateKey(`0x${'77'.repeat(32)}`);
const ourKey = walletOfPrivateKey(`0x${'78'.repeat(32)}`);
const limits = new Map([
  [
    signerLimitKey({ chainCode: 'local', tokenSymbol: 'USDC' }),
    { perTransactionAtomic: CAP, perDayAtomic: CAP },
  ],
]);

describe('a transaction inserted into the database as if we had signed it', () => {
  let circuit: PayoutCircuit;
  let errors: string[];
  afterEach(() => circuit.finish());

  const start = async (): Promise<void> => {
    errors = [];
    const write = (line: string): void => void errors.push(line);
    circuit = await startPayoutCircuit({ limits, log: pino({ level: 'error' }, { write }) });
  };

  /** Writes a row that counts as stuck: it sends the thief all the money of the hot wallet. */
  async function forge(fields: object, maxFeePerGasWei = 3n * GWEI): Promise<void> {
    const call = transferCall({ asset: circuit.usdc, to: THIEF, amountAtomic: 1_000_000_000n });
    const { raw, hash } = await thiefsKey.signTransaction({
      chainId: ANVIL_CHAIN_ID,
      nonce: 0,
      ...call,
      gasLimit: 100_000n,
      maxFeePerGasWei,
      maxPriorityFeePerGasWei: 1n,
    });
    const anHourAgo = new Date(Date.now() - AN_HOUR_MS);
    await circuit.database.db('sent_transactions').insert({
      chain_code: 'local',
      tx_hash: hash,
      from_address: circuit.hotWalletAddress,
      nonce: 0,
      raw_transaction: raw,
      max_fee_per_gas_wei: maxFeePerGasWei.toString(),
      max_cost_wei: '1',
      signed_at: anHourAgo,
      first_sent_at: anHourAgo,
      last_sent_at: anHourAgo,
      token_symbol: 'USDC',
      ...fields,
    });
    await circuit.mineAndRead(1);
  }

  async function forgeColdTransfer(fields: object = {}, maxFeePerGasWei?: bigint): Promise<void> {
    const [row] = await circuit.database
      .db('movements')
      .insert({ chain_code: 'local', kind: 'cold', from_address: circuit.hotWalletAddress })
      .returning<{ movement_id: number }[]>('movement_id');
    const paying = { purpose: 'cold', amount_atomic: '1', to_address: THIEF };
    await forge({ movement_id: row?.movement_id, ...paying, ...fields }, maxFeePerGasWei);
  }

  async function expectNothingSigned(): Promise<void> {
    await circuit.mineAndRead(1);
    expect(await circuit.signedRows()).toHaveLength(1);
    expect(await circuit.received(THIEF)).toBe(0n);
  }

  it('for an approved withdrawal is not signed for higher fees, and an operator is told', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(CAP);
    const { withdrawalId, address } = withdrawal;
    await forge({
      withdrawal_id: withdrawalId,
      purpose: 'payment',
      amount_atomic: CAP.toString(),
      to_address: address,
    });
    await circuit.signer.sendWithdrawal(withdrawal);
    await expectNothingSigned();
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toMatch(
      /its row has .* whose bytes the key of 0x[0-9a-f]{40} has not signed: somebody has altered the database/,
    );
    expect(errors.join()).toContain('"code":"malformed"');
  });

  it('for a transfer to the cold address is not signed for higher fees, and an operator is told', async () => {
    await start();
    await forgeColdTransfer();
    const { notes } = await circuit.signer.sweepChain({ chainCode: 'local' });
    await circuit.signer.sweepChain({ chainCode: 'local' });
    await expectNothingSigned();
    expect(notes.join()).toContain('somebody has altered the database');
    expect(errors).toEqual([expect.stringContaining('somebody has altered the database')]);
  });

  it.each(['0x02c0', 'no bytes'])(
    'with unreadable bytes (%j) is reported, and stops only the withdrawal or sweep that it claims to belong to',
    async (raw_transaction) => {
      await start();
      const [forged, other] = [
        await circuit.approvedWithdrawal(1n),
        await circuit.approvedWithdrawal(CAP - 1n),
      ];
      const unsent = { raw_transaction, first_sent_at: null, last_sent_at: null };
      await forge({
        withdrawal_id: forged.withdrawalId,
        purpose: 'payment',
        amount_atomic: '1',
        to_address: forged.address,
        nonce: 40,
        ...unsent,
      });
      const [{ tx_hash: txHash } = { tx_hash: '' }] = await circuit.signedRows();
      await Promise.all([forged, other].map((one) => circuit.signer.sendWithdrawal(one)));
      const why = `its row has a transaction (${txHash}) whose bytes are no signed transaction`;
      expect((await circuit.reloadWithdrawal(forged)).waitingReason).toContain(why);
      await circuit.mineAndRead(3);
      await circuit.drainUntilIn(other, 'completed');
      expect(await circuit.received()).toBe(CAP - 1n);
      await forgeColdTransfer({ nonce: 41, ...unsent, tx_hash: `0x${'41'.repeat(32)}` });
      const { notes } = await circuit.signer.sweepChain({ chainCode: 'local' });
      expect(notes.join()).toContain(why.replace(txHash, `0x${'41'.repeat(32)}`));
    },
  );

  it('with a negative amount is not stored, so it frees nothing under the daily cap', async () => {
    await start();
    const paid = await circuit.approvedWithdrawal(CAP);
    await circuit.signer.sendWithdrawal(paid);
    const forging = forge({
      withdrawal_id: paid.withdrawalId,
      purpose: 'payment',
      to_address: paid.address,
      amount_atomic: (-10n * CAP).toString(),
      nonce: 40,
      foreign_hash: `0x${'22'.repeat(32)}`,
    });
    await expect(forging).rejects.toMatchObject({ constraint: 'sent_transactions_amount' });
    const beyond = await circuit.approvedWithdrawal(CAP, THIEF);
    await circuit.signer.sendWithdrawal(beyond);
    expect((await circuit.reloadWithdrawal(beyond)).waitingReason).toContain('in 24 hours and has signed');
    expect(await circuit.signedRows()).toHaveLength(1);
    expect(await circuit.received(THIEF)).toBe(0n);
  });

  it("from a thief's wallet is not signed by the wallet that it claims to belong to", async () => {
    await start();
    await ensureWallet(circuit.database.db, { chainCode: 'local', address: thiefsKey.address });
    await sendUnlocked({ rpcUrl: circuit.anvil.url, to: thiefsKey.address, valueAtomic: 10n ** 18n });
    // The fee is below any base fee, so the thief's nonce stays free for a replacement.
    await forgeColdTransfer({ from_address: thiefsKey.address }, 1n);
    await circuit.signer.sweepChain({ chainCode: 'local' });
    await expectNothingSigned();
  });
});

describe('a contract inserted into the database as if we had deployed it', () => {
  let circuit: SweepCircuit;
  let errors: string[];
  afterEach(() => circuit.close());

  const ours = (self: string): Parameters<typeof sweeperCode>[0] => ({
    destination: circuit.hotWalletAddress,
    operator: circuit.sweepWalletAddress,
    self,
  });
  /** Starts with two addresses to sweep, and our contract deployed. @returns its address. */
  async function start(proxies: number): Promise<string> {
    errors = [];
    const write = (line: string): void => void errors.push(line);
    circuit = await startSweepCircuit({ proxies, log: pino({ level: 'error' }, { write }) });
    await circuit.gasMoney();
    await circuit.earn(2);
    await circuit.sweep();
    await circuit.mineAndRead(FINAL);
    await circuit.signer.sweepChain({ chainCode: circuit.chain.chainCode, plans: false });
    const deployed = await circuit.database
      .db('movements')
      .where({ kind: 'deploy', outcome: 'done' })
      .first<{ contract_address: string } | undefined>('contract_address');
    return deployed?.contract_address ?? 'none';
  }
  /** Makes the RPC that is asked first answer that the code there is ours. */
  function lieAbout(address: string): void {
    const rewrite: Rewrite = (reply, { params }) =>
      params[0] === address ? { result: sweeperCode(ours(address)) } : reply;
    circuit.proxies[0]?.use({ methods: ['eth_getCode'], behaviour: { kind: 'rewrite', rewrite } });
  }
  /** @param told the errors that are expected in the log. */
  async function expectRunByNobody(told: readonly unknown[]): Promise<void> {
    await circuit.sweep();
    // Once a node has seen an authorization, anybody can send it.
    const shown = circuit.proxies.flatMap(({ calls }) => calls).map(({ params }) => JSON.stringify(params));
    expect(shown.filter((params) => params.includes('authorizationList'))).toEqual([]);
    expect(errors).toEqual(told);
    await circuit.sweepUntilDone();
    const purposes = (await circuit.transactions()).map(({ purpose }) => purpose);
    expect(purposes.toSorted()).toEqual(['deploy', 'fund', 'fund', 'sweep', 'sweep']);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(200_000_000n);
  }

  it.each([
    ['its code names another operator', { operator: THIEF }, false],
    ['its code names another contract that may empty addresses', { self: thiefsKey.address }, false],
    [
      'its code names another operator, and only the RPC that is asked first says that the code is ours',
      { operator: THIEF },
      true,
    ],
  ])('is run by no deposit address: %s', async (_, fixed, liar) => {
    const address = await start(liar ? 2 : 1);
    await circuit.anvil.rpc('anvil_setCode', [address, sweeperCode({ ...ours(address), ...fixed })]);
    if (liar) lieAbout(address);
    await expectRunByNobody([expect.stringContaining('does not have the code that is deployed from here')]);
  });

  it('is run by no deposit address: another account created it, and the only RPC says that its code is ours', async () => {
    await start(1);
    await circuit.anvil.rpc('anvil_setCode', [THIEF, sweeperCode({ ...ours(THIEF), operator: THIEF })]);
    lieAbout(THIEF);
    await asThief(circuit.database.db, `UPDATE movements SET contract_address = ? WHERE kind = 'deploy'`, [
      THIEF,
    ]);
    await expectRunByNobody([expect.stringContaining('was not created by')]);
  });

  it('is run by no deposit address: one RPC says that its code is ours, and the others are silent', async () => {
    const address = await start(2);
    await circuit.anvil.rpc('anvil_setCode', [address, sweeperCode({ ...ours(address), operator: THIEF })]);
    lieAbout(address);
    circuit.proxies[1]?.use({ methods: ['eth_getCode'], behaviour: { kind: 'cut' } });
    await expectRunByNobody([]);
  });
});

describe('bytes that need a new signature', () => {
  const signer = { chainId: ANVIL_CHAIN_ID, chainCode: 'local', address: ourKey.address };

  async function attempt(signed: { chainId?: number; nonce?: number } = {}): Promise<SentTransaction> {
    const { raw, hash } = await ourKey.signTransaction({
      chainId: ANVIL_CHAIN_ID,
      nonce: 7,
      to: THIEF,
      valueAtomic: 1n,
      data: '0x',
      gasLimit: 21_000n,
      maxFeePerGasWei: GWEI,
      maxPriorityFeePerGasWei: GWEI,
      ...signed,
    });
    const row: Partial<SentTransaction> = {
      txHash: hash,
      chainCode: 'local',
      fromAddress: ourKey.address,
      nonce: 7,
      rawTransaction: raw,
    };
    return row as SentTransaction;
  }

  it('are accepted when our key signed them for this nonce of this chain', async () => {
    await requireOwnBytes([await attempt(), await attempt()], signer);
  });

  it.each<[string, () => Promise<SentTransaction>]>([
    ['whose bytes are for chain 1', () => attempt({ chainId: 1 })],
    ['that is on record for other, not local', async () => ({ ...(await attempt()), chainCode: 'other' })],
    ['whose bytes are for nonce 8', () => attempt({ nonce: 8 })],
    ['whose bytes have another hash', async () => ({ ...(await attempt()), txHash: `0x${'11'.repeat(32)}` })],
    [
      'whose bytes are no signed transaction',
      async () => ({ ...(await attempt()), rawTransaction: '0x02c0' }),
    ],
    [
      `whose bytes the key of ${ourKey.address} has not signed`,
      async () => ({ ...(await attempt()), fromAddress: thiefsKey.address }),
    ],
  ])('are refused among others that are ours: %s', async (why, wrong) => {
    await expect(requireOwnBytes([await attempt(), await wrong()], signer)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(why),
    });
  });
});
