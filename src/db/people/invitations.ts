import { DAY_MS } from '../../domain/core/days.js';
import { createHash, randomBytes } from 'node:crypto';
import type { MemberKind, Membership } from '../../domain/people/roles.js';
import type { Queryable, Transaction } from '../core/database.js';

const TOKEN_BYTES = 32;

/** How long a link can be used, in ms. */
const LASTS_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;

export const INVITATION_STATUSES = ['open', 'used', 'withdrawn', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];
export type InvitationKind = keyof typeof LASTS_MS;

/** The party whose member the person becomes or is. */
export type InvitedTo =
  | { readonly kind: 'merchant'; readonly merchantId: string }
  | { readonly kind: 'operator'; readonly operatorId: string };

/** A link by which somebody joins, or sets the password anew. Times in epoch ms. */
export interface Invitation {
  readonly invitationId: string;
  readonly kind: InvitationKind;
  readonly to: InvitedTo;
  /** In lower case. */
  readonly email: string;
  /** Null: a new password changes no role. */
  readonly role: Membership['role'] | null;
  /** The member whose password it sets, or whom the invitation has created. */
  readonly memberId: string | null;
  readonly madeBy: {
    readonly kind: 'merchant' | 'operator' | 'cli';
    /** The merchant, the operator, or the account at the command line. */
    readonly id: string | null;
    /** The key or the member. */
    readonly credentialId: string | null;
  };
  readonly madeAtMs: number;
  readonly expiresAtMs: number;
  /** The scopes that move money count when this change is in force; null: at once. */
  readonly policyChangeId: string | null;
  readonly status: InvitationStatus;
}

interface InvitationRow {
  invitation_id: string;
  kind: InvitationKind;
  merchant_id: string | null;
  operator_id: string | null;
  email: string;
  role: Membership['role'] | null;
  member_id: string | null;
  made_by_kind: Invitation['madeBy']['kind'];
  made_by: string | null;
  made_by_credential: string | null;
  made_at: Date;
  expires_at: Date;
  policy_change_id: string | null;
  used_at: Date | null;
  withdrawn_at: Date | null;
}

function toInvitation(row: InvitationRow, nowMs: number): Invitation {
  return {
    invitationId: row.invitation_id,
    kind: row.kind,
    to: invitedTo(row),
    email: row.email,
    role: row.role,
    memberId: row.member_id,
    madeBy: { kind: row.made_by_kind, id: row.made_by, credentialId: row.made_by_credential },
    madeAtMs: row.made_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    policyChangeId: row.policy_change_id,
    status: statusOf(row, nowMs),
  };
}

function invitedTo({ merchant_id, operator_id, invitation_id }: InvitationRow): InvitedTo {
  if (merchant_id !== null) return { kind: 'merchant', merchantId: merchant_id };
  if (operator_id !== null) return { kind: 'operator', operatorId: operator_id };
  throw new Error(`Invitation ${invitation_id} leads to nobody`);
}

function statusOf(row: InvitationRow, nowMs: number): InvitationStatus {
  if (row.used_at !== null) return 'used';
  if (row.withdrawn_at !== null) return 'withdrawn';
  return row.expires_at.getTime() > nowMs ? 'open' : 'expired';
}

/** Returns the stored hash of a link's token. 256 random bits need no slow hash. */
function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

const columnsOf = (to: InvitedTo): { merchant_id: string } | { operator_id: string } =>
  to.kind === 'merchant' ? { merchant_id: to.merchantId } : { operator_id: to.operatorId };

/**
 * Stores a new link. The caller has withdrawn open links for the same person: the database allows only one.
 *
 * @returns the link with its token. Only the hash of the token is stored.
 */
export async function insertInvitation(
  trx: Transaction,
  made: Omit<Invitation, 'madeAtMs' | 'expiresAtMs' | 'status'> & { readonly nowMs: number },
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await trx('invitations')
    .insert({
      invitation_id: made.invitationId,
      kind: made.kind,
      token_hash: hashLinkToken(token),
      ...columnsOf(made.to),
      email: made.email,
      role: made.role,
      member_id: made.memberId,
      made_by_kind: made.madeBy.kind,
      made_by: made.madeBy.id,
      made_by_credential: made.madeBy.credentialId,
      made_at: new Date(made.nowMs),
      expires_at: new Date(made.nowMs + LASTS_MS[made.kind]),
      policy_change_id: made.policyChangeId,
    })
    .returning<InvitationRow[]>('*');
  if (row === undefined) throw new Error('The invitation was not written');
  return { invitation: toInvitation(row, made.nowMs), token };
}

