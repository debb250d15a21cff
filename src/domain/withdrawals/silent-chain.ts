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

/** True: its chain decides what becomes of it next. */
export const isUnderWay = ({ status }: Pick<Waiting, 'status'>): boolean =>
  status === 'approved' || status === 'broadcast';

/**
 * Adds to a withdrawal that no RPC of its chain answers, where no other reason is stored. Nothing stores this one: the step
 * that sends it is repeated until an RPC answers.
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
