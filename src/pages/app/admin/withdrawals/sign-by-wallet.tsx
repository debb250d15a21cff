import { useEffect, useState } from 'react';
import { findInstalledWallets, type InstalledWallet } from '../../../browser/wallets.js';
import { useOrder } from '../../data/queries.js';
import { api, GivenUp } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { WalletIcon } from '../../parts/icons.js';
import { Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

function useInstalledWallets(): readonly InstalledWallet[] {
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
async function ask(wallet: InstalledWallet, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    const words = (error as { message?: unknown } | null)?.message;
    throw new GivenUp(`The wallet did not sign: ${typeof words === 'string' ? words : 'it said no reason'}`);
  }
}

/** Signs the approval message (EIP-712), which the wallet shows, and sends the signature. */
async function signAndSend(wallet: InstalledWallet, withdrawalId: string) {
  const path = { withdrawalId };
  const message = await api.get('/admin/v1/withdrawals/{withdrawalId}/approval-message', { path });
  const accounts = await ask(wallet, 'eth_requestAccounts', []);
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account !== 'string') throw new GivenUp('The wallet gave no account to sign with.');
  const signature = await ask(wallet, 'eth_signTypedData_v4', [account, JSON.stringify(message)]);
  if (typeof signature !== 'string') throw new GivenUp('The wallet gave no signature.');
  const { validUntil } = message.message;
  return api.post('/admin/v1/withdrawals/{withdrawalId}/approve', { path, body: { signature, validUntil } });
}

/** A button for each installed wallet: its signature is the approval. */
export function SignByWallet({ withdrawalId }: { readonly withdrawalId: string }) {
  const wallets = useInstalledWallets();
  const sign = useOrder(
    (wallet: InstalledWallet) => signAndSend(wallet, withdrawalId),
    () => tell('Your signature is kept. The signing worker checks it before it sends.'),
  );
  if (wallets.length === 0) return null;
  return (
    <>
      <Refusal error={sign.error} stays="Nothing was approved." />
      <div className="actions apart">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            icon={WalletIcon}
            busy={sign.isPending && sign.variables === wallet}
            disabled={sign.isPending}
            onClick={() => sign.mutate(wallet)}
          >
            Sign with {wallet.name ?? 'your wallet'}
          </Button>
        ))}
      </div>
    </>
  );
}
