import type { Anvil } from './anvil.js';

interface Block {
  readonly timestamp: string;
  readonly baseFeePerGas: string;
}

/**
 * Keeps the blocks of a node as they are now. The node must not hold an unmined transaction, because a snapshot does not
 * contain any. The chain's clock keeps its distance from the machine's clock.
 *
 * @returns a function that goes back to these blocks, any number of times. It throws when a reorganisation has replaced
 *   them.
 */
export async function keepBlocks(anvil: Pick<Anvil, 'rpc'>): Promise<() => Promise<void>> {
  const secondsNow = (): number => Math.floor(Date.now() / 1_000);
  const beganSeconds = secondsNow();
  const pending = await anvil.rpc<Block>('eth_getBlockByNumber', ['pending', false]);
  const aheadSeconds = Number(pending.timestamp) - beganSeconds;
  const minesAtOnce = await anvil.rpc<boolean>('anvil_getAutomine');
  const held = await anvil.rpc<{ pending: string }>('txpool_status');
  if (Number(held.pending) > 0)
    throw new Error('The node holds unmined transactions, which a snapshot would lose');
  let snapshot = await anvil.rpc<string>('evm_snapshot');
  return async () => {
    await anvil.rpc('anvil_dropAllTransactions');
    await anvil.rpc('evm_revert', [snapshot]);
    // A snapshot can be reverted to only once, so each return takes a new one.
    snapshot = await anvil.rpc<string>('evm_snapshot');
    // None of these is part of the snapshot.
    await anvil.rpc('evm_setTime', [secondsNow() + aheadSeconds]);
    await anvil.rpc('anvil_setNextBlockBaseFeePerGas', [pending.baseFeePerGas]);
    await anvil.rpc('evm_setAutomine', [minesAtOnce]);
  };
}
