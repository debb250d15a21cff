import { askWhetherMined } from '../../../src/chain/agreement/read-agreed-depth.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';

/**
 * Finds out whether what was signed for a withdrawal, and is forgotten since, has paid it. Somebody has said that it can't
 * be mined any more, in a line that was added to the memory's file. Whoever alters the database could have led them to that.
 *
 * @returns `not_approved`; `unread` while too few RPCs say it. Null: nothing of it has paid.
 */
export async function findPaidAfterAll(
  { memory, approvers }: Pick<SigningDependencies, 'memory' | 'approvers'>,
  { client, withdrawal: { withdrawalId } }: SignableWithdrawal,
): Promise<NotYet | null> {
  if (approvers === null) return null;
  for (const txHash of memory.listForgotten(withdrawalId)) {
    const answer = await askWhetherMined(client, txHash, ({ succeeded }) => succeeded);
    if (answer === 'nowhere') continue;
    return answer === 'mined'
      ? new NotYet(
          'not_approved',
          `${txHash} was signed to pay it and is mined, though ${memory.path ?? 'the memory'} has a line by which it is lost; who has asked for that line? Stop the withdrawal`,
        )
      : new NotYet(
          'unread',
          `${txHash} was signed to pay it and is said to be lost; waits until enough RPCs say that it is in no block. Where they keep no receipts as old as that, add an archive node to the chain's rpcUrls`,
        );
  }
  return null;
}
