import { sayNoneAnswers, type Silence } from '../chains/rpc-answers.js';
import type { AssetId } from '../core/asset.js';
import type { WithdrawalStatus } from './withdrawal-state.js';
import type { WaitCode } from './withdrawal-waits.js';

interface Waiting {
  readonly status: WithdrawalStatus;
  readonly asset: AssetId;
  readonly waitingReason: string | null;
  readonly waitingCode: string | null;
}

/** True: its next step depends on the chain. */
export const isUnderWay = ({ status }: Pick<Waiting, 'status'>): boolean =>
  status === 'approved' || status === 'broadcast';

/**
 * Adds the waiting reason "no RPC of its chain answers" to a withdrawal without a stored reason. This reason is not
 * stored: the step that sends the withdrawal is repeated until an RPC answers.
 *
 * @param silences by chain code.
 */
export function waitingForAnswers<T extends Waiting>(
  withdrawal: T,
  silences: ReadonlyMap<string, Silence>,
): T {
  const { asset, waitingReason } = withdrawal;
  const silence = silences.get(asset.chainCode);
  if (silence === undefined || waitingReason !== null || !isUnderWay(withdrawal)) return withdrawal;
  const waitingCode: WaitCode = 'unread';
  return { ...withdrawal, waitingCode, waitingReason: sayNoneAnswers(asset.chainCode, silence) };
}
