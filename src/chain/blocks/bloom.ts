import { keccak256, type Hex } from 'viem';

/**
 * The bloom filter of a block's logs (Ethereum yellow paper §4.3.1). Each address and topic of a log sets three of 2048
 * bits. An item that is not in the bloom is not in the block. An item that is in the bloom may be in the block.
 */

const BLOOM_BYTES = 256;

export function bloomMayContain(bloom: string, items: readonly string[]): boolean {
  const bytes = Buffer.from(bloom.slice(2), 'hex');
  return items.every((item) => bitsOf(item).every(({ byte, mask }) => ((bytes[byte] ?? 0) & mask) !== 0));
}

/** Returns the bloom of the given addresses and topics. */
export function bloomOf(items: Iterable<string>): string {
  const bytes = Buffer.alloc(BLOOM_BYTES);
  for (const item of new Set(items)) {
    for (const { byte, mask } of bitsOf(item)) bytes[byte] = (bytes[byte] ?? 0) | mask;
  }
  return `0x${bytes.toString('hex')}`;
}

/** True when every bit of `inner` is set in `outer`: then the logs behind `outer` explain all of `inner`. */
export function bloomCovers({ outer, inner }: { outer: string; inner: string }): boolean {
  const innerBits = BigInt(inner);
  return (BigInt(outer) & innerBits) === innerBits;
}

function bitsOf(item: string): readonly { byte: number; mask: number }[] {
  const hash = Buffer.from(keccak256(item as Hex).slice(2), 'hex');
  return [0, 2, 4].map((offset) => {
    const bit = hash.readUInt16BE(offset) & 2047;
    return { byte: BLOOM_BYTES - 1 - (bit >> 3), mask: 1 << (bit & 7) };
  });
}
