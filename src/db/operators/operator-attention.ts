import type { Chain } from '../../domain/core/asset.js';
import { DAY_MS } from '../../domain/core/days.js';
import { attentionOfChain } from '../../domain/operators/chain-attention.js';
import {
  BARE_FACT,
  byUrgency,
  type OperatorFact,
  type OperatorFactKind,
} from '../../domain/operators/operator-attention.js';
import {
  policyChangeInWords,
  type StatedPolicyChange,
} from '../../domain/merchants/policy-change-in-words.js';
import { actionFor } from '../../domain/reconciliation/difference-in-words.js';
import { namesOutside, outsidePartOf } from '../../domain/wallets/outside-payment.js';
import { readChainStatuses, type ChainStatus } from '../chains/chain-status.js';
import type { WaitCode } from '../../domain/withdrawals/withdrawal-waits.js';
import type { Queryable } from '../core/database.js';
import { readableTime } from '../core/readable-rows.js';
import { NEEDS_APPROVAL } from '../merchants/key-status.js';
import { listDifferences } from '../reconciliation/reconciliation-differences.js';
import { findLastRun, type ReconciliationRun } from '../reconciliation/reconciliation-runs.js';
import { FAILING_SENDS } from './notices.js';
import { listCommitments } from '../wallets/sent-transactions.js';
import { listAssetFreezes } from '../withdrawals/asset-freezes.js';
import { sumUnsigned } from '../withdrawals/withdrawals.js';

/** The most facts of one kind. More of them would bury the others. */
const OF_A_KIND_MAX = 20;
const HOUR_MS = 3_600_000;
/** An endpoint that fails for less than this may be one that is being deployed. */
const FAILS_AFTER_MS = HOUR_MS;
/** A disabled endpoint is listed for this long: its merchant was told too, and may not want it any more. */
const SHUT_TOLD_MS = 14 * DAY_MS;
/** A batch of withdrawals leaves within seconds; the signing worker looks again at what waits every 5 minutes. */
const SILENT_AFTER_MS = 300_000;
/** The schedule compares every hour; the alert has the same bound. */
const LATE_AFTER_MS = 3 * HOUR_MS;

interface FactRow {
  kind: OperatorFactKind;
  subject: string;
  since: Date | null;
  merchant_id: string | null;
  chain_code: string | null;
  token_symbol: string | null;
  amount: string | null;
  name: string | null;
  reason: string | null;
  wait_code: WaitCode | null;
}

