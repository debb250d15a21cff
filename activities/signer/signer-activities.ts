import type { TransactionSigner } from '../../src/chain/keys/types.js';
import { SigningError } from '../../src/chain/keys/signing-error.js';
import { listWithdrawalTransactions, type SentTransaction } from '../../src/db/wallets/sent-transactions.js';
import { SWEEPS_PER_CHAIN, WITHDRAWALS_PER_CHAIN } from '../../src/domain/wallets/signer-slots.js';
import type { SignerActivities, SweepProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { broadcast, cancelUnpayable, isMinedAfterAll, sendPayoutCancellations } from './payouts/broadcast.js';
import { createChainSlots } from './chain-slots.js';
import { requireGivenUpPast } from './wallet/cancel-given-up.js';
import {
  findSignedWithdrawal,
  signableOf,
  requireListed,
  type SignedWithdrawal,
  type SigningDependencies,
} from './wallet/signed-withdrawal.js';
import { settlePaidOutside } from './payouts/paid-outside.js';
import { createPayoutBatches, type PayoutBatches } from './payouts/payout-batches.js';
import type { PayoutDependencies } from './payouts/payout-dependencies.js';
import { carryCold } from './sweeps/carry-cold.js';
import { sweepChain } from './sweeps/sweep-chain.js';
import { NotYet, wait } from '../withdrawals/withdrawal-wait.js';

export function createSignerActivities(given: SigningDependencies): SignerActivities {
  const deps = { ...given, hotWallet: waitForSignatures(given.hotWallet) };
  const payoutDeps: PayoutDependencies = {
    ...deps,
    carryCold: (wallet, behind) => carryCold(deps, wallet, behind),
  };
  const turns = createPayoutBatches(payoutDeps);
  const inPayoutSlot = createChainSlots({ what: 'withdrawals', most: WITHDRAWALS_PER_CHAIN });
  const inSweepSlot = createChainSlots({ what: 'sweeps', most: SWEEPS_PER_CHAIN });
  /** What was said last, of each chain. */
  const said = new Map<string, readonly string[]>();
  return {
    async sendWithdrawal({ withdrawalId }): Promise<void> {
      if (turns.wasSentInBatch(withdrawalId)) return;
      try {
        const leaving = await findSignedWithdrawal(deps, withdrawalId);
        await inPayoutSlot(leaving.chain.chainCode, async () => {
          // While it waited for its place.
          if (!turns.wasSentInBatch(withdrawalId)) await payOut(payoutDeps, { leaving, turns });
        });
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        await wait(deps, { withdrawalId, why: error });
      }
    },

    async sweepChain({ chainCode, plans = true }): Promise<SweepProgress> {
      const chain = deps.chains.get(chainCode);
      if (chain === undefined) throw recordNotFound('chain', chainCode);
      const { progress, alarms } = await inSweepSlot(chainCode, () => sweepChain(deps, chain, { plans }));
      for (const note of progress.notes) {
        // Once while it stays so: it is looked at every few seconds.
        if (said.get(chainCode)?.includes(note) === true) continue;
        deps.log[alarms.has(note) ? 'error' : 'warn']({ chainCode }, `sweep: ${note}`);
      }
      said.set(chainCode, progress.notes);
      return progress;
    },
  };
}

/** A key that is elsewhere may give no signature now: then its transaction waits, without a nonce. */
function waitForSignatures(wallet: TransactionSigner): TransactionSigner {
  return {
    address: wallet.address,
    signTransaction: async (transaction) => {
      try {
        return await wallet.signTransaction(transaction);
      } catch (error) {
        throw error instanceof SigningError ? new NotYet(error.code, error.message) : error;
      }
    },
  };
}

async function payOut(
  deps: PayoutDependencies,
  { leaving, turns }: { leaving: SignedWithdrawal; turns: PayoutBatches },
): Promise<void> {
  const { withdrawalId, status, waitingReason } = leaving.withdrawal;
  const known = await listWithdrawalTransactions(deps.db, [withdrawalId]);
  await requireGivenUpPast(deps, leaving, () => sendPayoutCancellations(deps, leaving));
  if (status === 'failed' || known.some(isMinedAfterAll)) {
    await cancelUnpayable(deps, leaving, known);
    return;
  }
  // What is signed and was never sent may be in a turn that is under way: it goes out there, or in the next one.
  const isOnItsWay =
    known.length > 0 && known.every((attempt) => !isSent(attempt) && attempt.receipt === null);
  const hasTurn = isOnItsWay && signableOf(deps, leaving.withdrawal) !== null;
  if (known.length > 0 && !hasTurn && (await broadcast(deps, leaving, known)) === 'sent') return;
  const outgoing = requireListed(deps, leaving);
  // Only when it waits already: a payment that nothing keeps back asks for nothing more.
  const waits = !hasTurn && waitingReason !== null;
  const isPaid = waits && (await settlePaidOutside(deps, outgoing));
  const signed = await (isPaid ? listWithdrawalTransactions(deps.db, [withdrawalId]) : turns.take(outgoing));
  if (signed.length > 0 && !signed.some(isSent)) await broadcast(deps, outgoing, signed);
}

const isSent = ({ firstSentAtMs }: SentTransaction): boolean => firstSentAtMs !== null;
