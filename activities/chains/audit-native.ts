import { Context } from '@temporalio/activity';
import { readAgreedBalances } from '../../src/chain/agreement/read-agreed-balances.js';
import {
  findAuditBlock,
  putOffAudits,
  recordNativeAudit,
  takeDueAudits,
  type AuditBlock,
  type DueAudit,
} from '../../src/db/invoices/native-audits.js';
import { gasAsset } from '../../src/domain/core/asset.js';
import { isProvenDeposit } from '../../src/domain/invoices/proven-deposit.js';
import { alarmOfAltered } from '../alert-altered.js';
import type { Follower } from './follower.js';

/** How many audits are made in one pass of the follower's loop. */
const MAX_AUDITS_PER_PASS = 100;
/** How long an audit waits when the RPCs did not agree on the balance. */
const RETRY_MS = 30_000;

/**
 * Looks for native coin that contracts sent and no traces showed. When an invoice in that coin has ended, its address's
 * balance is read at the newest final block (see findAuditBlock). An excess over the counted transfers is a payment.
 * Coin that reconciliation finds later, at any invoice's address, is a payment as well.
 */
export async function auditNative(follower: Follower): Promise<void> {
  const { deps, chain, client } = follower;
  const { chainCode } = chain;
  const block = await findAuditBlock(deps.db, chainCode);
  if (block === undefined) return;
  const limit = MAX_AUDITS_PER_PASS;
  const taken = await takeDueAudits(deps.db, { chainCode, block, nowMs: deps.now(), limit });
  const due = await leaveOutAltered(follower, taken);
  if (due.length === 0) return;
  const { balances, failures } = await readAgreedBalances(client, {
    holdings: due.map(({ depositAddress }) => ({ address: depositAddress, asset: gasAsset(chain) })),
    block,
  });
  Context.current().cancellationSignal.throwIfAborted();
  const undecided: DueAudit[] = [];
  for (const [index, audit] of due.entries()) {
    const balanceAtomic = balances[index] ?? null;
    if (balanceAtomic === null) undecided.push(audit);
    else await auditOne(follower, { audit, block, balanceAtomic });
  }
  if (undecided.length > 0) await putOff(follower, { undecided, block, failures });
  if (undecided.length < due.length) await deps.dispatchOutbox();
}

/** Leaves out, until they are restored, the audits of invoices whose deposit address somebody has altered. */
async function leaveOutAltered(
  { deps, chain }: Follower,
  taken: readonly DueAudit[],
): Promise<readonly DueAudit[]> {
  const { db, depositAddress, log } = deps;
  const altered = taken.filter((audit) => !isProvenDeposit(depositAddress, audit));
  if (altered.length === 0) return taken;
  for (const audit of altered) alarmOfAltered(log, depositAddress, audit);
  await putOffAudits(db, {
    chainCode: chain.chainCode,
    invoiceIds: altered.map(({ invoiceId }) => invoiceId),
    retryAtMs: deps.now() + RETRY_MS,
  });
  return taken.filter((audit) => !altered.includes(audit));
}

async function auditOne(
  { deps, chain, claim }: Follower,
  { audit, block, balanceAtomic }: { audit: DueAudit; block: AuditBlock; balanceAtomic: bigint },
): Promise<void> {
  const { invoiceId, round } = audit;
  const { tokenSymbol } = gasAsset(chain);
  const finding = await recordNativeAudit(deps.db, claim, {
    invoiceId,
    round,
    tokenSymbol,
    block,
    balanceAtomic,
    depositAddress: audit.depositAddress,
  });
  if (finding === undefined) return;
  const { countedAtomic } = finding;
  const fields = {
    chainCode: chain.chainCode,
    invoiceId,
    address: audit.depositAddress,
    height: block.number,
    balanceAtomic: balanceAtomic.toString(),
    countedAtomic: countedAtomic.toString(),
  };
  if (balanceAtomic < countedAtomic) {
    deps.log.error(
      fields,
      'audit: the address holds less than was paid to it. Nothing was booked; find out where the rest went, or ' +
        'whether the RPC is right, before paying out of deposits.',
    );
  } else if (balanceAtomic > countedAtomic) {
    deps.log.info(fields, 'audit: a payment by a contract was found');
  }
}

async function putOff(
  { deps, chain }: Follower,
  {
    undecided,
    block,
    failures,
  }: { undecided: readonly DueAudit[]; block: AuditBlock; failures: readonly object[] },
): Promise<void> {
  const invoiceIds = undecided.map(({ invoiceId }) => invoiceId);
  await putOffAudits(deps.db, { chainCode: chain.chainCode, invoiceIds, retryAtMs: deps.now() + RETRY_MS });
  deps.log.warn(
    { chainCode: chain.chainCode, height: block.number, audits: invoiceIds.length, failures },
    'audit put off: the RPCs do not agree on a balance. These invoices do not expire before the audit. With ' +
      'several RPCs two must agree; each must still have the state of the newest final block.',
  );
}
