import type { Chain } from '../core/asset.js';

/** Asks contract wallets (ERC-1271) about signatures, for processes that ask the chains nothing else. */
export interface ContractApprovers {
  /** Returns whether the contract accepts the signature, as the chain's RPCs agree. False when none of them answers. */
  accepts(
    chain: Chain,
    asked: { readonly contract: string; readonly hash: string; readonly signature: string },
  ): Promise<boolean>;
}
