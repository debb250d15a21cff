import { setTimeout as delay } from 'node:timers/promises';
import { readHead } from '../chain/blocks/read-blocks.js';
import { createChainClient } from '../chain/rpc/chain-client.js';
import type { ChainClient } from '../chain/rpc/types.js';
import type { Asset, Chain } from '../domain/core/asset.js';
import { openCustomersWallet } from './wallet.js';

const BLOCK_PAUSE_MS = 500;

/** The payment that the customer makes. The amount is in base units. Addresses are hex in upper or lower case. */
export interface CustomersPayment {
  readonly chain: Chain;
  readonly asset: Asset;
  readonly to: string;
  readonly amountAtomic: bigint;
  /** One of the chain's unlocked accounts. Null: the tour's customer. */
  readonly from: string | null;
  /** The time of the payment's block has to be later than this (epoch ms). Null: it is paid now. */
  readonly afterMs: number | null;
}

/**
 * Plays a customer on the local chain: mints the test token if the wallet has too little, and sends the payment. If
 * `afterMs` is still to come, it waits. It does not move the clock of the chain, because all other invoices depend on it.
 *
 * @returns the transaction and its sender, in lower case.
 * @throws Error when the chain does not sign for the account. Only a development chain has unlocked accounts.
 */
export async function playCustomer(
  payment: CustomersPayment,
): Promise<{ readonly txHash: string; readonly from: string }> {
  const { chain, asset, to, amountAtomic, from, afterMs } = payment;
  const client = createChainClient(chain);
  try {
    const wallet = await openCustomersWallet(client, from);
    if (asset.address !== null) await wallet.mintIfShort({ token: asset, neededAtomic: amountAtomic });
    if (afterMs !== null) await passTime(client, afterMs);
    const { txHash } = await wallet.pay({ asset, to, amountAtomic });
    return { txHash, from: wallet.address };
  } finally {
    await client.close();
  }
}

/** Waits until the newest block is later than that. It mines blocks, because the local chain makes few while it is idle. */
async function passTime(client: ChainClient, afterMs: number): Promise<void> {
  for (;;) {
    if (Date.now() > afterMs) {
      if ((await readHead(client)).timestampMs > afterMs) return;
      await client.request('evm_mine', [], () => null);
    }
    await delay(Math.min(Math.max(afterMs - Date.now(), BLOCK_PAUSE_MS), 60_000));
  }
}
