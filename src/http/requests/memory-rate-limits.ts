import { MemoryStore, type ClientRateLimitInfo } from 'express-rate-limit';

/**
 * The counts of this process. `MemoryStore` resolves to its own mutable record. Requests at the same moment change it
 * before the first one has read it, so too many of them would find the limit exceeded. Here each request gets its own
 * copy of the count.
 */
export class MemoryRateLimits extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key);
    // It has counted already, and nobody else has counted since.
    const own = { ...this.current.get(key) };
    return { ...(await counted), ...own };
  }
}
