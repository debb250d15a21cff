import { describe, expect, it } from '@jest/globals';
import { isUnknownBlock, reactionTo, RpcError } from '../../../src/chain/rpc/rpc-errors.js';

const HASH = '0x9c1e3b2d4f5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';

/** Node, and how it says that it does not have a block, or the state after it. */
const LAGGING: readonly (readonly [string, string])[] = [
  ['geth', 'header not found'],
  ['geth', `missing trie node ${HASH.slice(2)} (path ) state ${HASH} is not available, not found`],
  ['geth by paths', `historical state ${HASH} is not available`],
  ['geth by hashes', 'required historical state unavailable (reexec=128)'],
  ['geth', 'state is not available'],
  ['geth', 'block number 21000000 is beyond the current head, or: request beyond head block'],
  ['Erigon', 'historical state for block 21000000 is not available'],
  ['Erigon', 'could not find block 21000000'],
  ['Erigon', 'unknown block'],
  ['Nethermind', `No state available for block 21000000 (${HASH})`],
  ['Nethermind', 'Cannot find header for 0x1406f40'],
  ['reth', 'state at block #21000000 is pruned'],
  ['reth', 'no state found for block 21000000'],
  ['reth', 'block not found: 0x1406f40'],
  ['Besu', 'World state unavailable'],
  ['Nethermind', 'State not available'],
];

const error = (message: string, { method = 'eth_estimateGas', code = -32_000 } = {}): RpcError =>
  new RpcError(method, { code, message });

describe('an RPC that lacks a block or its state', () => {
  it.each(LAGGING)('is asked again later, and has not refused anything: %s, "%s"', (_, message) => {
    expect(reactionTo(error(message))).toBe('later');
    expect(reactionTo(error(message, { method: 'eth_sendRawTransaction' }))).toBe('later');
    expect(isUnknownBlock(error(message))).toBe(true);
  });
});

describe('an RPC that has the state', () => {
  it.each([
    'execution reverted: state is not available',
    'execution reverted: header not found',
    'VM Exception while processing transaction: revert no state found',
  ])('has answered, whatever words the contract chose: "%s"', (message) => {
    expect(reactionTo(error(message))).toBe('final');
  });

  it.each(['nonce too low', 'insufficient funds for gas * price + value', 'already known'])(
    'is not treated as lagging when it refuses a transaction: "%s"',
    (message) => {
      expect(reactionTo(error(message, { method: 'eth_sendRawTransaction' }))).toBe('final');
    },
  );

  it('is not treated as lagging when it does not offer a method', () => {
    const message = 'the method debug_traceBlock does not exist/is not available';
    expect(reactionTo(error(message, { code: -32_601 }))).toBe('elsewhere');
    expect(isUnknownBlock(error(message, { code: -32_601 }))).toBe(false);
  });
});
