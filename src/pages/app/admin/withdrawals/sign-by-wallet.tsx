import { useState, type ReactNode } from 'react';
import type { InstalledWallet } from '../../../browser/find-installed-wallets.js';
import { shorten } from '../../data/figures.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api, GivenUp } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Amount, At } from '../../parts/figures.js';
import { WalletIcon } from '../../parts/icons.js';
import { Facts } from '../../parts/layout.js';
import { Bones, FailureBox, Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { walletAccount, askWallet, signTyped } from '../installed-wallets.js';
import { compareTerms, isOld, type Terms } from './approval-terms.js';
import { amountWords, kindWords, type Reviewed } from './withdrawal-words.js';

/** Asks for the account of a wallet. If it is none of the reader's addresses, the first attempt only warns. */
async function accountOf(
  wallet: InstalledWallet,
  { review: { ownApproverAddresses: own } }: Reviewed,
  warned: Set<string>,
): Promise<string> {
  const account = await walletAccount(wallet);
  const [key, owned] = [account.toLowerCase(), own.map((address) => address.toLowerCase())];
  // The signing worker may know an operator who has registered no address.
  if (owned.length === 0 || owned.includes(key) || warned.has(key)) return account;
  warned.add(key);
  throw new GivenUp(
    `${shorten(account)} is not registered as an address of yours, so its signature may count for nobody. Choose another account in the wallet, or sign once more with this one.`,
  );
}

/** Lets the wallet show and sign the approval message (EIP-712), and sends the signature. */
async function signAndSend(wallet: InstalledWallet, account: string, { message }: Terms): Promise<void> {
  const { withdrawalId, validUntil } = message.message;
  // Wallets sign only for the chain that they are connected to.
  const chainId = `0x${message.domain.chainId.toString(16)}`;
  await askWallet(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
  const signature = await signTyped(wallet, account, message);
  await api.post('/admin/v1/withdrawals/{withdrawalId}/approve', {
    path: { withdrawalId },
    body: { signature, validUntil },
  });
}

/** Returns the reason of the payment. It is not part of the signed message. */
const reasonOf = ({ invoiceId, merchantReference }: Reviewed): string | null =>
  merchantReference ?? (invoiceId === null ? null : `Money of ${invoiceId} goes back`);

/** A value in our words. The value that the wallet shows stands below, if it differs. */
const signed = (words: ReactNode, value: string): ReactNode => (
  <span key="">
    {words}
    {words !== value && <span className="under">{value}</span>}
  </span>
);

/** The message in words: every field that the wallet shows, with the page's value. */
function WhatIsSigned({
  withdrawal,
  terms: { message },
}: {
  readonly withdrawal: Reviewed;
  readonly terms: Terms;
}) {
  const { merchant } = withdrawal.review;
  const { withdrawalId, merchantId, validUntil, recipient, amountAtomic, kind } = message.message;
  return (
    <section className="to-sign" aria-label="What your wallet signs">
      <p className="small muted">
        Your wallet shows these values, and signs nothing else. If it writes a value differently, that form
        stands below ours:
      </p>
      <Facts
        of={[
          ['Withdrawal', <code key="">{withdrawalId}</code>],
          ['Merchant', signed(merchant.name, merchantId)],
          [
            'Amount',
            signed(
              <Amount figure={withdrawal.amountCrypto} symbol={withdrawal.tokenSymbol} />,
              `${amountAtomic} base units`,
            ),
          ],
          ['Network', `${withdrawal.chainCode}, chain ${message.domain.chainId}`],
          ['Recipient', <code key="">{recipient}</code>],
          ['Kind', signed(kindWords(withdrawal), kind)],
          [
            'Valid until',
            signed(<At time={new Date(validUntil * 1_000).toISOString()} />, String(validUntil)),
          ],
        ]}
      />
    </section>
  );
}

function SignTerms({
  withdrawal,
  terms,
  readAnew,
  wallets,
}: {
  readonly withdrawal: Reviewed;
  readonly terms: Terms;
  readonly readAnew: () => Promise<Terms>;
  readonly wallets: readonly InstalledWallet[];
}) {
  const [warned] = useState(() => new Set<string>());
  const sign = useOrder(
    async (wallet: InstalledWallet) => {
      try {
        const account = await accountOf(wallet, withdrawal, warned);
        await signAndSend(wallet, account, isOld(terms.message, Date.now()) ? await readAnew() : terms);
        return account;
      } catch (error) {
        // If this machine's clock is wrong, the API may refuse the message as too old. The next try then has a new one.
        if (!(error instanceof GivenUp)) await readAnew().catch(() => undefined);
        throw error;
      }
    },
    (account) =>
      tell(
        `Your signature is saved. It is by ${shorten(account)}, and the signing worker checks it before it sends.`,
      ),
  );
  const reason = reasonOf(withdrawal);
  return (
    <>
      <WhatIsSigned withdrawal={withdrawal} terms={terms} />
      {reason !== null && <Facts of={[['Reason, not signed', reason]]} />}
      <Refusal error={sign.error} stays="Nothing was approved." />
      <div className="stack">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            look="primary"
            icon={WalletIcon}
            wide
            busy={sign.isPending && sign.variables === wallet}
            disabled={sign.isPending && sign.variables !== wallet}
            onClick={() => sign.mutate(wallet)}
          >
            Sign {amountWords(withdrawal)} with {wallet.name ?? 'your wallet'}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The message to sign, in words, and a button for each installed wallet. The signature is the approval. */
export function SignByWallet({
  withdrawal,
  wallets,
}: {
  readonly withdrawal: Reviewed;
  readonly wallets: readonly InstalledWallet[];
}) {
  const given = useRead(
    '/admin/v1/withdrawals/{withdrawalId}/approval-message',
    { path: { withdrawalId: withdrawal.withdrawalId } },
    // The message must not change while somebody compares it with what the wallet shows.
    { stays: true, enabled: wallets.length > 0 },
  );
  if (wallets.length === 0) return null;
  const message = given.data;
  if (message === undefined)
    return given.error === null ? (
      <Bones lines={3} />
    ) : (
      <FailureBox error={given.error} retry={() => void given.refetch()} />
    );
  const terms = compareTerms(message, withdrawal, Date.now());
  const readAnew = async (): Promise<Terms> => {
    const { data = message } = await given.refetch({ throwOnError: true });
    const anew = compareTerms(data, withdrawal, Date.now());
    // The page names the fields that differ.
    if (anew.differences.length > 0) throw new GivenUp('The message to sign differs from this page.');
    return anew;
  };
  if (terms.differences.length > 0)
    return (
      <div role="alert">
        <Notice tone="failed" title="The message to sign differs from this page">
          It has another {terms.differences.join(', ')}. Sign nothing, here or elsewhere, and check the API.
        </Notice>
      </div>
    );
  return <SignTerms {...{ withdrawal, terms, readAnew, wallets }} />;
}
