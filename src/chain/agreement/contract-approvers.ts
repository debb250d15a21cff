import type { Chain } from '../../domain/core/asset.js';
import { createChainClient } from '../rpc/chain-client.js';
import type { ChainClientOptions } from '../rpc/types.js';
import { isAcceptedByContract } from './read-contract-signature.js';

/** Asks contract wallets about signatures, for processes that ask the chains nothing else. */
export interface ContractClients {
  /** Returns whether the contract accepts the signature, as the chain's RPCs agree. False when none of them answers. */
  accepts(
    chain: Chain,
    asked: { readonly contract: string; readonly hash: string; readonly signature: string },
  ): Promise<boolean>;
}

/**
 * Asks each question with a client of its own: few installations have a contract wallet that approves. A client that was
 * kept would never ask an RPC again that had once timed out, because nothing compares the RPCs in such a process.
 */
export function createContractApprovers(options: ChainClientOptions = {}): ContractClients {
  return {
    async accepts(chain, asked) {
      const client = createChainClient(chain, options);
      try {
        return await isAcceptedByContract(client, asked);
      } finally {
        await client.close();
      }
    },
  };
}
