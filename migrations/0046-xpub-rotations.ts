import type { Knex } from 'knex';

/**
 * After the first start only the owner of the database adds an xpub, as `xpub rotate` does. Else any process could add one
 * that nobody has, and no invoice could be made.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION refuse_rotation() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      has_rows boolean;
    BEGIN
      -- by its id: the inserting role could have a temporary table of the same name
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', TG_RELID::regclass) INTO has_rows;
      IF has_rows AND NOT pg_has_role((SELECT relowner FROM pg_catalog.pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
        RAISE EXCEPTION 'only the owner of the database adds an xpub' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER deposit_xpubs_rotated BEFORE INSERT ON deposit_xpubs
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_rotation();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TRIGGER deposit_xpubs_rotated ON deposit_xpubs; DROP FUNCTION refuse_rotation');
}
