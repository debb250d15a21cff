import { useEffect, useState } from 'react';
import { findInstalledWallets, type InstalledWallet } from '../../browser/find-installed-wallets.js';
import { GivenUp } from '../data/session.js';

/** The wallets of the browser (EIP-6963). */
export function useInstalledWallets(): readonly InstalledWallet[] {
  const [wallets, setWallets] = useState<readonly InstalledWallet[]>([]);
  useEffect(() => {
    // A wallet may announce itself late, when the page is gone.
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

/** Asks a wallet (EIP-1193). What it says instead of an answer is shown as its own words. */
export async function askWallet(
  wallet: InstalledWallet,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    const words = (error as { message?: unknown } | null)?.message;
    throw new GivenUp(`The wallet did not sign: ${typeof words === 'string' ? words : 'it said no reason'}`);
  }
}

/** Asks a wallet which account it would sign with. */
export async function walletAccount(wallet: InstalledWallet): Promise<string> {
  const accounts = await askWallet(wallet, 'eth_requestAccounts', []);
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account === 'string') return account;
  throw new GivenUp('The wallet gave no account to sign with.');
}

/** Has a wallet sign typed data (EIP-712), which it shows. */
export async function signTyped(wallet: InstalledWallet, account: string, typed: object): Promise<string> {
  const signature = await askWallet(wallet, 'eth_signTypedData_v4', [account, JSON.stringify(typed)]);
  if (typeof signature === 'string') return signature;
  throw new GivenUp('The wallet gave no signature.');
}
