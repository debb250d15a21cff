import type { Knex } from 'knex';

/** What is named by this step, and how. */
interface Names {
  /** The purpose of a cancellation transaction. */
  readonly purpose: string;
  /** The changes of `transfers.canonical`: the table, its key, and the function and the trigger that write it. */
  readonly changes: string;
  readonly changeId: string;
  readonly recordChange: string;
  readonly onChange: string;
  readonly timers: string;
  /** The mark of deliveries whose endpoint is not known to be healthy. */
  readonly unhealthy: string;
  /** Where the rotation over all deposit addresses has come to, and the index of the rotation over all others. */
  readonly rotationAddress: string;
  readonly rotation: string;
  /** The index of transfers that no second RPC has corroborated yet. */
  readonly uncorroborated: string;
  /** What writes down which merchant an entry of the audit log is about. */
  readonly recordMerchant: string;
  readonly onAudit: string;
}

const BEFORE: Names = {
  purpose: 'fill',
  ...{ changes: 'transfer_standings', changeId: 'standing_id' },
  ...{ recordChange: 'record_transfer_standing', onChange: 'transfers_standing' },
  timers: 'chain_wakes',
  unhealthy: 'unproven',
  ...{ rotationAddress: 'turn_address', rotation: 'custody_addresses_turn' },
  uncorroborated: 'transfers_unproven',
  ...{ recordMerchant: 'note_audited_merchant', onAudit: 'audit_log_noted' },
};

const AFTER: Names = {
  purpose: 'cancellation',
  ...{ changes: 'canonical_changes', changeId: 'canonical_change_id' },
  ...{ recordChange: 'record_canonical_change', onChange: 'transfers_canonical_change' },
  timers: 'chain_timers',
  unhealthy: 'unhealthy',
  ...{ rotationAddress: 'rotation_address', rotation: 'custody_addresses_rotation' },
  uncorroborated: 'transfers_uncorroborated',
  ...{ recordMerchant: 'record_audited_merchant', onAudit: 'audit_log_merchant' },
};

/**
 * The schema has the words of the code. Nothing but names changes. Entries of the audit log keep the words with which
 * they were written, because their hashes are made of them.
 */
export async function up(knex: Knex): Promise<void> {
  await rename(knex, { from: BEFORE, to: AFTER });
}

export async function down(knex: Knex): Promise<void> {
  await rename(knex, { from: AFTER, to: BEFORE });
}

interface Renaming {
  readonly from: Names;
  readonly to: Names;
}

async function rename(knex: Knex, renaming: Renaming): Promise<void> {
  await knex.raw(tablesOf(renaming) + purposeOf(renaming) + functionsOf(renaming));
}

/** Tables, columns, indexes, triggers, functions, and the sequence and the constraints that are named after a table. */
function tablesOf({ from, to }: Renaming): string {
  return `
    ALTER TABLE ${from.changes} RENAME TO ${to.changes};
    ALTER TABLE ${to.changes} RENAME COLUMN ${from.changeId} TO ${to.changeId};
    ALTER SEQUENCE ${from.changes}_${from.changeId}_seq RENAME TO ${to.changes}_${to.changeId}_seq;
    ALTER INDEX ${from.changes}_transfer RENAME TO ${to.changes}_transfer;
    ALTER TRIGGER ${from.changes}_immutable ON ${to.changes} RENAME TO ${to.changes}_immutable;
    ALTER FUNCTION ${from.recordChange} RENAME TO ${to.recordChange};
    ALTER TRIGGER ${from.onChange} ON transfers RENAME TO ${to.onChange};

    ALTER TABLE ${from.timers} RENAME TO ${to.timers};
    ALTER INDEX ${from.timers}_height RENAME TO ${to.timers}_height;
    ALTER INDEX ${from.timers}_time RENAME TO ${to.timers}_time;

    ALTER TABLE outbox RENAME COLUMN ${from.unhealthy} TO ${to.unhealthy};
    ALTER TABLE address_rounds RENAME COLUMN ${from.rotationAddress} TO ${to.rotationAddress};
    ALTER INDEX ${from.rotation} RENAME TO ${to.rotation};
    ALTER INDEX ${from.uncorroborated} RENAME TO ${to.uncorroborated};
    ALTER FUNCTION ${from.recordMerchant} RENAME TO ${to.recordMerchant};
    ALTER TRIGGER ${from.onAudit} ON audit_log RENAME TO ${to.onAudit};

    -- From PostgreSQL 18 on, NOT NULL is a constraint with a name as well.
    DO $$
    DECLARE
      renamed record;
      found_name text;
    BEGIN
      FOR renamed IN
        SELECT * FROM (VALUES
          ('${to.changes}', '${from.changes}_${from.changeId}', '${to.changes}_${to.changeId}'),
          ('${to.changes}', '${from.changes}', '${to.changes}'),
          ('${to.timers}', '${from.timers}', '${to.timers}'),
          ('outbox', 'outbox_${from.unhealthy}', 'outbox_${to.unhealthy}'),
          ('address_rounds', 'address_rounds_${from.rotationAddress}', 'address_rounds_${to.rotationAddress}')
        ) AS names (of_table, was, is_now) ORDER BY length(was) DESC
      LOOP
        FOR found_name IN
          SELECT conname FROM pg_constraint
           WHERE conrelid = renamed.of_table::regclass AND starts_with(conname::text, renamed.was)
        LOOP
          EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', renamed.of_table, found_name,
            renamed.is_now || substr(found_name, length(renamed.was) + 1));
        END LOOP;
      END LOOP;
    END $$;
`;
}

/** The guard refuses every change of what was signed. It is off for this one update, which changes a word. */
function purposeOf({ from, to }: Renaming): string {
  return `
    ALTER TABLE sent_transactions DISABLE TRIGGER sent_transactions_guard,
      DROP CONSTRAINT sent_transactions_purpose, DROP CONSTRAINT sent_transactions_moves;
    DROP INDEX sent_transactions_one_per_movement;
    UPDATE sent_transactions SET purpose = '${to.purpose}' WHERE purpose = '${from.purpose}';
    ALTER TABLE sent_transactions ENABLE TRIGGER sent_transactions_guard,
      ADD CONSTRAINT sent_transactions_purpose CHECK (
        purpose IN ('payment', '${to.purpose}', 'batch', 'sweep', 'fund', 'cold', 'deploy')),
      ADD CONSTRAINT sent_transactions_moves CHECK (
        CASE WHEN purpose = 'payment' THEN movement_id IS NULL
             WHEN purpose = '${to.purpose}' THEN num_nonnulls(withdrawal_id, movement_id) = 1
             ELSE movement_id IS NOT NULL AND withdrawal_id IS NULL END);
    CREATE UNIQUE INDEX sent_transactions_one_per_movement ON sent_transactions (movement_id)
      WHERE replaces IS NULL AND purpose <> '${to.purpose}';
`;
}

/** The functions have the words in their text. They are made anew of that text, so nothing else of them changes. */
function functionsOf({ from, to }: Renaming): string {
  return `
    DO $$
    DECLARE of_function oid;
    BEGIN
      FOR of_function IN
        SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
           AND proname IN ('check_replacement', 'check_movement_kept', 'guard_signed', 'refuse_unapproved_signature',
                           '${to.recordChange}')
      LOOP
        EXECUTE replace(replace(pg_get_functiondef(of_function),
          quote_literal('${from.purpose}'), quote_literal('${to.purpose}')), '${from.changes}', '${to.changes}');
      END LOOP;
    END $$;
  `;
}
