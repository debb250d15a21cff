import { asThief } from './as-thief.js';
import type { PayoutCircuit } from './payout-circuit.js';

/**
 * Lets withdrawals be signed without storing them, and returns the bytes of the first. It does this as the owner of the
 * database, who can make the commit fail and read the bytes from the error.
 */
export async function keepBytes(
  circuit: PayoutCircuit,
  send: () => Promise<unknown>,
): Promise<string | undefined> {
  const { db } = circuit.database;
  const before = await circuit.signedRows();
  await asThief(
    db,
    `CREATE FUNCTION keep_bytes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.raw_transaction <> '0x' THEN RAISE EXCEPTION 'kept %.', NEW.raw_transaction; END IF;
       RETURN NEW; END $$`,
  );
  await asThief(
    db,
    'CREATE TRIGGER keep_bytes BEFORE INSERT ON sent_transactions FOR EACH ROW EXECUTE FUNCTION keep_bytes()',
  );
  const failure: unknown = await send().catch((error: unknown) => error);
  if ((await circuit.signedRows()).length > before.length)
    throw new Error('The commit succeeded, but it had to fail');
  await asThief(db, 'DROP FUNCTION keep_bytes CASCADE');
  return /kept (0x[0-9a-f]+)\./.exec(String(failure))?.[1];
}
