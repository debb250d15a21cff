import { backUpState } from './chain-state.js';
import { callRpc, callRpcBatch } from './json-rpc.js';
import { pauseUnless } from './processes.js';

const TICK_MS = 1_000;
/** A block with transactions gets this many blocks on top, one each second. So it is confirmed and then finalized. */
const BURIAL_DEPTH_BLOCKS = 12;
/** Blocks are rare while nothing waits for them. Each block makes the state larger, and the state is written every second. */
const IDLE_BLOCK_INTERVAL_MS = 30_000;

export interface Miner {
  /** Stops mining. Resolves when no block will be mined any more. */
  stop(): Promise<void>;
}

/**
 * Keeps the local chain growing. The chain itself mines each transaction at once. The miner adds the empty blocks on top
 * that confirm it. If the chain does not answer, the miner waits. It also keeps a complete copy of the chain's state.
 */
export function startMiner({ rpcUrl, stateFile }: { rpcUrl: string; stateFile: string }): Miner {
  const stopping = new AbortController();
  const done = mineUntil({ rpcUrl, stateFile, signal: stopping.signal });
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function mineUntil(options: { rpcUrl: string; stateFile: string; signal: AbortSignal }): Promise<void> {
  const { rpcUrl, stateFile, signal } = options;
  let headBefore = -1;
  let headBackedUp = -1;
  do {
    try {
      const head = await tick(rpcUrl);
      // The state as of the previous tick has been written by now.
      if (headBefore > headBackedUp && backUpState(stateFile)) headBackedUp = headBefore;
      if (head < headBefore) headBackedUp = -1;
      headBefore = head;
    } catch {
      // The chain does not answer now. Its watcher reports that.
    }
  } while (await pauseUnless(signal, TICK_MS));
}

/** Mines a block if one is due. Returns the height of the head before that. */
async function tick(rpcUrl: string): Promise<number> {
  const block = (await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as {
    number: string;
    timestamp: string;
  };
  const head = Number(block.number);
  const ageMs = Date.now() - Number(block.timestamp) * 1_000;
  if (ageMs >= IDLE_BLOCK_INTERVAL_MS || (await hasShallowTransaction(rpcUrl, head))) {
    await callRpc(rpcUrl, 'evm_mine', []);
  }
  return head;
}

async function hasShallowTransaction(rpcUrl: string, head: number): Promise<boolean> {
  const lowest = Math.max(0, head - BURIAL_DEPTH_BLOCKS + 1);
  const heights = Array.from({ length: head - lowest + 1 }, (_, index) => lowest + index);
  const counts = await callRpcBatch(
    rpcUrl,
    heights.map((height) => ({
      method: 'eth_getBlockTransactionCountByNumber',
      params: [`0x${height.toString(16)}`],
    })),
  );
  return counts.some((count) => Number(count) > 0);
}
