import { useSession } from '../data/queries.js';
import { Card, Facts } from '../parts/layout.js';

/**
 * What the merchant attached, its names included. It has a card of its own, so that a name such as "Risk check" is not
 * taken for a fact of ours where an operator decides.
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
