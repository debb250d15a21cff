import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { readText } from '../house/source-files.js';

export const ALERTS_FILE = 'docs/examples/prometheus/alerts.yml';

/** The metric and the labels that an expression selects. */
interface Selector {
  readonly metric: string;
  /** The accepted values, by label. A regular expression is split into its alternatives. */
  readonly values: Map<string, readonly string[]>;
}

/** An alert for Prometheus, and what the parser of PromQL finds in its expression. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly summary: string;
  /** For each syntax error: the part of the expression before it. */
  readonly faults: readonly string[];
  readonly selectors: readonly Selector[];
  /** The labels that the expression groups by. */
  readonly groupedBy: readonly string[];
  /** The labels of its result. Null: it has those of the metric. */
  readonly resultLabels: readonly string[] | null;
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

/** Reads the rules with the parser that Prometheus uses on its own pages. */
export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readText(ALERTS_FILE)) as { groups: readonly { rules: readonly Rule[] }[] };
  return groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr, annotations: { summary } }) => ({ alert, expr, summary, ...look(expr) }));
}

function look(expr: string): Pick<Alert, 'faults' | 'selectors' | 'groupedBy' | 'resultLabels'> {
  const faults: string[] = [];
  const selectors: Selector[] = [];
  const groupedBy: string[] = [];
  let resultLabels: string[] | null = null;
  let outermost: string | undefined;
  let label = '';
  parser.parse(expr).iterate({
    enter({ type, node, from, to }) {
      const text = expr.slice(from, to);
      const place = node.parent?.name;
      if (type.isError) faults.push(expr.slice(0, from));
      if (type.name === 'AggregateExpr' && outermost === undefined)
        [outermost, resultLabels] = [`${from}-${to}`, []];
      if (type.name === 'VectorSelector') selectors.push({ metric: '', values: new Map() });
      if (type.name === 'Identifier' && place === 'VectorSelector')
        selectors.splice(-1, 1, { metric: text, values: new Map() });
      if (type.name === 'LabelName' && place === 'UnquotedLabelMatcher') label = text;
      if (type.name === 'StringLiteral' && place === 'UnquotedLabelMatcher')
        selectors.at(-1)?.values.set(label, text.slice(1, -1).split('|'));
      if (type.name === 'LabelName' && place === 'GroupingLabels') {
        groupedBy.push(text);
        const whose = node.parent?.parent?.parent;
        if (`${whose?.from}-${whose?.to}` === outermost) resultLabels?.push(text);
      }
    },
  });
  return { faults, selectors, groupedBy, resultLabels };
}
