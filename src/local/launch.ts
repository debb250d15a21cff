import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toChecksumAddress } from '../chain/keys/address.js';
import { depositXpubOf, generateMnemonic, hotWalletOf, sweepKeysOf } from '../chain/keys/keys.js';
import { parseChainsFile } from '../config/chains-file.js';
import { writeInstanceFile } from '../config/instance-file.js';
import { openDatabase, type Database } from '../db/core/database.js';
import { migrateToLatest, UnknownStepsError } from '../db/core/migrate.js';
import type { Chain } from '../domain/core/asset.js';
import { localChainsFile, type LocalChain } from './chain.js';
import {
  ensureDemoMerchant,
  ensureDemoOperator,
  type DemoMerchant,
  type DemoOperator,
} from './demo-accounts.js';
import { launchChain, launchMiner, launchPostgres, launchTemporal, useTemporal } from './embed.js';
import { environmentOfCli, hasRole, variableOf, type LocalSettings } from './environment.js';
import { fundWallets } from './fund-wallets.js';
import { allEnded, type LaunchContext } from './launch-context.js';
import { assertSetPortsFree, baseUrlOf, endLeftoverPrograms, launchPrograms } from './own-programs.js';
import { wantedPorts } from './ports.js';
import { ensureSecretsKey, ensureSignerMnemonic } from './secrets.js';
import type { RunningProcess } from './supervisor.js';

/** A running instance with all its parts. */
export interface Instance {
  readonly baseUrl: string;
  /** The address for operators. It is `baseUrl`, unless they have their own port. */
  readonly adminBaseUrl: string;
  /** Null: Temporal was given from outside, without the address of its UI. */
  readonly temporalUiUrl: string | null;
  readonly metricsUrl: string;
  readonly temporalAddress: string;
  readonly dataDir: string;
  readonly merchant: DemoMerchant;
  readonly operator: DemoOperator;
  readonly chains: readonly Chain[];
  /** Lower-case. */
  readonly hotWalletAddress: string;
  /** The wallet that pays for sweeping. Lower-case. */
  readonly sweepWalletAddress: string;
  /** Null: chains were given from outside. */
  readonly localChain: LocalChain | null;
  /** Returns the processes that run now. */
  processes(): readonly RunningProcess[];
}

/**
 * Starts the parts that were not given from outside, and then our own programs. The supervisor has to stop all of them,
 * even when this throws.
 *
 * @throws Error that says what could not be started, or the signal's reason once it is aborted.
 */
export async function launch(context: LaunchContext): Promise<Instance> {
  const { config, dataDir, env, signal } = context;
  await endLeftoverPrograms(context);
  await assertSetPortsFree(context);
  const ports = wantedPorts(config.ports);
  const [databaseUrl, temporal, localChain] = await allEnded([
    config.databaseUrl === null
      ? launchPostgres(context, ports.postgres)
      : Promise.resolve(config.databaseUrl),
    config.temporal === null ? launchTemporal(context, ports) : useTemporal(context, config.temporal),
    config.chains === null ? launchChain(context, ports.chain) : Promise.resolve(null),
  ]);
  signal.throwIfAborted();
  const accounts = await prepareDatabase(context, databaseUrl);
  const { chains, chainsFile } = describeChains(context, localChain);
  const mnemonic = config.signerMnemonic ?? ensureSignerMnemonic(dataDir, generateMnemonic);
  const settings: LocalSettings = {
    databaseUrl,
    embeddedTemporalAddress: config.temporal === null ? temporal.address : null,
    embeddedTemporalUiUrl: config.temporal === null ? temporal.uiUrl : null,
    chainsFile,
    dataDir,
    secretsKey: variableOf(env, 'SECRETS_KEY') ?? ensureSecretsKey(dataDir),
    depositXpub: variableOf(env, 'DEPOSIT_XPUB') ?? depositXpubOf(mnemonic),
    mnemonic,
  };
  const wallets = {
    hotWalletAddress: hotWalletOf(mnemonic).address,
    sweepWalletAddress: sweepKeysOf(mnemonic).wallet.address,
  };
  if (localChain !== null) await fundLocalWallets(context, chains, wallets);
  const location = await launchPrograms(context, settings);
  if (localChain !== null)
    await launchMiner(context, { chain: localChain, databaseUrl, isRead: hasRole(env, 'chain') });
  writeInstanceFile({ dataDir, env: environmentOfCli(env, { settings, location }) });
  const { hosts } = config;
  return {
    baseUrl: baseUrlOf({ host: hosts.api, port: location.port }),
    adminBaseUrl: baseUrlOf({ host: hosts.api, port: location.adminPort ?? location.port }),
    temporalUiUrl: temporal.uiUrl,
    metricsUrl: `${baseUrlOf({ host: hosts.metrics, port: location.metricsPort })}/metrics`,
    temporalAddress: temporal.address,
    dataDir,
    ...accounts,
    chains,
    ...wallets,
    localChain,
    processes: () => context.supervisor.processes(),
  };
}

async function fundLocalWallets(
  { progress }: LaunchContext,
  [chain]: readonly Chain[],
  wallets: Parameters<typeof fundWallets>[1],
): Promise<void> {
  if (chain === undefined) return;
  await progress.step(
    'Wallets',
    () => fundWallets(chain, wallets),
    (sent) => (sent.length === 0 ? 'hold enough' : `got ${sent.join(', ')}`),
  );
}

/**
 * Migrates the database to the latest schema. If an embedded database is from before the release, the error says how to
 * move its data folder away. For a database that was given from outside it does not, because that folder is not ours.
 */
async function migrate({ config, dataDir }: LaunchContext, db: Database): Promise<readonly string[]> {
  try {
    return await migrateToLatest(db);
  } catch (error) {
    const isOwn = config.databaseUrl === null;
    if (!isOwn || !(error instanceof UnknownStepsError) || !error.isBeforeRelease) throw error;
    throw new Error(
      `${error.what} Move its folder away, and the next start makes a new one: mv "${dataDir}" "${dataDir}-before-release". ` +
        'In there, secrets/ has the keys of its wallets: keep it while anything is at their addresses.',
      { cause: error },
    );
  }
}

async function prepareDatabase(
  context: LaunchContext,
  databaseUrl: string,
): Promise<Pick<Instance, 'merchant' | 'operator'>> {
  const { dataDir, progress } = context;
  const db = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    await progress.step(
      'Schema',
      () => migrate(context, db),
      (done) => (done.length === 0 ? 'up to date' : `${done.length} migrations done`),
    );
    return {
      merchant: await ensureDemoMerchant(db, dataDir),
      operator: await ensureDemoOperator(db, dataDir),
    };
  } finally {
    await db.destroy();
  }
}

function describeChains(
  { config, dataDir, env }: LaunchContext,
  localChain: LocalChain | null,
): { readonly chains: readonly Chain[]; readonly chainsFile: string } {
  if (localChain === null) {
    return { chains: config.chains ?? [], chainsFile: path.resolve(variableOf(env, 'CHAINS_FILE') ?? '') };
  }
  const text = localChainsFile({
    rpcUrl: localChain.rpcUrl,
    tokenAddress: toChecksumAddress(localChain.tokenAddress),
  });
  const chainsFile = path.join(dataDir, 'chains.json');
  writeFileSync(chainsFile, text);
  return { chains: parseChainsFile(text), chainsFile };
}
