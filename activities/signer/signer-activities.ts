import type { TransactionSigner } from '../../src/chain/keys/types.js';
import { SigningError } from '../../src/chain/keys/signing-error.js';
import { AlertThrottle } from '../../src/domain/core/alert-throttle.js';
import { SWEEPS_PER_CHAIN, WITHDRAWALS_PER_CHAIN } from '../../src/domain/wallets/signer-slots.js';
import type { SendResult, SignerActivities, SweepProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { createChainSlots } from './chain-slots.js';
import { findSignedWithdrawal, type SigningDependencies } from './wallet/signed-withdrawal.js';
import { createSigningMemory, type SigningMemory } from './wallet/memory/signing-memory.js';
import { isStrict } from './wallet/policy/wallet-coverage.js';
import { payOut } from './payouts/pay-out.js';
import { createPayoutBatches } from './payouts/payout-batches.js';
import type { PayoutDependencies } from './payouts/payout-dependencies.js';
import { sendColdBefore } from './sweeps/send-cold-before.js';
import { sweepChain } from './sweeps/sweep-chain.js';
import { adviceFields, NotYet, notYetOf, wait } from '../withdrawals/not-yet.js';

const SENT_IN_BATCH = 'sent, in a batch with others';
/** A note of a sweep that stays is logged again after this time. */
const NOTE_AGAIN_MS = 3_600_000;

export function createSignerActivities(given: Omit<SigningDependencies, 'memory'>): SignerActivities {
  const hotWallet = signFirstUnlike(waitForSignatures(given.hotWallet), { isStrict: isStrict(given) });
  const deps = { ...given, memory: openMemory(given), hotWallet };
  const payoutDeps: PayoutDependencies = {
    ...deps,
    sendColdBefore: (wallet, behind) => sendColdBefore(deps, wallet, behind),
  };
  const batches = createPayoutBatches(payoutDeps);
  const inPayoutSlot = createChainSlots({ what: 'withdrawals', most: WITHDRAWALS_PER_CHAIN });
  const inSweepSlot = createChainSlots({ what: 'sweeps', most: SWEEPS_PER_CHAIN });
  /** A sweep runs every few seconds. */
  const noteThrottle = new AlertThrottle(NOTE_AGAIN_MS);
  return {
    async sendWithdrawal({ withdrawalId }): Promise<SendResult> {
      if (batches.wasSentInBatch(withdrawalId)) return { said: SENT_IN_BATCH, failed: null };
      try {
        const signedWithdrawal = await findSignedWithdrawal(deps, withdrawalId);
        const said = await inPayoutSlot(signedWithdrawal.chain.chainCode, async () => {
          // A batch may have sent it while it waited for its slot.
          if (batches.wasSentInBatch(withdrawalId)) return SENT_IN_BATCH;
          return payOut(payoutDeps, { signedWithdrawal, batches });
        });
        return { said, failed: null };
      } catch (error) {
        const why = notYetOf(error);
        await wait(deps, { withdrawalId, why });
        const said = `not sent: ${why.message}`;
        return { said, failed: said };
      }
    },

    async sweepChain({ chainCode, plans = true }): Promise<SweepProgress> {
      const chain = deps.chains.get(chainCode);
      if (chain === undefined) throw recordNotFound('chain', chainCode);
      const { progress, alarms, advice } = await inSweepSlot(chainCode, () =>
        sweepChain(deps, chain, { plans }),
      );
      for (const note of progress.notes) {
        if (!noteThrottle.isDue(`${chainCode} ${note}`, performance.now())) continue;
        const fields = adviceFields(advice.get(note) ?? { memory: null });
        deps.log[alarms.has(note) ? 'error' : 'warn']({ chainCode, ...fields }, `sweep: ${note}`);
      }
      return progress;
    },
  };
}

function openMemory({
  memoryFile = null,
  defaultMemoryFile = null,
  log,
}: Pick<SigningDependencies, 'memoryFile' | 'defaultMemoryFile' | 'log'>): SigningMemory {
  if (memoryFile !== null || defaultMemoryFile === null) return createSigningMemory(memoryFile);
  try {
    return createSigningMemory(defaultMemoryFile);
  } catch (error) {
    if (error instanceof NotYet) throw error;
    log.error(
      { err: error },
      `${defaultMemoryFile} can't be written, so this worker forgets what it has signed when it ends, and pays nothing ` +
        'after that until somebody has looked. Set SIGNER_MEMORY_FILE to a file on a disk that lasts',
    );
    return createSigningMemory(null);
  }
}

/** Wraps a wallet whose key service may give no signature now: then its transaction waits, and takes no nonce. */
function waitForSignatures(wallet: TransactionSigner): TransactionSigner {
  return {
    address: wallet.address,
    signTransaction: async (transaction, how) => {
      try {
        return await wallet.signTransaction(transaction, how);
      } catch (error) {
        throw error instanceof SigningError ? new NotYet(error.code, error.message) : error;
      }
    },
  };
}

/**
 * Wraps the hot wallet, whose first transaction has to prove that no other signing worker has begun with it. When two
 * workers sign the same payment for nonce 0, they must not get the same hash: each would think that the mined
 * transaction is its own.
 */
function signFirstUnlike(
  wallet: TransactionSigner,
  { isStrict: isUnlikeNeeded }: { isStrict: boolean },
): TransactionSigner {
  return {
    address: wallet.address,
    signTransaction: (transaction, how) =>
      wallet.signTransaction(
        transaction,
        isUnlikeNeeded && transaction.nonce === 0 ? { isUnlike: true } : how,
      ),
  };
}
