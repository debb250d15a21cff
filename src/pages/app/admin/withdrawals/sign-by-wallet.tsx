import type { InstalledWallet } from '../../../browser/wallets.js';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api, GivenUp } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { WalletIcon } from '../../parts/icons.js';
import { Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import { walletAccount, askWallet, signTyped, useInstalledWallets } from '../installed-wallets.js';

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
  const account = await walletAccount(wallet);
  // Wallets sign for the chain that they are on.
  const chainId = `0x${message.domain.chainId.toString(16)}`;
  await askWallet(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
  const signature = await signTyped(wallet, account, message);
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
      <div className="stack">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            icon={WalletIcon}
            wide
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
