import type { Database } from '../../../src/db/core/database.js';
import type { KeptChain } from './circuit-chain.js';

/** A circuit of one chain as it was when it was kept. */
export interface KeptCircuit {
  /** The name of its database, which is a template by now. */
  readonly template: string;
  readonly merchantId: string;
  readonly chain: KeptChain;
  /** The URLs of its RPCs. In the new circuit, those of the new chain take their place. */
  readonly rpcUrls: readonly string[];
}

/** Replaces the URLs of RPCs in the database. For each block, it names the RPC that the block was read from. */
export async function replaceRpcs(
  db: Database,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  for (const [index, url] of before.entries()) {
    const instead = new URL(after[index] ?? '').origin;
    const { origin } = new URL(url);
    await db('chain_cursors').where({ read_from: origin }).update({ read_from: instead });
    await db('block_readings').where({ rpc: origin }).update({ rpc: instead });
  }
  await db('chain_reports').delete();
}
