import { inPortions } from '../../../src/domain/core/in-portions.js';
import {
  agreedTimeOf,
  askAnother,
  askEach,
  isDenied,
  isShown,
  type PaymentVotes,
  type SecondOpinion,
} from '../../../src/chain/agreement/payment-votes.js';
import {
  dropDenied,
  listDoubted,
  listUncorroborated,
  noteDenied,
  noteShown,
  type DoubtedTransfer,
  type UncorroboratedTransfer,
} from '../../../src/db/chains/corroboration.js';
import type { StoredTransfer } from '../../../src/db/chains/stored-transfer.js';
import { claimOf, logFieldsOf } from '../reading/claim-of.js';
import type { Follower } from '../follower.js';
import { hasSecondRpc } from '../../../src/chain/rpc/has-second-rpc.js';
import { assetsToFind } from '../reading/our-transfers.js';
import type { Silences } from './silences.js';
import { MAX_SILENT_POLLS } from './second-opinion-polls.js';

/** How many payments are handled in one pass. */
const MAX_PAYMENTS_PER_PASS = 200;
/** How many payments are asked about in parallel. */
const MAX_PAYMENTS_AT_ONCE = 10;

/**
 * Asks another RPC about each payment that only one RPC has shown.
 * - Until another RPC shows it too, a payment is seen, but not confirmed.
 * - When more than half of all RPCs deny it, it no longer counts.
 * - While the RPCs contradict each other, it waits. That includes a contradiction about its block's time, which decides
 *   whether the payment is late.
 * - When none of the other RPCs answers for a while, the RPC that showed it is believed.
 *
 * @param silences when the others began to give no answer about a payment: kept from one call to the next.
 * @returns true when some payments still have to wait.
 */
export async function corroborateSeen(follower: Follower, silences: Silences): Promise<boolean> {
  const { deps, chain } = follower;
  const { chainCode } = chain;
  const tokenSymbols = assetsToFind(chain).map(({ tokenSymbol }) => tokenSymbol);
  const query = { chainCode, tokenSymbols, limit: MAX_PAYMENTS_PER_PASS };
  if (hasSecondRpc(follower)) {
    const waiting = await listUncorroborated(deps.db, query);
    silences.keepOnly(waiting);
    return corroborateEach(follower, waiting, (_, transfer) => corroborate(follower, { transfer, silences }));
  }
  return corroborateEach(follower, await listDoubted(deps.db, query), corroborateAlone);
}

/**
 * Handles each payment with `handle`, which returns whether the payment is decided.
 *
 * @returns true when some payments still have to wait.
 */
async function corroborateEach<T>(
  follower: Follower,
  transfers: readonly T[],
  handle: (follower: Follower, transfer: T) => Promise<boolean>,
): Promise<boolean> {
  let left = 0;
  for (const some of inPortions(transfers, MAX_PAYMENTS_AT_ONCE)) {
    const decided = await Promise.all(some.map((transfer) => handle(follower, transfer)));
    if (decided.includes(true)) await follower.deps.dispatchOutbox();
    left += decided.filter((isDecided) => !isDecided).length;
  }
  return left > 0;
}

/**
 * Decides about a payment that has waited for another RPC, now that only one RPC is left. An RPC that is no longer asked may
 * have made the payment up, so it counts only when the remaining RPC shows it. While that RPC neither shows nor denies
 * it, for example because it does not have the block, the payment waits.
 *
 * @returns true when the payment is decided.
 */
async function corroborateAlone(follower: Follower, transfer: DoubtedTransfer): Promise<boolean> {
  const { deps, chain, client } = follower;
  const votes = await askEach(client, claimOf(chain, transfer));
  const [blockTimeMs] = votes.times.values();
  if (blockTimeMs === undefined) return dropMadeUp(follower, { transfer, votes });
  return noteShown(deps.db, { ...transfer, blockTimeMs });
}

/** Asks another RPC about a payment. @returns true when the payment is decided. */
async function corroborate(
  follower: Follower,
  { transfer, silences }: { transfer: UncorroboratedTransfer; silences: Silences },
): Promise<boolean> {
  const { deps, chain, client } = follower;
  const { shownBy, deniedBy } = transfer;
  const claimed = claimOf(chain, transfer);
  const opinion = await askAnother(client, { claimed, shownBy });
  const silentMs = silences.note(transfer, { isSilent: opinion.says === 'silent' });
  switch (opinion.says) {
    case 'waits':
      return false;
    case 'silent':
      // A payment that was denied once needs more than silence.
      if (deniedBy !== null || silentMs < MAX_SILENT_POLLS * chain.pollIntervalMs) return false;
      // It does not count either when the verification scan denied it while we waited for the answer.
      if (!(await noteShown(deps.db, transfer, { unlessDenied: true }))) return false;
      deps.log.warn(
        logFieldsOf(chain, { transfer, shownBy, silentMs: Math.round(silentMs) }),
        'no other RPC answers: a payment that only one RPC has shown is believed',
      );
      return true;
    case 'shows':
      if (opinion.blockTimeMs !== transfer.blockTimeMs) return dispute(follower, { transfer, opinion });
      if (deniedBy !== null) return decide(follower, transfer);
      return noteShown(deps.db, transfer, { unlessDenied: true });
    case 'denies':
      return dispute(follower, { transfer, opinion });
  }
}

/** Handles a payment that another RPC denies, or for whose block it gives another time. */
async function dispute(
  follower: Follower,
  {
    transfer,
    opinion,
  }: { transfer: UncorroboratedTransfer; opinion: SecondOpinion & { readonly origin: string } },
): Promise<boolean> {
  const { deps, chain } = follower;
  const { shownBy, blockTimeMs } = transfer;
  if (await noteDenied(deps.db, transfer, opinion.origin)) {
    const times = opinion.says === 'shows' ? { blockTimeMs, otherTimeMs: opinion.blockTimeMs } : {};
    deps.log.error(
      logFieldsOf(chain, { transfer, shownBy, deniedBy: opinion.origin, ...times }),
      'the RPCs contradict each other about a payment: it is not credited until most of them show it',
    );
  }
  return decide(follower, transfer);
}

/** Decides about a payment in dispute: asks all RPCs. */
async function decide(follower: Follower, transfer: UncorroboratedTransfer): Promise<boolean> {
  const { deps, chain, client } = follower;
  const votes = await askEach(client, claimOf(chain, transfer));
  if (!isShown(votes, transfer.shownBy)) return dropMadeUp(follower, { transfer, votes });
  const blockTimeMs = agreedTimeOf(votes, { ...transfer, origin: transfer.shownBy });
  if (blockTimeMs === null) return false;
  return noteShown(deps.db, { ...transfer, blockTimeMs });
}

/** Drops a payment that more than half of all RPCs deny. @returns true when it was dropped. */
export async function dropMadeUp(
  { deps, chain, claim }: Pick<Follower, 'deps' | 'chain' | 'claim'>,
  { transfer, votes }: { transfer: StoredTransfer; votes: PaymentVotes },
): Promise<boolean> {
  if (!isDenied(votes) || !(await dropDenied(deps.db, claim, transfer))) return false;
  const { showing, denying } = votes;
  deps.log.error(
    logFieldsOf(chain, { transfer, showing, denying }),
    'most RPCs deny a payment: it was made up, and no longer counts',
  );
  return true;
}
