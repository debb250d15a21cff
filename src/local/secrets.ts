import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The names of the files under `DATA_DIR/secrets/`, each of mode 0600. */
export type SecretName =
  | 'signer-mnemonic'
  | 'secrets-key'
  | 'database-password'
  | 'demo-merchant.json'
  | 'demo-operator.json'
  | 'demo-approver'
  | 'webhook-receiver.json';

function secretFile({ dataDir, name }: { dataDir: string; name: SecretName }): string {
  return path.join(dataDir, 'secrets', name);
}

/** Returns a secret by its name. Undefined: it was never written. */
export function findSecret(options: { dataDir: string; name: SecretName }): string | undefined {
  const file = secretFile(options);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : undefined;
}

/** Writes a secret, completely or not at all. Only its owner can read it. */
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
 * Returns a secret by its name. If there is none yet, `generate` makes it, and it is kept for the next start.
 */
export function ensureSecret(options: { dataDir: string; name: SecretName; generate: () => string }): string {
  const found = findSecret(options);
  if (found !== undefined) return found;
  const value = options.generate();
  writeSecret({ ...options, value });
  return value;
}

/** Returns the password of the embedded database: 32 random bytes, safe in a URL. */
export function ensureDatabasePassword(dataDir: string): string {
  return ensureSecret({
    dataDir,
    name: 'database-password',
    generate: () => randomBytes(32).toString('base64url'),
  });
}

/** Returns the key that encrypts webhook secrets and kept answers: 32 random bytes in base64. */
export function ensureSecretsKey(dataDir: string): string {
  return ensureSecret({ dataDir, name: 'secrets-key', generate: () => randomBytes(32).toString('base64') });
}

/** Returns the BIP-39 words of the deposit addresses and the hot wallet. `generate` makes them at the first start. */
export function ensureSignerMnemonic(dataDir: string, generate: () => string): string {
  return ensureSecret({ dataDir, name: 'signer-mnemonic', generate });
}

/** Returns the private key that the demo operator signs approvals with: 32 random bytes in hex, with `0x`. */
export function ensureApproverKey(dataDir: string): string {
  const generate = (): string => `0x${randomBytes(32).toString('hex')}`;
  return ensureSecret({ dataDir, name: 'demo-approver', generate });
}
