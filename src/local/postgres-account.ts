import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Where an unprivileged account keeps its cluster and binaries when it can't enter our own folders. */
const SHARED_STATE_DIR = '/var/lib/quittance';

/**
 * The account that PostgreSQL runs under, since it refuses to run as root:
 * - `self`: we are no root;
 * - `namespace`: root, seen by the server as another user through a user namespace of its own. Files stay root's, so
 *   it works in folders that nobody else can enter;
 * - `user`: root, changing to an unprivileged account (where namespaces are not allowed, as in most containers).
 */
export type ServerAccount =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

/** Runs one of the server's programs under its account. Rejects, with `stdout` and `stderr`, unless it exits with 0. */
export function runAs(
  account: ServerAccount,
  { command, args, timeoutMs }: { command: string; args: readonly string[]; timeoutMs: number },
): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd: '/', timeout: timeoutMs, env: { ...process.env, LC_ALL: 'C' } };
  switch (account.kind) {
    case 'self':
      return execFileAsync(command, args, options);
    case 'namespace':
      return execFileAsync('unshare', [...namespaceFlags(account), command, ...args], options);
    case 'user':
      return execFileAsync(command, args, { ...options, uid: account.uid, gid: account.gid });
  }
}

function namespaceFlags({ uid, gid }: { uid: number; gid: number }): string[] {
  return ['-U', `--map-user=${uid}`, `--map-group=${gid}`];
}

/**
 * Chooses the account for a cluster folder, staying with the owner of one that exists already.
 * `allowNamespace: false` skips user namespaces as if the system refused them.
 */
export async function chooseAccount(options: {
  clusterDir: string;
  allowNamespace: boolean;
}): Promise<ServerAccount> {
  if (process.geteuid?.() !== 0) return { kind: 'self' };
  if (existsSync(options.clusterDir)) {
    const { uid, gid } = statSync(options.clusterDir);
    if (uid !== 0) return { kind: 'user', uid, gid };
  }
  // The account must have a name: initdb looks its own user id up.
  const nobody = await findUser('nobody');
  if (nobody !== null && options.allowNamespace) {
    const account = { kind: 'namespace', ...nobody } as const;
    if (await succeeds(runAs(account, { command: 'true', args: [], timeoutMs: 5_000 }))) return account;
  }
  const user = (await findUser('postgres')) ?? nobody;
  if (user === null) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor "nobody" to run it as. ' +
        'Create one, run as another user than root, or give a DATABASE_URL.',
    );
  }
  return { kind: 'user', ...user };
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const uid = await execFileAsync('id', ['-u', name]);
    const gid = await execFileAsync('id', ['-g', name]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * The folder that holds the cluster and its log: `<dataDir>/postgres`, or, when the account can't enter that, one of
 * its own which `<dataDir>/postgres.location` names. It exists and belongs to the account on return.
 */
export async function ensureHome({
  dataDir,
  account,
}: {
  dataDir: string;
  account: ServerAccount;
}): Promise<string> {
  const inPlace = path.join(dataDir, 'postgres');
  const pointer = path.join(dataDir, 'postgres.location');
  if (account.kind !== 'user') {
    mkdirSync(inPlace, { recursive: true, mode: 0o700 });
    return inPlace;
  }
  let home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : null;
  if (home === null) {
    // Others may pass through our folder, but not list it; the secrets in it are of mode 0600 in a folder of 0700.
    chmodSync(dataDir, 0o711);
    if (await canEnter(account, dataDir)) home = inPlace;
  }
  if (home === null) {
    home = path.join(SHARED_STATE_DIR, randomBytes(8).toString('hex'));
    mkdirSync(SHARED_STATE_DIR, { recursive: true, mode: 0o711 });
    if (existsSync(inPlace)) cpSync(inPlace, home, { recursive: true });
    writeFileSync(pointer, `${home}\n`);
  }
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (statSync(home).uid !== account.uid) giveTo(account, home);
  return home;
}

/** The folder where a cluster of this data folder would be, before its account is known. */
export function findHome(dataDir: string): string {
  const pointer = path.join(dataDir, 'postgres.location');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres');
}

/** The binaries' folder itself when the account can run them there, else a copy of it that it can reach. */
export async function ensureReachableBinaries(options: {
  nativeDir: string;
  version: string;
  account: ServerAccount;
}): Promise<string> {
  const { nativeDir, version, account } = options;
  if (account.kind !== 'user' || (await canEnter(account, path.join(nativeDir, 'bin')))) return nativeDir;
  const copy = path.join(SHARED_STATE_DIR, `postgresql-${version}`);
  if (!existsSync(copy)) {
    mkdirSync(SHARED_STATE_DIR, { recursive: true, mode: 0o711 });
    const incomplete = `${copy}.${process.pid}`;
    cpSync(nativeDir, incomplete, { recursive: true, verbatimSymlinks: true });
    chmodSync(incomplete, 0o755);
    moveInto(incomplete, copy);
  }
  return copy;
}

/** Renames a finished folder into place; somebody else's, finished first, is as good. */
function moveInto(finished: string, target: string): void {
  try {
    renameSync(finished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(finished, { recursive: true, force: true });
  }
}

function canEnter(account: ServerAccount, dir: string): Promise<boolean> {
  return succeeds(
    runAs(account, { command: '/bin/sh', args: ['-c', 'cd "$1"', 'sh', dir], timeoutMs: 5_000 }),
  );
}

function giveTo(account: { uid: number; gid: number }, dir: string): void {
  chownSync(dir, account.uid, account.gid);
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(dir, entry), account.uid, account.gid);
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}
