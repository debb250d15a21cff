/** `SECRETS_KEY`, and after it `SECRETS_KEY_PREVIOUS`, which only opens. 32 bytes each. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

type Name = 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS';

export function readSecretsKeys(env: {
  get(name: 'SECRETS_KEY'): Buffer;
  find(name: 'SECRETS_KEY_PREVIOUS'): Buffer | undefined;
}): SecretsKeys {
  const previous = env.find('SECRETS_KEY_PREVIOUS');
  return [env.get('SECRETS_KEY'), ...(previous === undefined ? [] : [previous])];
}

/** Refuses the keys in a worker that opens no secrets. */
export function refuseSecretsKeys(env: { refuse(name: Name, why: string): void }): void {
  for (const name of ['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS'] as const)
    env.refuse(
      name,
      'must not be set for a worker without the role webhooks; only that role and the API open secrets',
    );
}
