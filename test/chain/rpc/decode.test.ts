import { describe, expect, it } from '@jest/globals';
import { decodeCostWei, decodeGas, decodeIndex, decodeTimestampMs } from '../../../src/chain/rpc/decode.js';
import { RpcAnswerError } from '../../../src/chain/rpc/rpc-errors.js';

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

describe("an RPC's answer is accepted only within the limits of the database", () => {
  it.each<[string, (value: unknown, what: string) => unknown, bigint]>([
    ['an index in a block', decodeIndex, 2n ** 31n - 2n],
    ["a block's time", decodeTimestampMs, BigInt(Date.UTC(9999, 11, 31, 23, 59, 59)) / 1000n],
    ['an amount of gas', decodeGas, 2n ** 63n - 1n],
    ['a cost', decodeCostWei, 2n ** 128n - 1n],
  ])('%s', (what, decode, greatest) => {
    expect(() => decode(hex(greatest), what)).not.toThrow();
    for (const absurd of [hex(greatest + 1n), '-0x1', '0x1.8', '1', 1, -1, 1.5, null, undefined, '0x'])
      expect(() => decode(absurd, what)).toThrow(RpcAnswerError);
  });
});
