import { findAssetFreeze } from '../../../src/db/withdrawals/asset-freezes.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { countOpenMovements } from '../../../src/db/sweeps/movements.js';
import { readOnDepositAddresses } from '../../../src/db/sweeps/sweepable.js';
import { fixedSweepThreshold, gasAsset, type Chain } from '../../../src/domain/core/asset.js';
import { quoted, REASON_SHOWN } from '../../../src/domain/core/printable.js';
import type { SweepProgress } from '../../contract.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { advanceMovements } from './advance-movements.js';
import { inWords, orNote, type SweepContext } from './sweep-context.js';
import { sendToCold } from './send-to-cold.js';
import { sweepNative } from './sweep-native.js';
import { sweepTokens } from './sweep-tokens.js';

/** The result of one round. */
interface SweepRound {
  readonly progress: SweepProgress;
  /** The notes that are logged as errors. */
  readonly alarms: ReadonlySet<string>;
  /** Further fields of the log lines of some notes. */
  readonly advice: SweepContext['advice'];
}

/**
 * Does one round of sweeping: advances the movements under way. Then, if it `plans`, it signs and sends the due ones.
 * All of its state is in the database.
 */
export async function sweepChain(
  deps: SigningDependencies,
  chain: Chain,
  { plans }: { plans: boolean },
): Promise<SweepRound> {
  const { chainCode } = chain;
  const context = await openSweep(deps, chain);
  const isOpen = typeof context !== 'string';
  const notes = isOpen ? await runRound(context, plans) : [context];
  const failures = isOpen ? [...context.failures] : [];
  const open = await countOpenMovements(deps.db, chainCode);
  const left = isOpen && open === 0 ? await describeLeft(deps.db, chain) : [];
  return {
    progress: report(chainCode, { open, notes, left, failures }),
    alarms: isOpen ? context.alarms : new Set(),
    advice: isOpen ? context.advice : new Map<string, never>(),
  };
}

async function runRound(context: SweepContext, plans: boolean): Promise<readonly string[]> {
  await advanceMovements(context);
  if (!plans) return [...context.notes];
  context.notes.clear();
  context.failures.clear();
  for (const asset of context.chain.assets) {
    if ((await findAssetFreeze(context.deps.db, asset)) !== undefined) {
      context.notes.add(`${asset.tokenSymbol} is frozen; waits until an operator releases it`);
      continue;
    }
    await orNote(context, `sweep of ${asset.tokenSymbol}`, () =>
      asset.kind === 'native' ? sweepNative(context, asset) : sweepTokens(context, asset),
    );
    await orNote(context, `${asset.tokenSymbol} above the ceiling`, () => sendToCold(context, asset));
  }
  await advanceMovements(context);
  return [...context.notes];
}

/** Returns the context of a round, or why there is none, in words. */
async function openSweep(deps: SigningDependencies, chain: Chain): Promise<SweepContext | string> {
  const { chainCode } = chain;
  if (deps.sweepKeys === undefined)
    return 'the signing worker has no seed of the deposit addresses (SIGNER_DEPOSIT_MNEMONIC): nothing is swept';
  const cursor = await findChainCursor(deps.db, chainCode);
  if (cursor?.haltedReason != null)
    return `the chain is halted: ${quoted(cursor.haltedReason, REASON_SHOWN)}`;
  if (cursor?.finalizedHeight == null) return 'no final block of the chain was read yet';
  return {
    deps,
    chain,
    keys: deps.sweepKeys,
    client: deps.chainClient(chainCode),
    native: gasAsset(chain),
    finalizedHeight: cursor.finalizedHeight,
    chainTimeMs: cursor.blockTimeMs,
    notes: new Set<string>(),
    failures: new Set<string>(),
    alarms: new Set<string>(),
    advice: new Map(),
  };
}

/** Describes, for each asset, the amount that still lies on deposit addresses when a sweep is over, and the reason. */
async function describeLeft(
  db: SigningDependencies['db'],
  { chainCode, assets }: Chain,
): Promise<readonly string[]> {
  const lying = await readOnDepositAddresses(db, chainCode);
  return assets.flatMap((asset) => {
    const atomic = lying.get(asset.tokenSymbol) ?? 0n;
    if (atomic <= 0n) return [];
    const threshold = fixedSweepThreshold(asset);
    const least = threshold === null ? 'twenty times its gas' : inWords(asset, threshold);
    return [
      `${inWords(asset, atomic)} stay on deposit addresses: one is swept once it has ${least} in final blocks`,
    ];
  });
}

function report(
  chainCode: string,
  {
    open,
    notes,
    left,
    failures,
  }: {
    open: number;
    notes: readonly string[];
    left: readonly string[];
    failures: readonly string[];
  },
): SweepProgress {
  const failed = failures.length === 0 ? null : failures.join('; ');
  const underWay =
    open === 0
      ? 'nothing is under way'
      : `${open} ${open === 1 ? 'transaction' : 'transactions'} to be final`;
  const details = [
    `Sweep of \`${chainCode}\`: ${underWay}`,
    '', // Markdown: a list begins after an empty line
    ...[...notes, ...left].map((note) => `- ${note}`),
  ].join('\n');
  const said = [open === 0 ? 'swept: nothing is under way' : `waits for ${underWay}`, ...notes, ...left].join(
    '; ',
  );
  return {
    said,
    open,
    details,
    notes,
    failed,
    status: failed !== null ? 'failing' : open === 0 ? 'swept' : 'sweeping',
    waitingFor: [underWay, ...failures].join('; '),
  };
}
