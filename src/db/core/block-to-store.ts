/** A block of a chain: hashes in lower-case hex, time in epoch ms. */
export interface BlockToStore {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestampMs: number;
}