/** Each part reads an index, and only the rows that it returns. The longest wait comes first. */
const PARTS = `
  (SELECT 'withdrawal_to_decide' AS kind, w.withdrawal_id AS subject, w.created_at AS since, w.merchant_id,
          w.chain_code, w.token_symbol, w.amount_atomic::text AS amount, m.name,
          format('%s of %s approvals', (SELECT count(*) FROM withdrawal_approvals a WHERE a.withdrawal_id = w.withdrawal_id),
                 w.approvals_required) AS reason, NULL AS wait_code
     FROM withdrawals w JOIN merchants m USING (merchant_id)
    WHERE w.status = 'pending_approval' ORDER BY w.withdrawal_id LIMIT :max)
  UNION ALL
  (SELECT 'withdrawal_waits', w.withdrawal_id, w.approved_at, w.merchant_id, w.chain_code, w.token_symbol,
          w.amount_atomic::text, m.name, w.waiting_reason, w.waiting_code
     FROM withdrawals w JOIN merchants m USING (merchant_id)
    WHERE w.status IN ('approved', 'broadcast') AND w.waiting_reason IS NOT NULL
      AND w.waiting_code IS DISTINCT FROM 'held_back' AND w.waiting_code IS DISTINCT FROM 'halted'
    ORDER BY w.withdrawal_id LIMIT :max)
  UNION ALL
  -- The signing worker signs what it looks at, or says why it does not.
  (SELECT 'signer_silent', w.chain_code, min(w.approved_at), NULL, w.chain_code, NULL, NULL, NULL, count(*)::text, NULL
     FROM withdrawals w
    WHERE w.status = 'approved' AND w.waiting_reason IS NULL AND w.approved_at < :silentFrom
    GROUP BY w.chain_code ORDER BY w.chain_code LIMIT :max)
  UNION ALL
  (SELECT 'policy_waits', p.policy_change_id, p.requested_at, p.merchant_id, NULL, NULL, NULL,
          coalesce(m.name, o.name, p.requested_by, 'The command line'),
          json_build_object('kind', p.kind, 'owner', coalesce(s.name, x.name), 'key', k.name, 'change', p.change,
            'holdsFromMs', CASE WHEN ${readableTime('p.holds_from')}
                                THEN floor(extract(epoch FROM p.holds_from) * 1000) END)::text, NULL
     FROM policy_changes p
     LEFT JOIN merchants m ON m.merchant_id = p.requested_by
     LEFT JOIN operators o ON o.operator_id = p.requested_by
     LEFT JOIN merchants s ON s.merchant_id = p.merchant_id
     LEFT JOIN operators x ON x.operator_id = p.object_id
     LEFT JOIN api_keys k ON k.api_key_id = p.object_id
    WHERE p.status = 'waiting' AND p.holds_from > :now ORDER BY p.policy_change_id LIMIT :max)
  UNION ALL
  (SELECT 'key_waits', k.api_key_id, k.created_at, k.merchant_id, NULL, NULL, NULL,
          format('"%s" of %s', k.name, coalesce(m.name, 'an operator')), NULL, NULL
     FROM api_keys k LEFT JOIN merchants m USING (merchant_id) WHERE ${NEEDS_APPROVAL} ORDER BY k.api_key_id LIMIT :max)
  UNION ALL
  (SELECT CASE e.status WHEN 'disabled' THEN 'endpoint_shut' ELSE 'endpoint_fails' END, e.endpoint_id, e.failing_since,
          e.merchant_id, NULL, NULL, NULL, format('%s of %s', e.url, m.name), e.disabled_reason, NULL
     FROM webhook_endpoints e JOIN merchants m USING (merchant_id)
    WHERE e.deleted_at IS NULL AND e.failing_since > :shutFrom::timestamptz
      AND (e.status = 'disabled' AND e.disabled_reason IS NOT NULL OR e.status = 'enabled' AND e.failing_since < :failsFrom)
    ORDER BY e.endpoint_id LIMIT :max)
  UNION ALL
  (SELECT 'event_body_altered', d.delivery_id, d.body_refused_at, d.merchant_id, NULL, NULL, NULL,
          format('%s to %s of %s', v.type, e.url, m.name), NULL, NULL
     FROM deliveries d JOIN events v USING (event_id) JOIN webhook_endpoints e USING (endpoint_id)
     JOIN merchants m ON m.merchant_id = d.merchant_id
    WHERE d.body_refused_at IS NOT NULL AND d.status = 'pending' ORDER BY d.delivery_id LIMIT ${OF_A_KIND_MAX})
  UNION ALL
  (SELECT 'notices_fail', f.receiver, min(f.tell_from), NULL, NULL, NULL, NULL, NULL,
          format('%s of the notices', count(*)), NULL
     FROM (${FAILING_SENDS}) f GROUP BY f.receiver)`;

/** A time that nobody can read, which somebody has written, keeps no fact from being told. */
const ROWS = `
  SELECT kind, subject, CASE WHEN ${readableTime('since')} THEN since END AS since,
         merchant_id, chain_code, token_symbol, amount, name, reason, wait_code
    FROM (${PARTS}) facts`;

/** The facts that are requested. */
interface FactQuery {
  readonly chains: readonly Chain[];
  readonly nowMs: number;
  /**
   * True: every fact, as long as it lasts. False: a readable number of each kind, and no endpoint that was disabled
   * long ago.
   */
  readonly isAll: boolean;
}

/**
 * Lists the problems that an operator should look at, the most urgent first: those in the database, and those that the
 * workers have reported about chains.
 */
export async function listOperatorFacts(q: Queryable, query: FactQuery): Promise<OperatorFact[]> {
  const { nowMs, isAll } = query;
  const { rows } = await q.raw<{ rows: FactRow[] }>(ROWS, {
    max: isAll ? null : OF_A_KIND_MAX,
    now: new Date(nowMs),
    shutFrom: isAll ? '-infinity' : new Date(nowMs - SHUT_TOLD_MS),
    failsFrom: new Date(nowMs - FAILS_AFTER_MS),
    silentFrom: new Date(nowMs - SILENT_AFTER_MS),
  });
  return byUrgency([
    ...rows.map(toFact),
    ...(await chainFacts(q, query)),
    ...(await differenceFacts(q, isAll)),
    ...(await freezeFacts(q, isAll)),
    ...lateFacts(await findLastRun(q), nowMs),
  ]);
}

