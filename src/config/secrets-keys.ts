import type { EnvironmentReader } from './environment-reader.js';

/** `SECRETS_KEY`, and then `SECRETS_KEY_PREVIOUS`, which only decrypts. 32 bytes each. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

export function readSecretsKeys(env: EnvironmentReader): SecretsKeys {
  const previous = env.find('SECRETS_KEY_PREVIOUS');
  return [env.get('SECRETS_KEY'), ...(previous === undefined ? [] : [previous])];
}

/** Refuses the keys in a worker that opens no secrets. */
export function refuseSecretsKeys(env: EnvironmentReader): void {
  for (const name of ['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS'] as const)
    env.refuse(
      name,
      'must not be set for a worker without the role webhooks; only that role and the API open secrets',
    );
}
