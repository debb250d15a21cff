import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The variables with which a command uses an instance that `npm start` runs. */
const INSTANCE_VARIABLES = [
  'DATABASE_URL',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'CHAINS_FILE',
  'DEPOSIT_XPUB',
  'PUBLIC_BASE_URL',
  'WEBHOOK_RETRY_DELAYS',
  'POLICY_DELAY',
  'LOCAL_MODE',
] as const;

export type InstanceEnvironment = Readonly<Partial<Record<(typeof INSTANCE_VARIABLES)[number], string>>>;

const instanceFile = z.object({ env: z.partialRecord(z.enum(INSTANCE_VARIABLES), z.string()) });

function pathOf(dataDir: string): string {
  return path.join(dataDir, 'instance.json');
}

/**
 * Writes the variables of a running instance for the command line. Only the owner can read the file, because it
 * contains a password.
 */
export function writeInstanceFile({ dataDir, env }: { dataDir: string; env: InstanceEnvironment }): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${pathOf(dataDir)}.new`;
  writeFileSync(temporary, `${JSON.stringify({ env }, null, 2)}\n`, { mode: 0o600 });
  // An interrupted earlier write may have left the file with another mode.
  chmodSync(temporary, 0o600);
  renameSync(temporary, pathOf(dataDir));
}

/** Returns the variables of the instance in the folder. Undefined: no instance was ever started there. */
export function readInstanceFile(dataDir: string): InstanceEnvironment | undefined {
  const file = pathOf(dataDir);
  if (!existsSync(file)) return undefined;
  return instanceFile.parse(JSON.parse(readFileSync(file, 'utf8'))).env;
}
