import type { ReactNode } from 'react';

/** `withdrawal.approve` as `Withdrawal: approve`, and so on: the words of the API, to read. */
export function actionWords(action: string): string {
  const [object = '', verb = ''] = action.split('.');
  const spaced = object.replaceAll('_', ' ');
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}: ${verb.replaceAll('_', ' ')}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'none' : JSON.stringify(value);

/** What changed, field by field, as far as it fits in a line each. */
export function Changes({
  before,
  after,
}: {
  readonly before: object | null;
  readonly after: object | null;
}): ReactNode {
  const [was, is] = [before, after].map((state) => (state ?? {}) as Readonly<Record<string, unknown>>);
  const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  const changed = fields.filter((field) => textOf(was?.[field]) !== textOf(is?.[field]));
  if (changed.length === 0) return null;
  return (
    <details className="changes">
      <summary>
        {changed.length} {changed.length === 1 ? 'field' : 'fields'}
      </summary>
      <dl className="facts">
        {changed.map((field) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd className="mono">
              {was?.[field] === undefined ? '' : `${textOf(was[field])} → `}
              {textOf(is?.[field])}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
