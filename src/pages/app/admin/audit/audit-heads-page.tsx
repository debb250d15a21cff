import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { ListTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { ShieldIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { AuditTabs } from './audit-log-page.js';

/** What the signing worker signed of the log, day by day. */
export default function AuditHeadsPage() {
  const list = useList<'/admin/v1/audit-log/heads'>('/admin/v1/audit-log/heads');
  return (
    <AppPage
      title="Signed heads"
      about="Keep a hash elsewhere: audit verify --head tells later whether anything before it was changed."
    >
      <AuditTabs />
      <ListTable<Schemas['AuditHead']>
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
                <span className="under">
                  {chains} {chains === 1 ? 'chain' : 'chains'},{' '}
                  {isWhole ? 'all of them' : 'those that had grown'}
                </span>
              </>
            ),
          },
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
