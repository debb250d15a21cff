import { assert } from '../../domain/core/errors.js';
import {
  changeProfile,
  frameOriginOf,
  type MerchantProfile,
  type ProfileChanges,
} from '../../domain/merchants/merchant-profile.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { LruCache } from '../../domain/core/lru-cache.js';
import { readLogos, type LogoRow } from './merchant-logos.js';
import { lockMerchant } from './merchants.js';

/** The columns of {@link PROFILE_COLUMNS}. */
export interface ProfileRow extends LogoRow {
  name: string;
  contact: string | null;
  color: string | null;
  frame_origins: string[] | null;
}

/** The most origins that are remembered. */
const ORIGINS_MAX = 10_000;
/**
 * The origins of stored URLs, as browsers write them. Profiles are read all the time, and most of that cost is the
 * parsing of URLs.
 */
const originsByText = new LruCache<string, ReturnType<typeof frameOriginOf>>(ORIGINS_MAX);

/** Reads the logos for rows of {@link PROFILE_COLUMNS}, and returns the function that translates the rows. */
export async function profilesOf(
  q: Queryable,
  rows: readonly ProfileRow[],
): Promise<(row: ProfileRow) => MerchantProfile> {
  const logoOf = await readLogos(q, rows);
  return (row) => toProfile(row, logoOf(row));
}

/**
 * Origins are returned as browsers write them: they go into a header, and are compared with the origin that a browser
 * sends.
 */
function toProfile(row: ProfileRow, logoUrl: string | null): MerchantProfile {
  const origins = (row.frame_origins ?? []).map((text) =>
    originsByText.getOrMake(text, () => frameOriginOf(text)),
  );
  return {
    merchantId: row.merchant_id,
    name: row.name,
    contact: row.contact,
    look: { color: row.color, logoUrl },
    frameOrigins: [...new Set(origins.filter((origin) => origin !== null))],
  };
}

/** The columns of a profile without the logo: from the merchant `m` and from its row `p`, which may be missing. */
export const PROFILE_COLUMNS =
  'm.merchant_id, m.name, p.contact, p.color, p.frame_origins, p.updated_at::text AS profile_version';

/** Reads the public profile of a merchant. A merchant without one has only its name. */
export async function getMerchantProfile(q: Queryable, merchantId: string): Promise<MerchantProfile> {
  const { rows } = await q.raw<{ rows: (ProfileRow & { logo_url: string | null })[] }>(
    `SELECT ${PROFILE_COLUMNS}, p.logo_url
       FROM merchants m LEFT JOIN merchant_profiles p USING (merchant_id) WHERE m.merchant_id = ?`,
    [merchantId],
  );
  const [row] = rows;
  assert(row !== undefined, 'a merchant with a key or an invoice exists');
  return toProfile(row, row.logo_url);
}

/** Returns a profile as the audit log keeps it: with the length of the logo instead of the logo. */
function auditedProfile({ name, contact, look, frameOrigins }: MerchantProfile): object {
  return { name, contact, color: look.color, logoLength: look.logoUrl?.length ?? null, frameOrigins };
}

/** Changes the public profile of a merchant, under the lock of the merchant's row. */
export async function changeMerchantProfile(
  trx: Transaction,
  order: { readonly merchantId: string; readonly changes: ProfileChanges; readonly actor: AuditActor },
): Promise<MerchantProfile> {
  const { merchantId, changes, actor } = order;
  await lockMerchant(trx, merchantId);
  const before = await getMerchantProfile(trx, merchantId);
  const after = changeProfile(before, changes);
  if (after.name !== before.name)
    await trx('merchants').where({ merchant_id: merchantId }).update({ name: after.name });
  await trx('merchant_profiles')
    .insert({
      merchant_id: merchantId,
      contact: after.contact,
      color: after.look.color,
      logo_url: after.look.logoUrl,
      frame_origins: [...after.frameOrigins],
      updated_at: trx.fn.now(),
    })
    .onConflict('merchant_id')
    .merge();
  await appendAudit(trx, {
    actor,
    action: 'merchant.set_profile',
    objectKind: 'merchant',
    objectId: merchantId,
    before: auditedProfile(before),
    after: auditedProfile(after),
  });
  return after;
}
