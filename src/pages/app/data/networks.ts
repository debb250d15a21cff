import { useRead, useSession, useWhole } from './queries.js';

/**
 * Returns a function that names a network by its code. It returns the code itself if the network is not offered any more,
 * or the names are not loaded yet.
 */
export function useNetworkName(): (chainCode: string) => string {
  const kind = useSession().data?.kind;
  const { data: assets = [] } = useWhole('/v1/assets', {}, { refresh: false, enabled: kind === 'merchant' });
  const { data: chains = [] } = useRead(
    '/admin/v1/chains',
    {},
    { refresh: false, enabled: kind === 'operator' },
  );
  return (code) =>
    assets.find(({ chainCode }) => chainCode === code)?.chainName ??
    chains.find(({ chainCode }) => chainCode === code)?.name ??
    code;
}
