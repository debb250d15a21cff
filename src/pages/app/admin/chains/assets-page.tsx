import type { Schemas } from '../../../../client/client.js';
import { compareFigures } from '../../data/figures.js';
import { sentenceOf } from '../../data/sentence.js';
import { useCan, useList } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { Amount, At } from '../../parts/figures.js';
import { CoinsIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Coin, Network } from '../../parts/network.js';
import { Empty } from '../../parts/states.js';
import { useHeldAbove } from '../../parts/steady-rows.js';
import { Notice, StatusWord } from '../../parts/status.js';
import { OrderWithReason } from '../order-with-reason.js';

type AssetState = Schemas['AssetState'];

const nameOf = ({ tokenSymbol, chainName }: AssetState): string => `${tokenSymbol} on ${chainName}`;

const BY = {
  merchant: 'a merchant',
  operator: 'an operator',
  cli: 'the command line',
  system: 'the program',
};

function freezerOf({ frozenBy }: AssetState): string {
  if (frozenBy === null) return 'somebody';
  const { kind, id, name } = frozenBy;
  return name ?? (kind === 'system' || id === null ? BY[kind] : `${BY[kind]} (${id})`);
}

function Order({ asset }: { readonly asset: AssetState }) {
  const { chainCode, tokenSymbol, frozen } = asset;
  const path = { chainCode, tokenSymbol };
  const name = nameOf(asset);
  if (frozen)
    return (
      <OrderWithReason
        verb="Release"
        label={`Release ${name}`}
        title={`Release ${name}`}
        about={`It was frozen: ${asset.reason ?? ''}. Withdrawals that wait are signed and sent at once.`}
        stays="It is still frozen."
        send={(reason) =>
          api.post('/admin/v1/assets/{chainCode}/{tokenSymbol}/release', { path, body: { reason } })
        }
        done={(made) =>
          made.frozen
            ? `${name} is frozen again at once: ${made.reason ?? ''}`
            : `${name} is released. Its withdrawals go on.`
        }
      />
    );
  return (
    <OrderWithReason
      verb="Freeze"
      isGrave
      label={`Freeze ${name}`}
      title={`Freeze ${name}`}
      about="Its withdrawals and sweeps wait before they are signed. Transactions that are already signed go on."
      stays="It is not frozen."
      send={(reason) =>
        api.post('/admin/v1/assets/{chainCode}/{tokenSymbol}/freeze', { path, body: { reason } })
      }
      done={() => `${name} is frozen. No more of its transactions are signed.`}
    />
  );
}

function Frozen({ asset, canOrder }: { readonly asset: AssetState; readonly canOrder: boolean }) {
  const { reason, frozenAt, dueCount } = asset;
  const waiting =
    dueCount === 0
      ? 'Nothing waits for it.'
      : `${dueCount} ${dueCount === 1 ? 'withdrawal waits' : 'withdrawals wait'}.`;
  return (
    <Notice tone="held" title={`${nameOf(asset)} is frozen`} actions={canOrder && <Order asset={asset} />}>
      {sentenceOf(reason ?? '')} By {freezerOf(asset)}
      {frozenAt !== null && (
        <>
          , <At time={frozenAt} />
        </>
      )}
      . {waiting}
    </Notice>
  );
}

const amountOf = (figure: string | null, symbol: string) =>
  figure === null ? <span className="muted">Not read yet</span> : <Amount figure={figure} symbol={symbol} />;

/** Says whether the hot wallet has less than is due. A sweep or a person then has to bring the rest. */
const isShort = ({ due, hotWallet }: AssetState): boolean =>
  hotWallet !== null && compareFigures(due, hotWallet) > 0;

const dueOf = ({ due, dueCount, tokenSymbol }: AssetState) =>
  dueCount === 0 ? <span className="muted">Nothing</span> : amountOf(due, tokenSymbol);

/** The amount on deposit addresses, and from which amount on an address is swept. */
function OnDepositAddresses({ asset }: { readonly asset: AssetState }) {
  const { depositAddresses, sweepThreshold, tokenSymbol } = asset;
  if (compareFigures(depositAddresses, '0') <= 0) return null;
  return (
    <span className="under">
      <Amount figure={depositAddresses} symbol={tokenSymbol} /> on deposit addresses
      {sweepThreshold !== null && (
        <>
          , swept from <Amount figure={sweepThreshold} symbol={tokenSymbol} /> on
        </>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<AssetState>[] = [
  {
    head: 'Asset',
    cell: ({ tokenSymbol, chainCode, chainName, offered }) => (
      <>
        <Coin symbol={tokenSymbol} code={chainCode} />{' '}
        <span className="muted">
          on <Network code={chainCode} name={chainName} />
        </span>
        {!offered && <span className="under">Not offered</span>}
      </>
    ),
  },
  {
    head: 'Withdrawals',
    cell: ({ frozen }) => (
      <StatusWord tone={frozen ? 'held' : 'done'}>{frozen ? 'Frozen' : 'Go on'}</StatusWord>
    ),
  },
  {
    head: 'Owed to merchants',
    right: true,
    cell: ({ owed, reserved, tokenSymbol }) => (
      <>
        {amountOf(owed, tokenSymbol)}
        <span className="card-label">owed</span>
        <span className="under narrow-only">{amountOf(reserved, tokenSymbol)} of it reserved</span>
      </>
    ),
  },
  {
    head: 'Of that reserved',
    right: true,
    wideOnly: true,
    cell: ({ reserved, tokenSymbol }) => amountOf(reserved, tokenSymbol),
  },
  {
    head: 'Approved, to pay',
    right: true,
    wideOnly: true,
    cell: (asset) => dueOf(asset),
  },
  {
    head: 'Hot wallet',
    right: true,
    cell: (asset) => (
      <>
        {amountOf(asset.hotWallet, asset.tokenSymbol)}
        <span className="card-label">in the hot wallet</span>
        <span className="under narrow-only">{dueOf(asset)} to pay</span>
        {isShort(asset) && <span className="under">Less than is due</span>}
        <OnDepositAddresses asset={asset} />
      </>
    ),
  },
];

/** Every asset: whether it is frozen, how much is owed, and how much the hot wallet has. */
export default function AssetsPage() {
  const list = useList('/admin/v1/assets', {}, { limit: 100 });
  const canOrder = useCan('operations:write');
  const { above: frozen, holding } = useHeldAbove(
    list.items.filter((asset) => asset.frozen),
    list,
  );
  return (
    <AppPage title="Assets" about="How much merchants are owed, and how much the hot wallet has to pay them.">
      {frozen.map((asset) => (
        <Frozen key={nameOf(asset)} asset={asset} canOrder={canOrder} />
      ))}
      <div {...holding}>
        <ListTable
          label="Assets"
          list={list}
          noun={['asset', 'assets']}
          keyOf={({ chainCode, tokenSymbol }) => `${chainCode}/${tokenSymbol}`}
          empty={
            <Empty icon={CoinsIcon} title="No assets">
              The coins and tokens of CHAINS_FILE are shown here.
            </Empty>
          }
          columns={
            canOrder
              ? [
                  ...COLUMNS,
                  {
                    head: 'Order',
                    isOrders: true,
                    right: true,
                    cell: (asset) => (asset.frozen ? null : <Order asset={asset} />),
                  },
                ]
              : COLUMNS
          }
        />
      </div>
    </AppPage>
  );
}
