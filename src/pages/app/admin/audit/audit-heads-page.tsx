import type { Schemas } from '../../../../client/client.js';
import { useList, useRead } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { ListTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { ShieldIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty, Read } from '../../parts/states.js';
import { Notice, StatusWord } from '../../parts/status.js';
import { AuditTabs } from './audit-log-page.js';

type Verification = Schemas['Reconciliation'];
type Head = Schemas['AuditHead'];

const brokenChains = ({ differences }: Verification) =>
  differences.filter(({ kind }) => kind === 'hash_chain');

const isVerified = ({ createdAt }: Head, { wholeLogRun }: Verification): boolean =>
  wholeLogRun !== null && Date.parse(createdAt) <= Date.parse(wholeLogRun.startedAt);

/** The result of the last verification of all heads. */
function Verified({
  verification,
  heads,
}: {
  readonly verification: Verification;
  readonly heads: readonly Head[];
}) {
  const { wholeLogRun } = verification;
  const broken = brokenChains(verification);
  if (broken.length > 0)
    return (
      <Notice
        tone="failed"
        title={`${broken.length} ${broken.length === 1 ? 'chain differs' : 'chains differ'}`}
      >
        {broken.map(({ differenceId, words }) => (
          <span key={differenceId} className="block">
            {words}
          </span>
        ))}
      </Notice>
    );
  if (wholeLogRun === null)
    return (
      <Notice tone="waiting" title="Not verified yet">
        The first reconciliation compares every row and verifies every head.
      </Notice>
    );
  const newest = heads.find((head) => isVerified(head, verification));
  return (
    <Notice tone="done" title="Nothing was changed">
      Every row was compared{newest !== undefined && `, and every head up to ${newest.number} verified`}, on{' '}
      <At time={wholeLogRun.startedAt} />. Later heads are verified within a week.
    </Notice>
  );
}

/** Says which chains of rows a head covers. */
function chainWords(chains: number, isWhole: boolean): string {
  if (chains === 0) return 'Nothing was new';
  return `${chains} ${chains === 1 ? 'chain' : 'chains'}, ${isWhole ? 'all of them' : 'those that had grown'}`;
}

function HeadState({
  head,
  verification,
}: {
  readonly head: Head;
  readonly verification: Verification | undefined;
}) {
  if (verification === undefined) return null;
  if (brokenChains(verification).some(({ subject }) => subject === 'audit_heads'))
    return <StatusWord tone="failed">Heads differ</StatusWord>;
  return isVerified(head, verification) ? (
    <StatusWord tone="done">Verified</StatusWord>
  ) : (
    <StatusWord tone="waiting">Not yet</StatusWord>
  );
}

/** The daily signatures of the log by the signing worker, and whether the log still matches them. */
export default function AuditHeadsPage() {
  const list = useList<'/admin/v1/audit-log/heads'>('/admin/v1/audit-log/heads');
  const verification = useRead('/admin/v1/reconciliation', {});
  return (
    <AppPage
      title="Signed heads"
      about={
        <>
          Keep a hash elsewhere: <code>audit verify --head</code> tells later whether anything before it was
          changed.
        </>
      }
    >
      <AuditTabs />
      <Read query={verification} lines={1}>
        {(found) => <Verified verification={found} heads={list.items} />}
      </Read>
      <ListTable<Head>
        label="Signed heads"
        list={list}
        noun={['head', 'heads']}
        keyOf={({ number }) => String(number)}
        columns={[
          {
            head: 'Head',
            cell: ({ number, isWhole, chains }) => (
              <>
                {number}
                <span className="under">{chainWords(chains, isWhole)}</span>
              </>
            ),
          },
          { head: 'State', cell: (head) => <HeadState head={head} verification={verification.data} /> },
          { head: 'Hash', cell: ({ hash }) => <Copyable text={hash} what="hash" /> },
          { head: 'Signer', wideOnly: true, cell: ({ signer }) => <Copyable text={signer} what="signer" /> },
          {
            head: 'Signed',
            right: true,
            cell: ({ createdAt }) => (
              <span className="later">
                <At time={createdAt} />
              </span>
            ),
          },
        ]}
        empty={
          <Empty icon={ShieldIcon} title="No head yet">
            The signing worker signs one each day.
          </Empty>
        }
      />
    </AppPage>
  );
}
