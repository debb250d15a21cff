import { useParams } from '@tanstack/react-router';
import { fromAtomic } from '../../data/figures.js';
import { sentenceOf } from '../../data/sentence.js';
import { useCan, useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { DataTable } from '../../parts/data-table.js';
import { Amount, At, FromNow } from '../../parts/figures.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Read, Refusal } from '../../parts/states.js';
import { Notice, StatusOf, StatusWord } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { OrderWithReason } from '../order-with-reason.js';
import { useScheduleLink, useWorkflowLink } from '../workflow-link.js';
import { lagWords, statusOfChain, statusOfRpc, type ShownChain } from './chain-words.js';

interface OfChain {
  readonly chain: ShownChain;
}

function Resume({ chain: { chainCode, name } }: OfChain) {
  return (
    <OrderWithReason
      verb="Resume"
      look="primary"
      title={`Resume ${name}`}
      about="Look up that block in two explorers first. The follower then finds the last block that is still valid, undoes everything above it, and reads again from there."
      stays="The chain is still halted."
      send={(reason) =>
        api.post('/admin/v1/chains/{chainCode}/resume', { path: { chainCode }, body: { reason } })
      }
      done={() => `${name} resumes. Its follower goes on by itself.`}
    />
  );
}

/** The problem of the chain, if it has one, and what to do about it. */
function ChainState({ chain }: OfChain) {
  const canOrder = useCan('operations:write');
  const { status, name, haltedReason, mismatch, resumeProblem, resumeRequestedAt, unreachableSince } = chain;
  if (status === 'mismatch')
    return (
      <Notice tone="failed" title={`${name} is not what CHAINS_FILE says`}>
        {mismatch}. Nothing is read there until the file and the chain agree.
      </Notice>
    );
  if (status === 'halted') {
    if (resumeRequestedAt !== null)
      return (
        <Notice tone={resumeProblem === null ? 'seen' : 'attention'} title={`${name} resumes`}>
          {resumeProblem === null ? 'Its follower does it next.' : `It cannot resume yet: ${resumeProblem}`}
        </Notice>
      );
    return (
      <Notice
        tone="failed"
        title={`${name} is halted: nothing is credited or paid there`}
        actions={canOrder && <Resume chain={chain} />}
      >
        {haltedReason !== null && sentenceOf(haltedReason)}
      </Notice>
    );
  }
  if (status === 'unreachable')
    return (
      <Notice tone="failed" title={`No RPC of ${name} answers: nothing is read, credited or sent there`}>
        {unreachableSince !== null && (
          <>
            The last answer came <At time={unreachableSince} precision="second" />.{' '}
          </>
        )}
        Ask their providers, or put others into CHAINS_FILE and restart API and workers. Nothing is lost: the
        missed blocks are read later, and no invoice expires before that.
      </Notice>
    );
  const [tone, word] = statusOfChain(chain);
  if (tone !== 'attention') return null;
  const laggards = chain.rpcs.filter((rpc) => rpc.status === 'behind').map(({ origin }) => origin);
  return (
    <Notice tone={tone} title={`${word}: payments are seen late`}>
      {laggards.length === 0
        ? 'Check that a worker with the role chain is running.'
        : `${laggards.join(', ')} is far behind. Take it out of CHAINS_FILE until it has caught up.`}{' '}
      Nothing is lost: the missed blocks are read later, and no invoice expires before that.
    </Notice>
  );
}

function Reading({ chain }: OfChain) {
  const { height, blockTime, headHeight, finalizedHeight, confirmations, caughtUpAt, chainId } = chain;
  const workflow = useWorkflowLink('chain', chain.chainCode);
  return (
    <Card title="Reading">
      <Facts
        of={[
          ['Read up to', height === null ? 'Nothing yet' : `Block ${height}`],
          ['Block of', blockTime !== null && <At key="" time={blockTime} precision="second" />],
          ['Newest block', headHeight === null ? 'Not known yet' : `Block ${headHeight}`],
          ['Behind', lagWords(chain)],
          ['Read to its end', caughtUpAt !== null && <FromNow key="" time={caughtUpAt} />],
          ['Final up to', finalizedHeight !== null && `Block ${finalizedHeight}`],
          ['Confirmations', String(confirmations)],
          ['Chain id', String(chainId)],
          ['Workflow', workflow],
        ]}
      />
    </Card>
  );
}

/** Why the RPC is not asked, or its last failure. An RPC that answers again shows no failure. */
function RpcProblem({ rpc }: { readonly rpc: ShownChain['rpcs'][number] }) {
  const { status, reason, lastError, lastErrorAt } = rpc;
  if (reason !== null) return <span className="under">{reason}</span>;
  if (lastError === null || status === 'up' || status === 'behind') return null;
  return (
    <span className="under">
      {lastError}
      {lastErrorAt !== null && (
        <>
          , <FromNow time={lastErrorAt} />
        </>
      )}
    </span>
  );
}

function Rpcs({ chain: { rpcs, rpcsCheckedAt } }: OfChain) {
  return (
    <Card
      title="RPCs"
      bare
      foot={
        rpcsCheckedAt !== null && (
          <>
            Compared <FromNow time={rpcsCheckedAt} />.
          </>
        )
      }
    >
      {rpcs.length === 0 ? (
        <p className="inside muted">No worker has asked them yet.</p>
      ) : (
        <DataTable
          label="RPCs"
          rows={rpcs}
          keyOf={({ origin }) => origin}
          columns={[
            {
              head: 'RPC',
              cell: (rpc) => (
                <>
                  {rpc.origin}
                  <RpcProblem rpc={rpc} />
                </>
              ),
            },
            {
              head: 'Status',
              cell: (rpc) => <StatusOf words={statusOfRpc(rpc)} />,
            },
            { head: 'Behind', right: true, wideOnly: true, cell: ({ behindBlocks }) => behindBlocks ?? '–' },
            {
              head: 'Answers in',
              right: true,
              cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${Math.round(latencyMs)} ms`),
            },
          ]}
        />
      )}
    </Card>
  );
}

const ROLES = { hot: 'Hot wallet', sweep: 'Sweep wallet' } as const;

function gasWords({ enoughGas, transactionsLeft }: ShownChain['wallets'][number]) {
  if (enoughGas === null) return 'Not read yet';
  if (enoughGas) return <StatusWord tone="done">Enough</StatusWord>;
  return (
    <>
      <StatusWord tone="attention">Low</StatusWord> Enough for {transactionsLeft ?? 0} transactions at the
      highest fee
    </>
  );
}

/** One of the chain's wallets: its address, gas and balances. */
function Wallet({ wallet }: { readonly wallet: ShownChain['wallets'][number] }) {
  const { role, address, balances, readAt } = wallet;
  return (
    <Card
      title={ROLES[role]}
      foot={
        readAt !== null && (
          <>
            Read from the chain <FromNow time={readAt} />.
          </>
        )
      }
    >
      <Facts
        of={[
          ['Address', <Copyable key="" text={address} what="address" whole />],
          ['Gas', gasWords(wallet)],
          ...balances.map(
            ({ tokenSymbol, balanceAtomic, decimals }) =>
              [
                tokenSymbol,
                <Amount key="" figure={fromAtomic(balanceAtomic, decimals)} symbol={tokenSymbol} />,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

function Sweep({ chain: { chainCode, name } }: OfChain) {
  const sweep = useOrder(
    () => api.post('/admin/v1/chains/{chainCode}/sweep', { path: { chainCode } }),
    () => tell(`A sweep of ${name} is ordered. The signing worker does it.`),
  );
  const schedule = useScheduleLink(`sweep-${chainCode}`);
  return (
    <Card
      title="Sweep"
      actions={
        <Button busy={sweep.isPending} onClick={() => sweep.mutate(undefined)}>
          Sweep now
        </Button>
      }
    >
      <Refusal error={sweep.error} stays="Nothing was ordered." />
      <p className="muted">
        Moves coins from deposit addresses to the hot wallet. Coins above the ceiling of the hot wallet go to
        the cold address. A schedule starts sweeps by itself. {schedule}
      </p>
    </Card>
  );
}

function WholeChain({ chain }: OfChain) {
  const canOrder = useCan('operations:write');
  return (
    <AppPage
      title={chain.name}
      about={<StatusOf words={statusOfChain(chain)} />}
      back={['/chains', 'Chains']}
    >
      <ChainState chain={chain} />
      {chain.disputes.map(({ about, height, reason, since, action }) => (
        <Notice
          key={about}
          tone="attention"
          title={`RPCs contradict each other about ${about}, from block ${height} on`}
        >
          {reason}, since <At time={since} />. {action}
        </Notice>
      ))}
      <div className="split">
        <div className="stack">
          <Rpcs chain={chain} />
          {chain.wallets.map((wallet) => (
            <Wallet key={wallet.role} wallet={wallet} />
          ))}
        </div>
        <div className="stack">
          <Reading chain={chain} />
          {canOrder && <Sweep chain={chain} />}
        </div>
      </div>
    </AppPage>
  );
}

/** One chain: how far it is read, its RPCs, wallets and disputes. Operators resume it and sweep it here. */
export default function ChainPage() {
  const { chainCode = '' }: { chainCode?: string } = useParams({ strict: false });
  const chain = useRead('/admin/v1/chains/{chainCode}', { path: { chainCode } });
  return <Read query={chain}>{(found) => <WholeChain chain={found} />}</Read>;
}
