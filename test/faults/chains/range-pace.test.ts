import { describe, expect, it } from '@jest/globals';
import { RangePace } from '../../../activities/chains/range-pace.js';
import { RpcError } from '../../../src/chain/rpc/rpc-errors.js';

const tooWide = (message: string): RpcError => new RpcError('eth_getLogs', { code: -32000, message });

describe('the width of a range', () => {
  it('grows while ranges are read completely, up to a limit', () => {
    const pace = new RangePace();
    const widths = Array.from({ length: 20 }, () => {
      pace.succeeded({ blocks: pace.blocks, logs: 10 });
      return pace.blocks;
    });
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(widths.at(-1)).toBe(2_000);
  });

  it('does not grow after a range that ended early, or that brought many logs', () => {
    const pace = new RangePace();
    pace.succeeded({ blocks: 3, logs: 10 });
    pace.succeeded({ blocks: pace.blocks, logs: 20_000 });
    expect(pace.blocks).toBe(100);
  });

  it('does not grow again at once after a refusal', () => {
    const pace = new RangePace();
    pace.failed(tooWide('exceed maximum block range: 30'));
    const widths = Array.from({ length: 11 }, () => {
      pace.succeeded({ blocks: pace.blocks, logs: 10 });
      return pace.blocks;
    });
    expect(widths).toEqual([...Array.from({ length: 10 }, () => 30), 45]);
  });

  it('becomes the width that the RPC suggests if that is narrower, and half of the old width if not', () => {
    const pace = new RangePace();
    expect(pace.failed(tooWide('exceed maximum block range: 30'))).toBe(true);
    expect(pace.blocks).toBe(30);
    expect(pace.failed(tooWide('exceed maximum block range: 5000'))).toBe(true);
    expect(pace.blocks).toBe(15);
    expect(pace.failed(tooWide('block range is too wide'))).toBe(true);
    expect(pace.blocks).toBe(7);
  });

  it('reports when even a single block is too much', () => {
    const pace = new RangePace();
    const outcomes = Array.from({ length: 8 }, () => pace.failed(new Error('nothing helps')));
    expect(outcomes).toEqual([true, true, true, true, true, true, false, false]);
    expect(pace.blocks).toBe(1);
  });
});
