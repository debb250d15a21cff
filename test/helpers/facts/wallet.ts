import type { Queryable } from '../../../src/db/core/database.js';

/** The hot wallet of tests that make up its transactions. */
export const WALLET = `0x${'01'.repeat(20)}`;

/** Inserts the hot wallet of the test chain, because a transaction's row names the wallet that signed it. */
export async function insertWallet(q: Queryable): Promise<void> {
  await q('wallets')
    .insert({ chain_code: 'local', address: WALLET, role: 'hot', next_nonce: 1 })
    .onConflict()
    .ignore();
}
