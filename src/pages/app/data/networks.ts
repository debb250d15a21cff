import { useRead, useSession, useWhole } from './queries.js';

interface KnownNetwork {
  readonly name: string;
  /** Null: it is not known. */
  readonly chainId: number | null;
}

/**
 * Returns a function that finds a network by its code. Its name is the code itself if the network is not offered any more,
 * or the networks are not loaded yet.
 */
export function useNetworks(): (chainCode: string) => KnownNetwork {
  const kind = useSession().data?.kind;
  const { data: assets = [] } = useWhole('/v1/assets', {}, { refresh: false, enabled: kind === 'merchant' });
  const { data: chains = [] } = useRead(
    '/admin/v1/chains',
    {},
    { refresh: false, enabled: kind === 'operator' },
  );
  return (code) => {
    const asset = assets.find(({ chainCode }) => chainCode === code);
    const chain = chains.find(({ chainCode }) => chainCode === code);
    return {
      name: asset?.chainName ?? chain?.name ?? code,
      chainId: asset?.chainId ?? chain?.chainId ?? null,
    };
  };
}

/** Returns a function that names a network by its code, as `useNetworks` does. */
export function useNetworkName(): (chainCode: string) => string {
  const networkOf = useNetworks();
  return (code) => networkOf(code).name;
}
