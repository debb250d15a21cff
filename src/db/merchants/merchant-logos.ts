import { LruCache } from '../../domain/core/lru-cache.js';
import type { Queryable } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';

/** The most logos that are kept. Each has some kilobytes at most. */
const LOGOS_MAX = 1_000;

interface Logo {
  /** The time of the profile's last change when the logo was read, as text. */
  readonly version: string;
  /** Null: there is none. */
  readonly url: string | null;
}

/** The most recently read logos, by merchant. */
const kept = new LruCache<string, Logo>(LOGOS_MAX);

const selectLogos = prepareStatement<{ merchant_id: string; logo_url: string | null; version: string }>(
  'merchant-logos',
  `SELECT merchant_id, logo_url, updated_at::text AS version FROM merchant_profiles WHERE merchant_id = ANY ($1::text[])`,
);

/** A merchant, and the time of its profile's last change, as text; null: it has no profile. */
export interface LogoRow {
  merchant_id: string;
  profile_version: string | null;
}

/**
 * Returns the logo of each of these merchants, as it was when the rows were read, or later. A logo is far larger than
 * the rest of a page, and pages are read every second. So each process reads a logo once, and again after a change of
 * the profile.
 */
export async function readLogos(
  q: Queryable,
  rows: readonly LogoRow[],
): Promise<(row: LogoRow) => string | null> {
  const found = new Map<string, string | null>();
  const missing = new Set<string>();
  for (const { merchant_id: merchantId, profile_version: version } of rows) {
    if (version === null || found.has(merchantId)) continue;
    const logo = kept.get(merchantId);
    if (logo?.version === version) found.set(merchantId, logo.url);
    else missing.add(merchantId);
  }
  if (missing.size > 0) {
    for (const { merchant_id: merchantId, logo_url: url, version } of await selectLogos(q, [[...missing]])) {
      kept.keep(merchantId, { version, url });
      found.set(merchantId, url);
    }
  }
  return ({ merchant_id: merchantId }) => found.get(merchantId) ?? null;
}
