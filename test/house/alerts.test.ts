import { describe, expect, it } from '@jest/globals';
import { WITHDRAWAL_STATUSES } from '../../src/domain/withdrawals/withdrawal-state.js';
import { WAIT_CODES } from '../../src/domain/withdrawals/withdrawal-waits.js';
import { ALERTS_FILE, readAlerts } from '../helpers/alerts.js';
import { listFiles, readText } from './source-files.js';

/** Prometheus gives each figure these. */
const LABELS_OF_PROMETHEUS = ['instance', 'job'];
/** Prometheus makes this figure itself, for each process that it asks. */
const UP = 'up';

const alerts = readAlerts();
const values = (metric: string, label: string): readonly string[] =>
  alerts
    .flatMap(({ selectors }) => selectors)
    .flatMap((one) => (one.metric === metric ? (one.values.get(label) ?? []) : []));

/** The labels of each metric of ours, as the sources name them. */
const labelsOf = new Map<string, readonly string[]>([
  [UP, []],
  ...listFiles('src/http').flatMap((file) =>
    [...readText(file).matchAll(/^ +name: '(\w+)',\n.*\n(?: +labelNames: \[(.*)\])?/gm)].map(
      ([, name = '', labels = '']) => [name, labels.match(/\w+/g) ?? []] as const,
    ),
  ),
]);
/** A histogram has its parts under names of their own. */
const labelsFor = (metric: string): readonly string[] | undefined =>
  labelsOf.get(metric) ?? labelsOf.get(metric.replace(/_(count|sum|bucket)$/, ''));

describe(`the alerts for Prometheus (${ALERTS_FILE})`, () => {
  it('are PromQL, each under a name of its own', () => {
    expect(alerts.length).toBeGreaterThan(20);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(alerts.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(alerts.filter(({ selectors }) => selectors.length === 0)).toEqual([]);
  });

  it('take only figures that there are, by labels that these have', () => {
    const unknown = alerts.flatMap(({ alert, selectors, groupedBy }) =>
      selectors.flatMap(({ metric, values: asked }) => {
        const has = labelsFor(metric);
        if (has === undefined) return [`${alert}: ${metric}`];
        return [...asked.keys(), ...groupedBy]
          .filter((label) => ![...has, ...LABELS_OF_PROMETHEUS].includes(label))
          .map((label) => `${alert}: ${metric} has no ${label}`);
      }),
    );
    expect(unknown).toEqual([]);
  });

  it('say nothing by a label that their result does not have', () => {
    const unsaid = alerts.flatMap(({ alert, summary, selectors, resultLabels }) => {
      const own = selectors.flatMap(({ metric }) => labelsFor(metric) ?? []);
      const has = resultLabels ?? [...own, ...LABELS_OF_PROMETHEUS];
      return [...summary.matchAll(/\$labels\.(\w+)/g)]
        .filter(([, label = '']) => !has.includes(label))
        .map(([, label]) => `${alert}: ${label}`);
    });
    expect(unsaid).toEqual([]);
  });

  it('tell of everything that a withdrawal may wait for, once, and of statuses that there are', () => {
    // These two have alerts of their own.
    const others = ['held_back', 'halted'];
    expect([...values('quittance_withdrawals_waiting', 'code')].sort()).toEqual(
      WAIT_CODES.filter((code) => !others.includes(code)).sort(),
    );
    const statuses = values('quittance_withdrawals_oldest_timestamp_seconds', 'status');
    expect(statuses).not.toEqual([]);
    expect(statuses.filter((status) => !WITHDRAWAL_STATUSES.includes(status as never))).toEqual([]);
  });
});
