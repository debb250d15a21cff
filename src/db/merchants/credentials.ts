import { OPEN_WHITELIST, type AddressWhitelist } from '../../domain/merchants/address-whitelist.js';
import type { KeyRateLimits } from '../../domain/merchants/rate-limits.js';
import type { Scope } from '../../domain/merchants/scopes.js';
import { scopesInForce } from '../../domain/people/roles.js';
import type { Member } from '../people/members.js';
import type { ApiKey, ApiKeyOwner } from './api-keys.js';

/** The identity of a caller: an API key, or a member who has signed in. */
export interface Credential {
  readonly by: 'key' | 'member';
  /** Id of the key or of the member. Limits, idempotency keys and the audit log identify the caller by it. */
  readonly credentialId: string;
  readonly owner: ApiKeyOwner;
  readonly scopes: readonly Scope[];
  /** The addresses that the caller may withdraw to. The merchant's own whitelist applies as well. */
  readonly whitelist: AddressWhitelist;
  /** CIDR ranges; empty: from anywhere. */
  readonly ips: readonly string[];
  readonly rateLimits: KeyRateLimits;
  /** Epoch ms; null: never. */
  readonly expiresAtMs: number | null;
}

export function credentialOfKey(apiKey: ApiKey): Credential {
  const { apiKeyId, owner, scopes, whitelist, ips, rateLimits, expiresAtMs } = apiKey;
  return { by: 'key', credentialId: apiKeyId, owner, scopes, whitelist, ips, rateLimits, expiresAtMs };
}

/**
 * Returns the credential of a member. It has the scopes of the role that are in force, and none of the restrictions
 * that keys can have.
 */
export function credentialOfMember(
  { memberId, membership, waiting }: Pick<Member, 'memberId' | 'membership' | 'waiting'>,
  { isMerchantSuspended }: { readonly isMerchantSuspended: boolean },
): Credential {
  const merchantStatus = isMerchantSuspended ? 'suspended' : 'active';
  return {
    by: 'member',
    credentialId: memberId,
    owner:
      membership.kind === 'merchant'
        ? { kind: 'merchant', merchantId: membership.merchantId, merchantStatus }
        : { kind: 'operator', operatorId: membership.operatorId },
    scopes: scopesInForce({ membership, waiting }),
    whitelist: OPEN_WHITELIST,
    ips: [],
    rateLimits: {},
    expiresAtMs: null,
  };
}
