import { useEffect, useState } from 'react';
import { findInstalledWallets, type InstalledWallet } from '../../browser/find-installed-wallets.js';
import { GivenUp } from '../data/session.js';

/** The wallets of the browser (EIP-6963). */
export function useInstalledWallets(): readonly InstalledWallet[] {
  const [wallets, setWallets] = useState<readonly InstalledWallet[]>([]);
  useEffect(() => {
    // A wallet may announce itself when the page is already gone.
    let isGone = false;
    findInstalledWallets((found) => {
      if (!isGone) setWallets(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return wallets;
}

/** Sends a request to a wallet (EIP-1193). If the wallet refuses, its own message is shown. */
export async function askWallet(
  wallet: InstalledWallet,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    const words = (error as { message?: unknown } | null)?.message;
    throw new GivenUp(`The wallet did not sign: ${typeof words === 'string' ? words : 'it gave no reason'}`);
  }
}

/** Asks a wallet for the account that it signs with. */
export async function walletAccount(wallet: InstalledWallet): Promise<string> {
  const accounts = await askWallet(wallet, 'eth_requestAccounts', []);
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account === 'string') return account;
  throw new GivenUp('The wallet shared no account to sign with.');
}

/** Lets a wallet show and sign typed data (EIP-712). */
export async function signTyped(wallet: InstalledWallet, account: string, typed: object): Promise<string> {
  const signature = await askWallet(wallet, 'eth_signTypedData_v4', [account, JSON.stringify(typed)]);
  if (typeof signature === 'string') return signature;
  throw new GivenUp('The wallet returned no signature.');
}
