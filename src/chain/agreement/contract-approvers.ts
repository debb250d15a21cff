import type { ContractApprovers } from '../../domain/withdrawals/contract-approvers.js';
import { createChainClient } from '../rpc/chain-client.js';
import type { ChainClientOptions } from '../rpc/types.js';
import { isAcceptedByContract } from './read-contract-signature.js';

/**
 * Asks each question with a new client. Few installations have a contract wallet that approves, so this costs little. A
 * long-lived client would never again ask an RPC that timed out once, because this process never compares the RPCs.
 */
export function createContractApprovers(options: ChainClientOptions = {}): ContractApprovers {
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
