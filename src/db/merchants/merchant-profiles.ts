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

/** So many origins are remembered. */
const ORIGINS_MAX = 10_000;
/** The origins of rows, as browsers write them: profiles are read all the time, and to parse a URL costs the most. */
const originsByText = new LruCache<string, ReturnType<typeof frameOriginOf>>(ORIGINS_MAX);

/** Returns what translates rows of {@link PROFILE_COLUMNS}, which it reads the logos of. */
export async function profilesOf(
  q: Queryable,
  rows: readonly ProfileRow[],
): Promise<(row: ProfileRow) => MerchantProfile> {
  const logoOf = await readLogos(q, rows);
  return (row) => toProfile(row, logoOf(row));
}

/** Origins are read as browsers write them: they stand in a header, and are compared with what a browser says. */
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

/** The columns of a profile but its logo: of the merchant `m` and of its row `p`, which may be missing. */
export const PROFILE_COLUMNS =
  'm.merchant_id, m.name, p.contact, p.color, p.frame_origins, p.updated_at::text AS profile_version';

/** Reads what a merchant's customers see of it. A merchant that has said nothing has its name only. */
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

/** Returns a profile as the audit log keeps it: of a logo only how long it is. */
function auditedProfile({ name, contact, look, frameOrigins }: MerchantProfile): object {
  return { name, contact, color: look.color, logoLength: look.logoUrl?.length ?? null, frameOrigins };
}

/** Changes what a merchant's customers see, under the lock of the merchant's row. */
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
