import { startAnvil, type Anvil, type AnvilOptions } from '../chain/anvil.js';
import { keepBlocks } from '../chain/keep-blocks.js';
import { afterFile } from '../services/after-file.js';

/** Methods whose effects go back with the blocks, or are put back here. After any other one a node is not used again. */
const UNDONE: readonly string[] = [
  ...['anvil_mine', 'evm_mine', 'anvil_reorg', 'anvil_rollback', 'evm_snapshot', 'evm_revert'],
  ...['anvil_setBalance', 'anvil_setCode', 'anvil_setStorageAt', 'anvil_dropTransaction'],
  ...['anvil_dropAllTransactions', 'anvil_removePoolTransactions', 'anvil_dumpState', 'anvil_getAutomine'],
  ...['evm_setAutomine', 'evm_increaseTime', 'evm_setTime', 'anvil_setNextBlockBaseFeePerGas'],
];
/** These change nothing, or make a transaction that goes back with its block. */
const OF_ALL_NODES = /^(eth|net|txpool|trace)_/;

/** A node with the first blocks of a circuit. */
export interface ReadyNode {
  readonly anvil: Anvil;
  /** The contracts of its tokens, by symbol. */
  readonly tokens: Readonly<Record<string, string>>;
}

interface Spare extends ReadyNode {
  readonly key: string;
  readonly head: Block;
  readonly restoreBlocks: () => Promise<void>;
  /** Something was done to it that can't be undone. */
  isSpoilt: boolean;
}

interface Block {
  readonly number: string;
  readonly hash: string;
}

const spares: Spare[] = [];
let isOver = false;

// Nodes that are given back later than this are not kept.
afterFile(async () => {
  isOver = true;
  for (const { anvil } of spares.splice(0)) await anvil.stop();
});

/**
 * Starts a node and prepares its first blocks. If an earlier test of the file has stopped such a node, it goes back to
 * these blocks instead, which takes a tenth of the time. So `stop` of the returned node leaves it running.
 */
export async function takeNode(
  options: AnvilOptions,
  first: { readonly name: string; readonly prepare: (anvil: Anvil) => Promise<ReadyNode['tokens']> },
): Promise<ReadyNode> {
  const key = JSON.stringify([options, first.name]);
  const spare = (await takeSpare(key)) ?? (await start(key, options, first.prepare));
  return { anvil: watched(spare), tokens: spare.tokens };
}

async function takeSpare(key: string): Promise<Spare | undefined> {
  for (;;) {
    const index = spares.findIndex((spare) => spare.key === key);
    const [spare] = index === -1 ? [] : spares.splice(index, 1);
    if (spare === undefined || (await goBack(spare))) return spare;
    await spare.anvil.stop();
  }
}

async function start(
  key: string,
  options: AnvilOptions,
  prepare: (anvil: Anvil) => Promise<ReadyNode['tokens']>,
): Promise<Spare> {
  const anvil = await startAnvil(options);
  const tokens = await prepare(anvil);
  const head = await readHead(anvil);
  return { key, anvil, tokens, head, restoreBlocks: await keepBlocks(anvil), isSpoilt: false };
}

const readHead = (anvil: Anvil): Promise<Block> =>
  anvil.rpc<Block>('eth_getBlockByNumber', ['latest', false]);

/** @returns whether the node is as it was when its first blocks were made. */
async function goBack({ anvil, head, restoreBlocks }: Spare): Promise<boolean> {
  try {
    // It fails when a reorganisation has replaced the first blocks.
    await restoreBlocks();
  } catch {
    return false;
  }
  const latest = await readHead(anvil);
  return latest.hash === head.hash && latest.number === head.number;
}

function watched(spare: Spare): Anvil {
  const { anvil } = spare;
  let isLeft = false;
  const note = (method: string): void => {
    if (!UNDONE.includes(method) && !OF_ALL_NODES.test(method)) spare.isSpoilt = true;
  };
  return {
    ...anvil,
    rpc: (method, params) => {
      note(method);
      return anvil.rpc(method, params);
    },
    rpcBatch: (calls) => {
      for (const { method } of calls) note(method);
      return anvil.rpcBatch(calls);
    },
    stop: async () => {
      if (isOver || spare.isSpoilt) await anvil.stop();
      else if (!isLeft) spares.push(spare);
      isLeft = true;
    },
  };
}
