import type { EnvironmentReader } from './environment-reader.js';

/** Reads the URLs that get notices to operators, and the secret that signs the notices. Null: no notices are sent. */
export function readNotify(
  env: EnvironmentReader,
): { readonly urls: readonly string[]; readonly secret: string } | null {
  if (!env.isSet('NOTIFY_URLS')) {
    env.refuse('NOTIFY_SECRET', 'has no effect without NOTIFY_URLS; set both or neither');
    return null;
  }
  return { urls: env.get('NOTIFY_URLS'), secret: env.get('NOTIFY_SECRET') };
}
