import { MemoryStore, type ClientRateLimitInfo } from 'express-rate-limit';

/**
 * The counts of this process. `MemoryStore` resolves to its own mutable record. Requests at the same moment change the
 * record before the first one reads it, and would all see the highest count. Here each request gets its own copy of the
 * count.
 */
export class MemoryRateLimits extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key);
    // `increment` has counted synchronously. No other request has counted since.
    const own = { ...this.current.get(key) };
    return { ...(await counted), ...own };
  }
}
