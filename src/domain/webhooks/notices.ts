/** What needs an operator. */
export const NOTICE_KINDS = [
  'approval',
  'halt',
  'freeze',
  'difference',
  'endpoint_disabled',
  'low_gas',
  'ceiling',
  'policy_change',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something that needs an operator now. */
export interface Need {
  readonly kind: NoticeKind;
  /** What it is about. Of one kind there is one need for each subject. */
  readonly subject: string;
  /** In words, as a sentence. */
  readonly what: string;
  /** What to do, as a sentence. */
  readonly todo: string;
}

const HOUR_MS = 3_600_000;

/** How long a need must last until somebody is told, in ms. The sweep moves what is above a ceiling within two hours. */
export const TOLD_AFTER_MS: Readonly<Partial<Record<NoticeKind, number>>> = { ceiling: 2 * HOUR_MS };

/** A need that operators are told about, or that it is over. Times in epoch ms. */
export interface OperatorNotice extends Need {
  readonly noticeId: string;
  readonly state: 'open' | 'over';
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
}

/** Returns the body that tells a notice. Slack and its likes show `text`. */
export function noticeBody(notice: OperatorNotice): object {
  const { noticeId, kind, subject, what, todo, state, openedAtMs, closedAtMs } = notice;
  const isOver = state === 'over';
  const atMs = isOver ? (closedAtMs ?? openedAtMs) : openedAtMs;
  return {
    event: 'operator.notice',
    timestamp: new Date(atMs).toISOString(),
    text: isOver ? `Over: ${what}` : `${what} ${todo}`,
    data: {
      ...{ noticeId, kind, state, subject, what, todo },
      since: new Date(openedAtMs).toISOString(),
      endedAt: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
    },
  };
}
