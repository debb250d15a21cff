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

/** An unprivileged account that cannot enter our own folders keeps its cluster and binaries here. */
const SHARED_STATE_DIR = '/var/lib/quittance';

/**
 * The account that PostgreSQL runs under. PostgreSQL refuses to run as root.
 * - `self`: our own account, which is not root;
 * - `namespace`: root, but in a separate user namespace, where the server sees itself as another user. Its files still
 *   belong to root, so it works in folders that nobody else can enter;
 * - `user`: an unprivileged account to which root changes. It is used where namespaces are not allowed, as in most
 *   containers.
 */
export type ServerAccount =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

/**
 * Runs one of the server's programs under its account. If it does not exit with 0, rejects with `stdout` and `stderr`.
 */
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
 * Chooses the account for a cluster folder. If the folder exists, its owner is kept.
 * `allowNamespace: false` skips user namespaces, as if the system refused them.
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
  // The account must have a name: initdb looks up its own user id.
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
 * Returns the folder of the cluster and its log: `<dataDir>/postgres`. If the account cannot enter that, another folder is
 * made, and `<dataDir>/postgres.location` names it. On return, the folder exists and belongs to the account.
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
    // Others may pass through our folder, but not list it. The secrets in it have mode 0600, in a folder of mode 0700.
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

/** Returns the folder where the cluster of this data folder would be. Its account need not be known yet. */
export function findHome(dataDir: string): string {
  const pointer = path.join(dataDir, 'postgres.location');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres');
}

/** Returns the folder of the binaries if the account can run them there; otherwise a copy that it can reach. */
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

/** Renames a finished folder to its target. If another process was faster, its folder is used instead. */
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
