import {
  agreedTimeOf,
  askAnother,
  askEach,
  isDenied,
  isShown,
  type PaymentVotes,
  type SecondOpinion,
} from '../../../src/chain/agreement/second-opinion.js';
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
import { claimOf, fieldsOf } from '../reading/claim-of.js';
import type { Follower } from '../follower.js';
import { hasSecondRpc } from '../has-second-rpc.js';
import { assetsToFind } from '../reading/our-transfers.js';

const MAX_PAYMENTS_PER_TURN = 200;
/** Asked for side by side. */
const MAX_PAYMENTS_AT_ONCE = 10;
/** For how many polls of the chain, from its first sighting, a payment waits for others that give no answer. */
const MAX_SILENT_POLLS = 20;

/**
 * Asks another RPC about each payment that one alone has shown. Until one shows it too a payment is seen, and not
 * confirmed; when more than half of all say that it never was, it stands no longer. While they contradict each other it
 * waits, also while they contradict each other about its block's time: that says whether it is late. When for a while
 * none of the others gives an answer, those that answer are believed, as in what is final.
 *
 * @returns true when some are left that have to wait.
 */
export async function corroborateSeen(follower: Follower): Promise<boolean> {
  const { deps, chain } = follower;
  const { chainCode } = chain;
  const tokenSymbols = assetsToFind(chain).map(({ tokenSymbol }) => tokenSymbol);
  const of = { chainCode, tokenSymbols, limit: MAX_PAYMENTS_PER_TURN };
  if (hasSecondRpc(follower)) return proveEach(follower, await listUncorroborated(deps.db, of), proveOne);
  return proveEach(follower, await listDoubted(deps.db, of), proveAlone);
}

/** @returns true when some are left that have to wait. */
async function proveEach<T>(
  follower: Follower,
  transfers: readonly T[],
  prove: (follower: Follower, transfer: T) => Promise<boolean>,
): Promise<boolean> {
  let left = 0;
  for (let start = 0; start < transfers.length; start += MAX_PAYMENTS_AT_ONCE) {
    const some = transfers.slice(start, start + MAX_PAYMENTS_AT_ONCE);
    const settled = await Promise.all(some.map((transfer) => prove(follower, transfer)));
    if (settled.includes(true)) await follower.deps.dispatchOutbox();
    left += settled.filter((isSettled) => !isSettled).length;
  }
  return left > 0;
}

/**
 * What waited for another RPC before this was the only one: others that are no longer asked may have made it up, so that
 * only what this one shows itself is believed. While it says nothing of it, as of a block that it has not got, that
 * waits.
 */
async function proveAlone(follower: Follower, transfer: DoubtedTransfer): Promise<boolean> {
  const { deps, chain, client } = follower;
  const votes = await askEach(client, claimOf(chain, transfer));
  const [blockTimeMs] = votes.times.values();
  if (blockTimeMs === undefined) return dropMadeUp(follower, { transfer, votes });
  return noteShown(deps.db, { ...transfer, blockTimeMs });
}

/** @returns true when it is known now what is to be thought of it. */
async function proveOne(follower: Follower, transfer: UncorroboratedTransfer): Promise<boolean> {
  const { deps, chain, client } = follower;
  const { shownBy, deniedBy } = transfer;
  const claimed = claimOf(chain, transfer);
  const opinion = await askAnother(client, { claimed, shownBy });
  switch (opinion.says) {
    case 'waits':
      return false;
    case 'silent':
      // What one has denied needs more than its silence.
      if (deniedBy !== null || transfer.ageMs < MAX_SILENT_POLLS * chain.pollIntervalMs) return false;
      // Nor is one believed that the second reading has denied while this waited for an answer.
      if (!(await noteShown(deps.db, transfer, { unlessDenied: true }))) return false;
      deps.log.warn(
        fieldsOf(chain, { transfer, shownBy }),
        'no other RPC answers: a payment is believed that one alone has shown',
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

/** Another RPC denies a payment, or tells another time of its block. */
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
      fieldsOf(chain, { transfer, shownBy, deniedBy: opinion.origin, ...times }),
      'the RPCs contradict each other about a payment: it is not credited until most of them show it',
    );
  }
  return decide(follower, transfer);
}

/** A payment in dispute: all are asked. */
async function decide(follower: Follower, transfer: UncorroboratedTransfer): Promise<boolean> {
  const { deps, chain, client } = follower;
  const votes = await askEach(client, claimOf(chain, transfer));
  if (!isShown(votes, transfer.shownBy)) return dropMadeUp(follower, { transfer, votes });
  const blockTimeMs = agreedTimeOf(votes, { ...transfer, origin: transfer.shownBy });
  if (blockTimeMs === null) return false;
  return noteShown(deps.db, { ...transfer, blockTimeMs });
}

/** @returns true when more than half of all RPCs say that a payment never was: then it stands no longer. */
export async function dropMadeUp(
  { deps, chain, claim }: Pick<Follower, 'deps' | 'chain' | 'claim'>,
  { transfer, votes }: { transfer: StoredTransfer; votes: PaymentVotes },
): Promise<boolean> {
  if (!isDenied(votes) || !(await dropDenied(deps.db, claim, transfer))) return false;
  const { showing, denying } = votes;
  deps.log.error(
    fieldsOf(chain, { transfer, showing, denying }),
    'a payment was made up, most RPCs say: it stands no longer',
  );
  return true;
}
