/** A wallet as EIP-1193 defines it. */
export interface WalletProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that has announced itself (EIP-6963). It chooses its name and icon itself, so neither is put in as HTML. */
export interface InstalledWallet {
  readonly id: string;
  /** Null for an old wallet, which does not announce itself. */
  readonly name: string | null;
  /** A `data:` image. Null: the wallet has none that a page may show. */
  readonly icon: string | null;
  readonly provider: WalletProvider;
}

interface Announcement {
  readonly info?: { readonly uuid?: string; readonly name?: string; readonly icon?: string };
  readonly provider?: WalletProvider;
}

const NAME_MAX = 40;
const ICON = /^data:image\/(svg\+xml|png|webp|jpeg|gif)[;,]/;

/**
 * Finds all installed wallets, and calls back with all of them each time another one announces itself. An old wallet
 * does not announce itself: where no other is found, it is offered without a name.
 */
export function findInstalledWallets(onWallets: (wallets: readonly InstalledWallet[]) => void): void {
  const found = new Map<string, InstalledWallet>();
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announcement | null>).detail ?? {};
    if (info?.uuid === undefined || provider === undefined || found.has(info.uuid)) return;
    found.set(info.uuid, {
      id: info.uuid,
      name: (info.name ?? '').trim().slice(0, NAME_MAX) || null,
      icon: ICON.test(info.icon ?? '') ? (info.icon ?? null) : null,
      provider,
    });
    onWallets([...found.values()]);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  const old = (window as { ethereum?: WalletProvider }).ethereum;
  if (found.size === 0 && old !== undefined)
    onWallets([{ id: 'window.ethereum', name: null, icon: null, provider: old }]);
}
