import type { InstalledWallet } from '../../../browser/find-installed-wallets.js';
import type { Schemas } from '../../../../client/client.js';
import type { PostOnce } from '../../data/post-once.js';
import { useOrder, useSession } from '../../data/queries.js';
import { api, GivenUp, type AppSession } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { WalletIcon } from '../../parts/icons.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { walletAccount, signTyped, useInstalledWallets } from '../installed-wallets.js';
import { compareRegistration } from './registration-terms.js';

/** Lets a wallet sign that its address approves for this operator, and registers the address. */
async function register(
  wallet: InstalledWallet,
  operator: AppSession['operator'] | undefined,
  post: PostOnce,
): Promise<Schemas['ApproverAddress']> {
  if (operator === null || operator === undefined)
    throw new GivenUp('Only an operator registers an address.');
  const address = await walletAccount(wallet);
  const given = await api.get('/admin/v1/approver-addresses/{address}/registration-message', {
    path: { address },
  });
  const { operatorId, name: operatorName } = operator;
  const registering = { operatorId, operatorName, approver: address };
  const { message, differences } = compareRegistration(given, registering, Date.now());
  if (differences.length > 0)
    throw new GivenUp(
      `The message to sign has another ${differences.join(', ')} than this page. Sign nothing, here or elsewhere, and check the API.`,
    );
  const signature = await signTyped(wallet, address, message);
  const { validUntil } = message.message;
  return post('/admin/v1/approver-addresses', { body: { address, signature, validUntil } });
}

function Registered({ made }: { readonly made: Schemas['ApproverAddress'] }) {
  return (
    <Notice
      tone={made.status === 'waiting' ? 'attention' : 'done'}
      title={made.status === 'waiting' ? 'Registered. It waits' : 'Registered'}
    >
      {made.address}. {made.status === 'waiting' && 'A second operator can confirm it sooner. '}
      The signing worker trusts only the addresses in its own SIGNER_APPROVERS.
    </Notice>
  );
}

/** Where an operator registers the address that they sign approvals with. */
export default function WalletPage() {
  const wallets = useInstalledWallets();
  const operator = useSession().data?.operator;
  const order = useOrder((wallet: InstalledWallet, post) => register(wallet, operator, post));
  return (
    <AppPage title="Your wallet" about="The address that you sign approvals with." narrow>
      <Card title="Register an address">
        <div className="stack">
          <p className="muted">
            The wallet shows a message: its address approves withdrawals as <bdi>{operator?.name}</bdi>.
            Signing it moves no money.
          </p>
          {order.data !== undefined && <Registered made={order.data} />}
          <Refusal error={order.error} stays="No address was registered." />
          {wallets.length === 0 ? (
            <Empty icon={WalletIcon} title="No wallet in this browser">
              Install one that announces itself (EIP-6963), or register at the command line.
            </Empty>
          ) : (
            <div className="actions start">
              {wallets.map((wallet) => (
                <Button
                  key={wallet.id}
                  icon={WalletIcon}
                  busy={order.isPending && order.variables === wallet}
                  disabled={order.isPending && order.variables !== wallet}
                  onClick={() => order.mutate(wallet)}
                >
                  Register with {wallet.name ?? 'your wallet'}
                </Button>
              ))}
            </div>
          )}
        </div>
      </Card>
    </AppPage>
  );
}
