import { useSession } from '../data/queries.js';
import { Card, Facts } from '../parts/layout.js';

/**
 * The merchant's metadata: names and values. It has a card of its own, so that an operator does not take a name such as
 * "Risk check" for a fact of Quittance.
 */
export function MetadataCard({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) {
  const isOperator = useSession().data?.kind === 'operator';
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <Card title={isOperator ? 'Metadata, as the merchant wrote it' : 'Metadata'}>
      <Facts of={entries.map(([name, value]): readonly [string, string] => [name, String(value)])} />
    </Card>
  );
}
