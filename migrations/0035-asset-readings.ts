import type { Knex } from 'knex';

/** A token may be listed on a chain of which blocks were read without it: those are read again for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- which tokens a chain's blocks are read for
    CREATE TABLE asset_readings (
      chain_code   text NOT NULL REFERENCES chain_cursors,
      token_symbol text NOT NULL,
      address      text NOT NULL,
      -- up to where it was read for, and what had ended by then was seen; null: it is read for now
      read_until   bigint,
      stopped_at   timestamptz,
      PRIMARY KEY (chain_code, token_symbol),
      CHECK ((read_until IS NULL) = (stopped_at IS NULL))
    );
    -- until now all that fitted its chain was followed
    INSERT INTO asset_readings (chain_code, token_symbol, address)
      SELECT chain_code, token_symbol, address FROM known_assets JOIN chain_cursors USING (chain_code)
       WHERE address IS NOT NULL AND height IS NOT NULL;

    CREATE TABLE unread_ranges (
      range_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code   text NOT NULL REFERENCES chain_cursors,
      token_symbol text NOT NULL,
      from_number  bigint NOT NULL,
      to_number    bigint NOT NULL,
      -- nothing can have been paid before; null: from_number is where it begins
      not_before   timestamptz,
      -- the RPC that it was read from (scheme, host and port) and that another one is asked after; null: it was not read
      read_from    text,
      -- invoices that were made later were paid later, and don't wait for it; null: none do
      made_before  timestamptz,
      CHECK (from_number <= to_number),
      CHECK ((read_from IS NULL) = (made_before IS NOT NULL))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE unread_ranges, asset_readings');
}
