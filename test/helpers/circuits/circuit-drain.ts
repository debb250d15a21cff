import type { FollowerDependencies } from '../../../activities/chains/follower.js';
import type { SignerActivities } from '../../../activities/contract.js';
import type { ActivityDependencies } from '../../../activities/dependencies.js';
import { createInvoiceActivities } from '../../../activities/invoices/invoice-activities.js';
import { createWithdrawalActivities } from '../../../activities/withdrawals/withdrawal-activities.js';

/** What the programs of a circuit work with. */
export type CircuitDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'depositAddress' | 'now' | 'log' | 'dispatchOutbox' | 'refusedAfterMs'
> &
  Pick<FollowerDependencies, 'paces'>;

/** Does the work of each workflow that is signalled or whose timer fires. */
export function createDrain(deps: CircuitDependencies, signer: SignerActivities): () => Promise<void> {
  const { db } = deps;
  const invoices = createInvoiceActivities(deps);
  const withdrawals = createWithdrawalActivities(deps);
  const timers = new Map<string, number>();

  const settle = async (invoiceId: string): Promise<void> => {
    const { checkAtMs } = await invoices.settleInvoice({ invoiceId });
    if (checkAtMs === null) timers.delete(invoiceId);
    else timers.set(invoiceId, checkAtMs);
  };
  const advance = async (withdrawalId: string): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { next } = await withdrawals.advanceWithdrawal({ withdrawalId });
      if (next !== 'send') return;
      await signer.sendWithdrawal({ withdrawalId });
    }
  };
  const drain = async (): Promise<void> => {
    const rows = await db('outbox').select<{ outbox_id: number; kind: string; target_id: string }[]>('*');
    if (rows.length === 0) return;
    for (const row of rows) {
      if (row.kind === 'invoice') await settle(row.target_id);
      if (row.kind === 'withdrawal') await advance(row.target_id);
    }
    await db('outbox')
      .whereIn(
        'outbox_id',
        rows.map((row) => row.outbox_id),
      )
      .delete();
    if (rows.some((row) => row.kind !== 'delivery')) await drain();
  };
  return async () => {
    await drain();
    const due = [...timers].filter(([, atMs]) => atMs <= deps.now());
    for (const [invoiceId] of due) await settle(invoiceId);
    if (due.length > 0) await drain();
  };
}
