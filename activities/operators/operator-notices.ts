import { createHash } from 'node:crypto';
import { transaction } from '../../src/db/core/database.js';
import {
  enterNoticing,
  keepNoticeResult,
  keepNotices,
  noteLook,
  takeDueNotices,
  type DueNotice,
} from '../../src/db/operators/notices.js';
import { listOperatorFacts } from '../../src/db/operators/operator-attention.js';
import { needsOf, noticeBody } from '../../src/domain/operators/notices.js';
import { amountInWords, type OperatorFact } from '../../src/domain/operators/operator-attention.js';
import { sendWebhook } from '../../src/webhooks/send.js';
import { signWebhook } from '../../src/webhooks/sign.js';
import type { ActivityDependencies } from '../dependencies.js';

/** The receivers of notices about problems that need an operator. */
export interface NotifyConfig {
  readonly urls: readonly string[];
  /** `whsec_…`, like merchants' secrets. */
  readonly secret: string;
}

/** The operator chooses these URLs, so plain http and addresses of the own network are allowed. */
const ANY_URL = { allowHttp: true, allowCidrs: ['0.0.0.0/0', '::/0'] };

/**
 * Compares the problems that need an operator with the notices, and opens and closes notices. One process does so at a
 * time.
 */
export async function noteNeeds({
  db,
  chains,
  now,
}: Pick<ActivityDependencies, 'db' | 'chains' | 'now'>): Promise<void> {
  const amountOf = (fact: OperatorFact): string => amountInWords(fact, chains);
  await transaction(db, async (trx) => {
    if (!(await enterNoticing(trx))) return;
    const nowMs = now();
    const facts = await listOperatorFacts(trx, { chains: [...chains.values()], nowMs, isAll: true });
    await noteLook(trx, nowMs);
    await keepNotices(trx, needsOf(facts, { amountOf, nowMs }), { nowMs });
  });
}

type TellingDependencies = Pick<ActivityDependencies, 'db' | 'now' | 'log' | 'webhooks'>;

/**
 * Sends the due notices to the operators' receivers, if there are any. When a process ends before it has sent a notice,
 * the next process sends it.
 */
export async function tellOperators(deps: TellingDependencies, notify: NotifyConfig | null): Promise<void> {
  if (notify === null) return;
  const { urls, secret } = notify;
  const byReceiver = new Map(urls.map((url) => [receiverOf(url), url]));
  const due = await transaction(deps.db, (trx) =>
    takeDueNotices(trx, { receivers: [...byReceiver.keys()], nowMs: deps.now() }),
  );
  await Promise.all(
    due.map((notice) => tell(deps, notice, { url: byReceiver.get(notice.receiver) ?? '', secret })),
  );
}

/** Names a URL without showing it: URLs of Slack and similar receivers are secrets. */
function receiverOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}

/** A receiver that restarts is back soon, and what operators are told may be urgent. */
const FIRST_RETRY_MS = 10_000;

/** The schedule is that of webhooks, with one fast attempt after the first. Undefined: there is no next attempt. */
const delayAfter = (attempt: number, retryDelaysMs: readonly number[]): number | undefined =>
  attempt === 1 ? FIRST_RETRY_MS : retryDelaysMs[attempt - 1];

async function tell(
  { db, now, log, webhooks }: TellingDependencies,
  notice: DueNotice,
  { url, secret }: { url: string; secret: string },
): Promise<void> {
  const { noticeId, state, kind, subject, attempt } = notice;
  const body = JSON.stringify(noticeBody(notice));
  const headers = signWebhook({
    body,
    eventId: `notice_${noticeId}_${state}`,
    secrets: [secret],
    legacySecret: secret,
    timestampSeconds: Math.floor(now() / 1_000),
  });
  const { timeoutMs, resolve } = webhooks;
  const answer = await sendWebhook({ url, body, headers, timeoutMs, resolve, now, policy: ANY_URL });
  const delayMs = delayAfter(attempt, webhooks.retryDelaysMs);
  const isSent = answer.errorClass === null;
  const nextMs = delayMs === undefined ? null : now() + delayMs;
  await keepNoticeResult(db, notice, { result: isSent ? 'sent' : nextMs, nowMs: now() });
  if (isSent) return;
  const level = nextMs === null ? 'error' : 'warn';
  const { host } = new URL(url);
  log[level](
    { kind, subject, attempt, host, why: answer.errorMessage },
    'operators were not told of a notice',
  );
}
