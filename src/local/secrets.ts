import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Names of the files under `DATA_DIR/secrets/`, each of mode 0600. */
export type SecretName =
  | 'signer-mnemonic'
  | 'secrets-key'
  | 'database-password'
  | 'demo-merchant.json'
  | 'demo-operator.json'
  | 'webhook-receiver.json';

function secretFile({ dataDir, name }: { dataDir: string; name: SecretName }): string {
  return path.join(dataDir, 'secrets', name);
}

/** The secret of that name, or undefined when it was never written. */
export function findSecret(options: { dataDir: string; name: SecretName }): string | undefined {
  const file = secretFile(options);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : undefined;
}

/** Writes a secret whole or not at all, readable by its owner only. */
export function writeSecret(options: { dataDir: string; name: SecretName; value: string }): void {
  const file = secretFile(options);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${options.value}\n`, { mode: 0o600 });
  // An earlier, interrupted write may have left the file with another mode.
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}

/**
 * The secret of that name; made by `generate` and kept when there is none yet, so that the next start finds the same.
 */
export function ensureSecret(options: { dataDir: string; name: SecretName; generate: () => string }): string {
  const found = findSecret(options);
  if (found !== undefined) return found;
  const value = options.generate();
  writeSecret({ ...options, value });
  return value;
}

/** Password of the embedded database: 32 random bytes, safe in a URL. */
export function ensureDatabasePassword(dataDir: string): string {
  return ensureSecret({
    dataDir,
    name: 'database-password',
    generate: () => randomBytes(32).toString('base64url'),
  });
}

/** What encrypts webhook secrets and kept answers: 32 random bytes, base64. */
export function ensureSecretsKey(dataDir: string): string {
  return ensureSecret({ dataDir, name: 'secrets-key', generate: () => randomBytes(32).toString('base64') });
}

/** The BIP-39 words that deposit addresses and the hot wallet come from. `generate` makes them at the first start. */
export function ensureSignerMnemonic(dataDir: string, generate: () => string): string {
  return ensureSecret({ dataDir, name: 'signer-mnemonic', generate });
}
