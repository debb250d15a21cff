import type { Chain } from '../../domain/core/asset.js';
import { createChainClient } from '../rpc/chain-client.js';
import type { ChainClient } from '../rpc/types.js';
import { isAcceptedByContract } from './read-contract-signature.js';

/** Asks contract wallets about signatures, for processes that ask the chains nothing else. */
export interface ContractClients {
  /** Returns whether the contract accepts the signature, as the chain's RPCs agree. False when none of them answers. */
  accepts(
    chain: Chain,
    asked: { readonly contract: string; readonly hash: string; readonly signature: string },
  ): Promise<boolean>;
  close(): Promise<void>;
}

/** Makes the client of a chain when it is first asked about: few installations have a contract wallet that approves. */
export function createContractApprovers(): ContractClients {
  const clients = new Map<string, ChainClient>();
  return {
    accepts(chain, asked) {
      const client = clients.get(chain.chainCode) ?? createChainClient(chain);
      clients.set(chain.chainCode, client);
      return isAcceptedByContract(client, asked);
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
