import type { SweepKeys, TransactionSigner } from '../../../src/chain/keys/types.js';
import pino from 'pino';
import { createSignerActivities } from '../../../activities/signer/signer-activities.js';
import { createWithdrawalActivities } from '../../../activities/withdrawals/withdrawal-activities.js';
import { hotWalletOf, sweepKeysOf } from '../../../src/chain/keys/keys.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { signerLimitKey, type SignerLimits } from '../../../src/domain/wallets/signer-limits.js';
import { depositAddressOf } from '../facts/facts.js';
import type { Life } from './life.js';

/** Order to a paying worker: to pay a withdrawal, or to sweep a chain until nothing is under way. */
export interface PayingOrder {
  readonly databaseUrl: string;
  readonly chain: Chain;
  readonly mnemonic: string;
  readonly work: { readonly kind: 'withdrawal'; readonly withdrawalId: string } | { readonly kind: 'sweep' };
  /** Number of waits, for the database and for RPCs, that the worker survives. Null: it never dies. */
  readonly killAfter: number | null;
}

interface Keys {
  readonly hotWallet: TransactionSigner;
  readonly sweepKeys: SweepKeys;
}
const derived = new Map<string, Keys>();

/** Derives the keys once: that takes as long as the rest of a worker's life. */
function keysOf(mnemonic: string): Keys {
  const keys = derived.get(mnemonic) ?? {
    hotWallet: hotWalletOf(mnemonic),
    sweepKeys: sweepKeysOf(mnemonic),
  };
  derived.set(mnemonic, keys);
  return keys;
}

/** Limits above anything that these works move. The worker still reads and counts them, so it may also die at that. */
function generousLimits({ assets }: Chain): SignerLimits {
  const limit = { perTransactionAtomic: 10n ** 30n, perDayAtomic: 10n ** 30n };
  return new Map(assets.map((asset) => [signerLimitKey(asset), limit]));
}

/**
 * Pays a withdrawal, or sweeps, with the product's own activities, in one life.
 *
 * @param untilMoved resolves when the chain has moved.
 * @returns the number of waits.
 */
export async function doPayingWork(
  { databaseUrl, chain, mnemonic, work }: PayingOrder,
  life: Life,
  untilMoved: () => Promise<void>,
): Promise<number> {
  const db = life.openDatabase(databaseUrl);
  const client = createChainClient(chain, { timeoutMs: 30_000 });
  const mortal = life.clientOf(client);
  // Its idle connections would keep the test's process from ending.
  void life.died.then(() => client.close());
  const deps = {
    db,
    chains: new Map([[chain.chainCode, chain]]),
    chainClient: () => mortal,
    depositAddress: depositAddressOf,
    refusedAfterMs: 86_400_000,
    now: Date.now,
    log: pino({ level: 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
  };
  const withdrawals = createWithdrawalActivities(deps);
  const signer = createSignerActivities({
    ...deps,
    ...keysOf(mnemonic),
    limits: generousLimits(chain),
    approvers: null,
  });
  // The first wait. A death here happens before any work.
  await life.waitFor(() => Promise.resolve());
  if (work.kind === 'sweep') {
    while ((await signer.sweepChain({ chainCode: chain.chainCode })).open > 0) await untilMoved();
  } else {
    const { withdrawalId } = work;
    for (;;) {
      const { next } = await withdrawals.advanceWithdrawal({ withdrawalId });
      if (next === 'closed') break;
      if (next === 'send') await signer.sendWithdrawal({ withdrawalId });
      if (next === 'wait') await untilMoved();
    }
  }
  const { waits } = life;
  await Promise.all([client.close(), db.destroy()]);
  return waits;
}
