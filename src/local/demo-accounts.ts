import { createApiKey, findApiKeyBySecret } from '../db/merchants/api-keys.js';
import { transaction, type Database } from '../db/core/database.js';
import { findMerchant, insertMerchant } from '../db/merchants/merchants.js';
import { insertOperator } from '../db/people/operators.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../domain/merchants/scopes.js';
import { findSecret, writeSecret } from './secrets.js';

export interface DemoMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
}

export interface DemoOperator {
  readonly operatorId: string;
  readonly key: string;
}

interface OperatorFile {
  readonly operatorId: string;
  readonly apiKey?: string;
  readonly key?: string;
}

/** Returns the demo merchant of this data folder, with a key that has all scopes. Both are made if they are missing. */
export async function ensureDemoMerchant(db: Database, dataDir: string): Promise<DemoMerchant> {
  const text = findSecret({ dataDir, name: 'demo-merchant.json' });
  const kept = text === undefined ? undefined : (JSON.parse(text) as DemoMerchant);
  if (kept !== undefined && (await isInForce(db, kept.apiKey))) return kept;
  const made = await transaction(db, async (trx) => {
    const known = kept === undefined ? undefined : await findMerchant(trx, kept.merchantId);
    const { merchantId } = known ?? (await insertMerchant(trx, { name: 'Demo shop' }));
    const { key } = await createApiKey(trx, {
      owner: { merchantId },
      name: 'Demo key',
      scopes: MERCHANT_SCOPES,
      approved: true,
    });
    return { merchantId, apiKey: key };
  });
  writeSecret({ dataDir, name: 'demo-merchant.json', value: JSON.stringify(made) });
  return made;
}

/** Returns the demo operator of this data folder, with a key that has all scopes. Both are made if they are missing. */
export async function ensureDemoOperator(db: Database, dataDir: string): Promise<DemoOperator> {
  const text = findSecret({ dataDir, name: 'demo-operator.json' });
  const file = text === undefined ? undefined : (JSON.parse(text) as OperatorFile);
  // Earlier versions called it `key`.
  const key = file?.apiKey ?? file?.key;
  if (file !== undefined && key !== undefined && (await isInForce(db, key)))
    return { operatorId: file.operatorId, key };
  const made = await transaction(db, async (trx) => {
    const { operatorId } = await insertOperator(trx, { name: 'Demo operator' });
    const { key } = await createApiKey(trx, {
      owner: { operatorId },
      name: 'Demo key',
      scopes: OPERATOR_SCOPES,
      approved: true,
    });
    return { operatorId, key };
  });
  // The field has the name that it has in the merchant's file: whoever reads both writes one program.
  const kept = { operatorId: made.operatorId, apiKey: made.key };
  writeSecret({ dataDir, name: 'demo-operator.json', value: JSON.stringify(kept) });
  return made;
}

async function isInForce(db: Database, key: string): Promise<boolean> {
  const found = await findApiKeyBySecret(db, { key, nowMs: Date.now() });
  return found?.status === 'approved';
}
