import type { Knex } from 'knex';

/** Final blocks are read a second time, from another RPC: an answer that is not whole looks like any other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE chain_cursors
      -- the RPC that the last block was read from: scheme, host and port
      ADD COLUMN read_from text,
      -- the last block of which two RPCs have said the same; null while the chain has a single one
      ADD COLUMN verified_height bigint,
      ADD COLUMN verified_hash text,
      ADD COLUMN verified_time timestamptz;

    -- from which block on the chain was read from which RPC: a row only where it changes, until that is verified
    CREATE TABLE block_readings (
      chain_code  text NOT NULL REFERENCES chain_cursors,
      from_number bigint NOT NULL,
      rpc         text NOT NULL,
      PRIMARY KEY (chain_code, from_number)
    );

    -- how many payments each RPC was found to leave out
    CREATE TABLE rpc_omissions (
      chain_code text NOT NULL REFERENCES chain_cursors,
      rpc        text NOT NULL,
      omitted    bigint NOT NULL,
      PRIMARY KEY (chain_code, rpc)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE rpc_omissions, block_readings;
    ALTER TABLE chain_cursors
      DROP COLUMN read_from, DROP COLUMN verified_height, DROP COLUMN verified_hash, DROP COLUMN verified_time;
  `);
}
