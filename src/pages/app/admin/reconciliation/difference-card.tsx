import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { fromAtomic } from '../../data/figures.js';
import { atAGlance } from '../../data/sentence.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount, At } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Coin, Network } from '../../parts/network.js';
import { StatusWord } from '../../parts/status.js';

type Difference = Schemas['ReconciliationRunWithDifferences']['differences'][number];

const KIND_WORDS: Readonly<Record<Difference['kind'], string>> = {
  balance: 'Balance on the chain',
  account: 'Account and its postings',
  entry: 'Both sides of an entry',
  custody: 'All coins in custody',
  reserved: 'Reserved money',
  invoice_money: "An invoice's money",
  invoice_status: "An invoice's status",
  hash_chain: 'Rows that must not change',
  deposit_address: 'Deposit address',
};

function stateOf({ goneAt, freezes }: Difference) {
  if (goneAt !== null) return <StatusWord tone="done">Gone</StatusWord>;
  return freezes ? (
    <StatusWord tone="failed">Open, freezes its asset</StatusWord>
  ) : (
    <StatusWord tone="attention">Open</StatusWord>
  );
}

/** One difference: what differs, by how much, and what to do. */
export function DifferenceCard({ difference }: { readonly difference: Difference }) {
  const { kind, chainCode, tokenSymbol, decimals, subject, words, action, goneAt } = difference;
  const amount = (name: string, atomic: string) =>
    [
      name,
      decimals !== null && <Amount figure={fromAtomic(atomic, decimals)} symbol={tokenSymbol} />,
    ] as const;
  return (
    <Card title={atAGlance(words)} actions={stateOf(difference)}>
      <Facts
        of={[
          ['What to do', goneAt === null && action],
          ['Compared', KIND_WORDS[kind]],
          ['Subject', <Copyable key="" text={subject} what="subject" whole />],
          [
            'Asset',
            tokenSymbol !== '' && (
              <>
                <Coin symbol={tokenSymbol} code={chainCode} /> on <Network code={chainCode} />
              </>
            ),
          ],
          amount('By the books', difference.expectedAtomic),
          amount('Found', difference.foundAtomic),
          amount('Difference', difference.differenceAtomic),
          ['First seen', <At key="" time={difference.firstSeenAt} precision="second" />],
          ['Last seen', <At key="" time={difference.lastSeenAt} precision="second" />],
          ['Gone', goneAt !== null && <At key="" time={goneAt} precision="second" />],
          ['Its asset', difference.freezes && goneAt === null && <Link to="/assets">Look at the asset</Link>],
        ]}
      />
    </Card>
  );
}
