/** A wallet as EIP-1193 has it. */
export interface WalletProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that has announced itself (EIP-6963). Its name and icon are its own words: they are shown as text. */
export interface InstalledWallet {
  readonly id: string;
  /** Null for the one wallet of a browser that does not announce itself. */
  readonly name: string | null;
  /** A `data:` image; null when the wallet has none that a page may show. */
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
 * Finds all installed wallets, and calls back each time that one more has announced itself. A browser with an old wallet
 * alone, which does not announce itself, has one without a name.
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
