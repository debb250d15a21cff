import type { Knex } from 'knex';

/**
 * When a payment's block ceased to be the chain's, and when it came back, by our own clock: `reverted_at` is the chain's
 * time, and says only how the payment stands now.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- each change of where a payment to an invoice stands; that it was seen first is seen_at of the transfer itself
    CREATE TABLE transfer_standings (
      standing_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transfer_id bigint NOT NULL REFERENCES transfers,
      canonical   boolean NOT NULL,
      at          timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX transfer_standings_transfer ON transfer_standings (transfer_id);
    INSERT INTO transfer_standings (transfer_id, canonical, at)
      SELECT transfer_id, false, greatest(reverted_at, seen_at) FROM transfers
       WHERE invoice_id IS NOT NULL AND NOT canonical;

    CREATE TRIGGER transfer_standings_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_standings
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- by the database itself, so that no change of standing goes untold
    CREATE FUNCTION record_transfer_standing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO transfer_standings (transfer_id, canonical) VALUES (NEW.transfer_id, NEW.canonical);
      RETURN NULL;
    END $$;
    CREATE TRIGGER transfers_standing AFTER UPDATE OF canonical ON transfers
      FOR EACH ROW WHEN (OLD.canonical IS DISTINCT FROM NEW.canonical AND NEW.invoice_id IS NOT NULL)
      EXECUTE FUNCTION record_transfer_standing();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER transfers_standing ON transfers;
    DROP TABLE transfer_standings;
    DROP FUNCTION record_transfer_standing;
  `);
}
