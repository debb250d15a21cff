import { readMedianTime } from '../../../src/chain/agreement/median-time.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { MAX_CLOCK_SKEW_MS } from '../../../src/domain/chains/finality.js';

/**
 * Finds the last block before an invoice was made (epoch ms), at or below `latest`. When all blocks are younger, it is
 * the chain's first block.
 */
export async function findBlockBefore(
  client: ChainClient,
  { invoicedAtMs, latest }: { readonly invoicedAtMs: number; readonly latest: number },
): Promise<number> {
  const timeMs = invoicedAtMs - MAX_CLOCK_SKEW_MS;
  if ((await readMedianTime(client, latest)) <= timeMs) return latest;
  let [old, young] = [0, latest];
  while (young - old > 1) {
    const middle = Math.floor((old + young) / 2);
    if ((await readMedianTime(client, middle)) <= timeMs) old = middle;
    else young = middle;
  }
  return old;
}
