import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ChainActivities } from '../activities/contract.js';
import { FOLLOW } from './activity-options.js';
import type { ChainFollowerInput } from '../src/temporal/messages.js';

const chains = proxyActivities<ChainActivities>(FOLLOW);

/**
 * Follows one chain: runs a single activity that outlives its workers. The height that it has read is in its heartbeat,
 * under "Pending Activities".
 */
export async function chainFollower({ chainCode }: ChainFollowerInput): Promise<void> {
  setCurrentDetails(
    `Reads each block of \`${chainCode}\` once and wakes the invoices and withdrawals concerned. ` +
      'The height read is in the heartbeat of the pending activity.',
  );
  await chains.followChain.executeWithOptions({ ...FOLLOW, summary: `follow ${chainCode}` }, [{ chainCode }]);
}
