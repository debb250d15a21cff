import { Option } from 'commander';
import { transaction } from '../../db/core/database.js';
import { listPolicyChanges, type PolicyChange } from '../../db/merchants/policy-changes.js';
import { confirmPolicyChange, stopPolicyChange } from '../../db/merchants/policy-orders.js';
import { policyTermsInWords } from '../../domain/merchants/policy-change-in-words.js';
import { POLICY_CHANGE_STATUSES, type PolicyChangeStatus } from '../../domain/merchants/policy-change.js';
import { showPolicyChange } from '../../http/views/policy-changes.js';
import { LIMIT, WIDE, type Register } from '../command.js';

/** Shows a change. Without `--json`, its terms are in words, with amounts in whole tokens. */
function shown(change: PolicyChange, { json }: { readonly json?: boolean }): object {
  if (json === true) return showPolicyChange(change);
  const key = change.kind === 'key_whitelist' ? change.objectName : null;
  return {
    ...showPolicyChange(change),
    change: policyTermsInWords(change.kind, { key, change: change.change }),
  };
}

export const registerPolicyList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list changes that loosen a policy, newest first')
    .addOption(new Option('--status <status>', 'only with this status').choices(POLICY_CHANGE_STATUSES))
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { status?: PolicyChangeStatus; merchant?: string; limit: number; json?: boolean }) =>
      run(options, async ({ db }) => {
        const { status, merchant, limit } = options;
        const changes = await listPolicyChanges(db, {
          limit,
          ...(status === undefined ? {} : { status }),
          ...(merchant === undefined ? {} : { merchantId: merchant }),
        });
        return changes.map((change) => shown(change, options));
      }),
    );
};

const DECISIONS = {
  confirm: {
    decide: confirmPolicyChange,
    description: 'confirm a waiting change as a second person, so that it is in force at once',
  },
  stop: { decide: stopPolicyChange, description: 'stop a waiting change' },
} as const;

function registerDecision(name: keyof typeof DECISIONS): Register {
  const { decide, description } = DECISIONS[name];
  return (parent, run) => {
    parent
      .command(name)
      .description(description)
      .argument('<policyChangeId>')
      .option('--reason <reason>', 'why; the audit log keeps it')
      .option('--json', 'print one JSON value')
      .action((policyChangeId: string, options: { reason?: string; json?: boolean }) =>
        run(options, ({ db, policyOrder }) =>
          transaction(db, async (trx) => {
            const order = { ...policyOrder(), policyChangeId, reason: options.reason ?? null };
            return shown(await decide(trx, order), options);
          }),
        ),
      );
  };
}

export const registerPolicyConfirm = registerDecision('confirm');
export const registerPolicyStop = registerDecision('stop');
