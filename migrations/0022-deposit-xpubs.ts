import type { Knex } from 'knex';

/** The xpubs that deposit addresses come from. A process with another one is refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE deposit_xpubs (
      -- it gives the addresses from this index on, up to the next row's
      first_index integer PRIMARY KEY CHECK (first_index >= 0),
      -- SHA-256 of the xpub
      fingerprint text NOT NULL UNIQUE CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
      pinned_at   timestamptz NOT NULL DEFAULT clock_timestamp()
    );

    CREATE FUNCTION refuse_other_xpub() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the xpub of an index never changes: % refused', TG_OP USING ERRCODE = 'restrict_violation';
    END $$;
    CREATE TRIGGER deposit_xpubs_immutable BEFORE UPDATE OR DELETE ON deposit_xpubs
      FOR EACH ROW EXECUTE FUNCTION refuse_other_xpub();

    -- Returns the index when the xpub is the one that gives it its address. A process that was started before a rotation
    -- has the xpub of before: its invoice is refused in the transaction that would make it.
    CREATE FUNCTION deposit_index_of(index integer, xpub_fingerprint text) RETURNS integer LANGUAGE plpgsql STABLE AS $$
    DECLARE
      pinned text := (SELECT fingerprint FROM deposit_xpubs WHERE first_index <= index
                       ORDER BY first_index DESC LIMIT 1);
    BEGIN
      IF pinned <> xpub_fingerprint THEN
        RAISE EXCEPTION 'index % belongs to the xpub %', index, pinned USING ERRCODE = 'QX001';
      END IF;
      RETURN index;
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP FUNCTION deposit_index_of; DROP TABLE deposit_xpubs; DROP FUNCTION refuse_other_xpub');
}
