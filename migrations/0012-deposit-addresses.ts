import type { Knex } from 'knex';

/** Deposit addresses that never change: whoever writes to the invoices by mistake, or as a thief, is refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION refuse_new_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the deposit index and address of % never change: % refused', OLD.invoice_id, TG_OP
        USING ERRCODE = 'restrict_violation';
    END $$;

    -- Named columns: a settlement, which updates others, does not even call it.
    CREATE TRIGGER invoices_deposit_immutable BEFORE UPDATE OF deposit_index, deposit_address ON invoices
      FOR EACH ROW WHEN (OLD.deposit_index IS DISTINCT FROM NEW.deposit_index
        OR OLD.deposit_address IS DISTINCT FROM NEW.deposit_address)
      EXECUTE FUNCTION refuse_new_deposit();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TRIGGER invoices_deposit_immutable ON invoices; DROP FUNCTION refuse_new_deposit');
}
