import { transaction, type Database, type Transaction } from '../core/database.js';
import type { SecretBox } from '../core/secret-box.js';
import { secretPlaceOf } from './secret-places.js';

const BATCH_ROWS = 100;
const COLUMNS = ['secret_encrypted', 'previous_secret_encrypted'] as const;

interface SecretsRow {
  endpoint_id: string;
  secret_encrypted: Buffer;
  previous_secret_encrypted: Buffer | null;
}

/** The result for the secrets that were not sealed with the current key. */
export interface ResealedSecrets {
  readonly sealed: number;
  /** The endpoints with a secret that none of the keys opens. Such a secret stays unchanged. */
  readonly unopened: readonly string[];
}

/**
 * Seals every secret of an endpoint with the current key, in batches. It may be repeated, even after a crash: secrets
 * that are already sealed with the current key stay unchanged.
 */
export async function resealWebhookSecrets(db: Database, secretBox: SecretBox): Promise<ResealedSecrets> {
  let sealed = 0;
  const unopened: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const rows: SecretsRow[] = await transaction(db, async (trx) => {
      // The lock keeps a rotation by the merchant from being overwritten.
      const batch = await trx('webhook_endpoints')
        .where('endpoint_id', '>', from)
        .orderBy('endpoint_id')
        .limit(BATCH_ROWS)
        .forNoKeyUpdate()
        .select<SecretsRow[]>('endpoint_id', ...COLUMNS);
      for (const row of batch) {
        const count = await sealRow(trx, row, secretBox);
        if (count === null) unopened.push(row.endpoint_id);
        else sealed += count;
      }
      return batch;
    });
    after = rows.length < BATCH_ROWS ? null : (rows.at(-1)?.endpoint_id ?? null);
  }
  return { sealed, unopened };
}

/** @returns how many secrets of the row were sealed again; null when one can't be opened. */
async function sealRow(trx: Transaction, row: SecretsRow, secretBox: SecretBox): Promise<number | null> {
  const changes: Partial<Record<(typeof COLUMNS)[number], Buffer>> = {};
  for (const column of COLUMNS) {
    const old = row[column];
    if (old === null || secretBox.isCurrent(old)) continue;
    const place = secretPlaceOf(row.endpoint_id, column);
    try {
      changes[column] = secretBox.seal(secretBox.open(old, place), place);
    } catch {
      return null;
    }
  }
  const count = Object.keys(changes).length;
  if (count > 0) await trx('webhook_endpoints').where({ endpoint_id: row.endpoint_id }).update(changes);
  return count;
}