async function chainFacts(q: Queryable, { chains, nowMs, isAll }: FactQuery): Promise<OperatorFact[]> {
  const statuses = await readChainStatuses(q);
  const facts: OperatorFact[] = [];
  for (const chain of chains) {
    const status = statuses.get(chain.chainCode);
    if (status === undefined) continue;
    // A halted chain that an operator has ordered to resume needs nobody, but the halt is not over before the follower
    // has resumed.
    const cursor =
      isAll && status.cursor !== null ? { ...status.cursor, resumeRequestedAtMs: null } : status.cursor;
    const seen = { ...status, cursor, ...(await readClaims(q, chain, status)) };
    facts.push(...attentionOfChain(chain, seen, nowMs));
  }
  return facts;
}

/** Reads the amounts that are about to leave the hot wallet, for the assets with a ceiling. */
async function readClaims(
  q: Queryable,
  { chainCode, assets }: Chain,
  { hotWalletAddress: address }: ChainStatus,
): Promise<Pick<Parameters<typeof attentionOfChain>[1], 'commitments' | 'dueAtomic'>> {
  const capped = assets.filter((asset) => asset.hotWalletCeilingAtomic !== null);
  const dueAtomic = new Map<string, bigint>();
  if (address === null || capped.length === 0) return { commitments: [], dueAtomic };
  for (const asset of capped) dueAtomic.set(asset.tokenSymbol, await sumUnsigned(q, asset));
  return { commitments: await listCommitments(q, { chainCode, address }), dueAtomic };
}

function toFact(row: FactRow): OperatorFact {
  const { kind, subject: subjectId, name, reason } = row;
  return {
    kind,
    subjectId,
    name,
    reason:
      kind === 'policy_waits' && reason !== null
        ? policyChangeInWords(JSON.parse(reason) as StatedPolicyChange)
        : reason,
    sinceMs: row.since?.getTime() ?? null,
    merchantId: row.merchant_id,
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    amountAtomic: row.amount === null || row.amount === 'NaN' ? null : BigInt(row.amount),
    remedy: null,
    waitCode: row.wait_code,
  };
}

async function differenceFacts(q: Queryable, isAll: boolean): Promise<OperatorFact[]> {
  const differences = await listDifferences(q);
  const byKind = (isAddress: boolean) =>
    differences
      .filter(({ kind }) => (kind === 'deposit_address') === isAddress)
      .slice(0, isAll ? undefined : OF_A_KIND_MAX);
  return [...byKind(false), ...byKind(true)].map((difference) => ({
    ...BARE_FACT,
    kind: difference.kind === 'deposit_address' ? 'deposit_address_altered' : 'books_differ',
    subjectId: String(difference.differenceId),
    sinceMs: difference.firstSeenAtMs,
    reason: difference.words,
    remedy: actionFor(difference),
    chainCode: difference.asset.chainCode === '' ? null : difference.asset.chainCode,
    tokenSymbol: difference.asset.tokenSymbol === '' ? null : difference.asset.tokenSymbol,
  }));
}

async function freezeFacts(q: Queryable, isAll: boolean): Promise<OperatorFact[]> {
  const freezes = await listAssetFreezes(q);
  const forOutside = freezes.filter(({ reason }) => namesOutside(reason));
  const others = freezes.filter(({ reason }) => !namesOutside(reason));
  // A transfer from outside freezes every asset of its chain.
  const byChain = new Map(forOutside.map((freeze) => [freeze.asset.chainCode, freeze]));
  return [
    ...[...byChain].map(([chainCode, { reason, frozenAtMs: sinceMs }]): OperatorFact => ({
      ...BARE_FACT,
      kind: 'coins_left',
      chainCode,
      subjectId: chainCode,
      reason: outsidePartOf(reason),
      sinceMs,
    })),
    ...others
      .slice(0, isAll ? undefined : OF_A_KIND_MAX)
      .map(({ asset, reason, frozenAtMs: sinceMs }): OperatorFact => ({
        ...BARE_FACT,
        ...asset,
        kind: 'asset_frozen',
        subjectId: `${asset.chainCode}/${asset.tokenSymbol}`,
        reason,
        sinceMs,
      })),
  ];
}

/** Before the first run, nobody knows how late it is. */
function lateFacts(run: ReconciliationRun | undefined, nowMs: number): OperatorFact[] {
  if (run === undefined || nowMs - run.startedAtMs <= LATE_AFTER_MS) return [];
  const { runId, startedAtMs: sinceMs } = run;
  const reason = 'the chains were not compared with the books for three hours';
  return [{ ...BARE_FACT, kind: 'reconciliation_late', subjectId: String(runId), sinceMs, reason }];
}
