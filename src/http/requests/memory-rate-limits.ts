import { MemoryStore, type ClientRateLimitInfo } from 'express-rate-limit';

/**
 * The counts of this process. `MemoryStore` resolves to its own record, in which requests of the same instant go on
 * counting before the first one has read it: too many of them would find the limit exceeded. Here each gets its own count.
 */
export class MemoryRateLimits extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key);
    // It has counted already, and nobody else has since.
    const own = { ...this.current.get(key) };
    return { ...(await counted), ...own };
  }
}
