import type { ContractApprovers } from '../../domain/withdrawals/contract-approvers.js';
import { createChainClient } from '../rpc/chain-client.js';
import type { ChainClientOptions } from '../rpc/types.js';
import { isAcceptedByContract } from './read-contract-signature.js';

/**
 * Asks each question with a client of its own: few installations have a contract wallet that approves. A client that was
 * kept would never ask an RPC again that had once timed out, because nothing compares the RPCs in such a process.
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
