import { useEffect, useState } from 'react';
import { findInstalledWallets, type InstalledWallet } from '../../../browser/wallets.js';
import type { Schemas } from '../../../../client/client.js';
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

type Reviewed = Schemas['ReviewedWithdrawal'];

/** Compares the message with what the page shows: nobody is asked to sign anything else. */
function assertSame({ message }: Schemas['ApprovalMessage'], shown: Reviewed): void {
  const isSame =
    message.withdrawalId === shown.withdrawalId &&
    message.merchantId === shown.merchantId &&
    message.chainCode === shown.chainCode &&
    message.token === shown.tokenSymbol &&
    message.amountAtomic === shown.amountAtomic &&
    message.recipient.toLowerCase() === shown.address.toLowerCase() &&
    message.kind === shown.kind;
  if (!isSame)
    throw new GivenUp('The message to sign differs from this page. Do not sign it; look at the API.');
}

/** Signs the approval message (EIP-712), which the wallet shows, and sends the signature. */
async function signAndSend(wallet: InstalledWallet, shown: Reviewed) {
  const path = { withdrawalId: shown.withdrawalId };
  const message = await api.get('/admin/v1/withdrawals/{withdrawalId}/approval-message', { path });
  assertSame(message, shown);
  const accounts = await ask(wallet, 'eth_requestAccounts', []);
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account !== 'string') throw new GivenUp('The wallet gave no account to sign with.');
  // Wallets sign for the chain that they are on.
  const chainId = `0x${message.domain.chainId.toString(16)}`;
  await ask(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
  const signature = await ask(wallet, 'eth_signTypedData_v4', [account, JSON.stringify(message)]);
  if (typeof signature !== 'string') throw new GivenUp('The wallet gave no signature.');
  const { validUntil } = message.message;
  return api.post('/admin/v1/withdrawals/{withdrawalId}/approve', { path, body: { signature, validUntil } });
}

/** A button for each installed wallet: its signature is the approval. */
export function SignByWallet({
  withdrawal,
  amount,
}: {
  readonly withdrawal: Reviewed;
  /** With its symbol. */
  readonly amount: string;
}) {
  const wallets = useInstalledWallets();
  const sign = useOrder(
    (wallet: InstalledWallet) => signAndSend(wallet, withdrawal),
    () => tell('Your signature is kept. The signing worker checks it before it sends.'),
  );
  if (wallets.length === 0) return null;
  return (
    <>
      <p className="hint">
        The wallet shows this withdrawal&apos;s id, the address above, {withdrawal.amountAtomic} base units of{' '}
        {withdrawal.tokenSymbol} on {withdrawal.chainCode}, and until when the signature holds. Sign only
        that.
      </p>
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
            Sign {amount} with {wallet.name ?? 'your wallet'}
          </Button>
        ))}
      </div>
    </>
  );
}
