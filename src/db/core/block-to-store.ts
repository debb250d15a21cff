/** A block as its chain has it: hashes in lower-case hex, its time in epoch ms. */
export interface BlockToStore {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestampMs: number;
}
