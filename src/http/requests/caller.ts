import type { ApiKey } from '../../db/merchants/api-keys.js';
import type { AuditActor } from '../../db/audit/audit-log.js';
import type { MerchantScope, OperatorScope, Scope } from '../../domain/merchants/scopes.js';

/** The sender of a request. */
export type Caller = MerchantCaller | OperatorCaller | PublicCaller;

export interface MerchantCaller {
  readonly kind: 'merchant';
  readonly merchantId: string;
  readonly apiKey: ApiKey;
  readonly ip: string;
}

export interface OperatorCaller {
  readonly kind: 'operator';
  readonly operatorId: string;
  readonly apiKey: ApiKey;
  readonly ip: string;
}

export interface PublicCaller {
  readonly kind: 'public';
  readonly ip: string;
}

/** Who may call a route, and the scope that the key needs. */
export interface Access<C extends Caller> {
  readonly kind: C['kind'];
  /** Null: any key of the kind. */
  readonly scope: Scope | null;
}

export const PUBLIC: Access<PublicCaller> = { kind: 'public', scope: null };

export function merchants(scope: MerchantScope | null): Access<MerchantCaller> {
  return { kind: 'merchant', scope };
}

export function operators(scope: OperatorScope): Access<OperatorCaller> {
  return { kind: 'operator', scope };
}

/** Returns the actor for the audit log: who gave the order, with which key, and from where. */
export function auditActor(caller: MerchantCaller | OperatorCaller): AuditActor {
  const id = caller.kind === 'merchant' ? caller.merchantId : caller.operatorId;
  return { kind: caller.kind, id, apiKeyId: caller.apiKey.apiKeyId, ip: caller.ip };
}