/** Finds the link of a token, if it can be used now and leads to this application. */
export async function findOpenInvitation(
  q: Queryable,
  { kind, token, nowMs }: { readonly kind: MemberKind; readonly token: string; readonly nowMs: number },
): Promise<Invitation | undefined> {
  const row = await q('invitations')
    .where({ token_hash: hashLinkToken(token) })
    .first<InvitationRow | undefined>();
  if (row === undefined) return undefined;
  const found = toInvitation(row, nowMs);
  return found.status === 'open' && found.to.kind === kind ? found : undefined;
}

/** Locks a link until the transaction ends, and returns it as it is now. */
export async function lockInvitation(
  trx: Transaction,
  invitationId: string,
  nowMs: number,
): Promise<Invitation | undefined> {
  const row = await trx('invitations')
    .where({ invitation_id: invitationId })
    .forNoKeyUpdate()
    .first<InvitationRow | undefined>();
  return row === undefined ? undefined : toInvitation(row, nowMs);
}

/** Locks the source of a role: the invitation, or the member whose role was changed. */
export async function lockRole(trx: Transaction, objectId: string): Promise<void> {
  if (objectId.startsWith('ivt_'))
    await trx('invitations').where({ invitation_id: objectId }).forNoKeyUpdate().select('invitation_id');
  else await trx('members').where({ member_id: objectId }).forNoKeyUpdate().select('member_id');
}

/** Lists links, newest first. `afterId` is the last id of the previous page. */
export async function listInvitations(
  q: Queryable,
  query: {
    readonly merchantId?: string;
    readonly operatorIds?: readonly string[];
    readonly kind?: InvitationKind;
    readonly email?: string;
    readonly memberId?: string;
    readonly madeByCredential?: string;
    readonly status?: InvitationStatus;
    readonly nowMs: number;
    readonly limit: number;
    readonly afterId?: string;
  },
): Promise<Invitation[]> {
  const { merchantId, operatorIds, status, nowMs } = query;
  const named = {
    kind: query.kind,
    email: query.email,
    member_id: query.memberId,
    made_by_credential: query.madeByCredential,
  };
  const rows = await q('invitations')
    .modify((builder) => {
      if (merchantId !== undefined) void builder.where({ merchant_id: merchantId });
      if (operatorIds !== undefined) void builder.whereIn('operator_id', [...operatorIds]);
      for (const [column, value] of Object.entries(named))
        if (value !== undefined) void builder.where(column, value);
      if (status === 'used') void builder.whereNotNull('used_at');
      else if (status === 'withdrawn') void builder.whereNotNull('withdrawn_at');
      else if (status !== undefined)
        void builder
          .whereNull('used_at')
          .whereNull('withdrawn_at')
          .where('expires_at', status === 'open' ? '>' : '<=', new Date(nowMs));
      if (query.afterId !== undefined) void builder.where('invitation_id', '<', query.afterId);
    })
    .orderBy('invitation_id', 'desc')
    .limit(query.limit)
    .select<InvitationRow[]>('*');
  return rows.map((row) => toInvitation(row, nowMs));
}

/** Marks a link that the caller has locked as used. */
export async function useInvitation(
  trx: Transaction,
  { invitationId, memberId, nowMs }: { invitationId: string; memberId: string; nowMs: number },
): Promise<void> {
  await trx('invitations')
    .where({ invitation_id: invitationId })
    .update({ used_at: new Date(nowMs), member_id: memberId });
}

/** Marks a link that the caller has locked as withdrawn. */
export async function markWithdrawn(
  trx: Transaction,
  { invitationId, nowMs }: { invitationId: string; nowMs: number },
): Promise<void> {
  await trx('invitations')
    .where({ invitation_id: invitationId })
    .update({ withdrawn_at: new Date(nowMs) });
}
