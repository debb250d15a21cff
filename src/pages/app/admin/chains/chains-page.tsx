import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { LinkIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { Empty } from '../../parts/states.js';
import { StatusOf } from '../../parts/status.js';
import { gasOfWallets, lagWords, statusOfChain, statusOfRpc, type ShownChain } from './chain-words.js';

function rpcWords({ rpcs }: ShownChain): string {
  const up = rpcs.filter((rpc) => statusOfRpc(rpc)[0] === 'done').length;
  return rpcs.length === 0 ? 'Not asked yet' : `${up} of ${rpcs.length} up`;
}

/** Every chain: how far it is read, and whether its RPCs and wallets are well. */
export default function ChainsPage() {
  const list = useList('/admin/v1/chains');
  return (
    <AppPage title="Chains" about="How far each is read, as the workers last reported.">
      <ListTable
        label="Chains"
        list={list}
        noun={['chain', 'chains']}
        keyOf={({ chainCode }) => chainCode}
        linkOf={({ chainCode }) => `/chains/${chainCode}`}
        empty={
          <Empty icon={LinkIcon} title="No chains">
            The chains of CHAINS_FILE are shown here.
          </Empty>
        }
        columns={[
          {
            head: 'Chain',
            cell: ({ name, chainCode }) => (
              <>
                <Network code={chainCode} name={name} />
                {name !== chainCode && <span className="under">{chainCode}</span>}
              </>
            ),
          },
          {
            head: 'Status',
            cell: (chain) => <StatusOf words={statusOfChain(chain)} />,
          },
          { head: 'Height', right: true, wideOnly: true, cell: ({ height }) => height ?? '–' },
          {
            head: 'Behind',
            right: true,
            cell: (chain) => (
              <>
                {lagWords(chain)}
                <span className="card-label">behind</span>
              </>
            ),
          },
          { head: 'RPCs', right: true, wideOnly: true, cell: rpcWords },
          { head: 'Disputes', right: true, wideOnly: true, cell: ({ disputes }) => disputes.length },
          {
            head: 'Gas',
            right: true,
            cell: (chain) => (
              <>
                <StatusOf words={gasOfWallets(chain)} />
                <span className="card-label">gas</span>
              </>
            ),
          },
        ]}
      />
    </AppPage>
  );
}
