import { readFileSync } from 'node:fs';
import type { Database } from '@parley/db';
import { createMetrics, createWebReport } from '@parley/telemetry';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createWorkerReport } from '../../worker/src/worker-report.ts';
import { mountMetrics } from '../src/metrics.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const { groups }: { groups: { rules: Rule[] }[] } = parse(read('deploy/prometheus/rules.yml'));
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const targets = (JSON.parse(read('deploy/grafana/dashboard.json')) as Dashboard).panels.flatMap(
  (panel) => panel.targets ?? [],
);

/** The metrics of the API and the worker, with the names of their labels. */
function readMetrics(): ReadonlyMap<string, readonly string[]> {
  const metrics = createMetrics('api');
  metrics.addQueues({} as Database['diagnostics']);
  createWebReport(metrics.registry);
  const load = { inFlight: () => 0, refused: () => 0, admission: undefined, requestLog: undefined };
  mountMetrics(fastify(), { metrics, token: null }, load);
  createWorkerReport(pino({ level: 'silent' }), metrics.registry);
  const found = new Map([['up', ['job', 'instance']]]);
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as typeof metric & { labelNames?: string[] };
    const labels = [...labelNames, 'process', 'job', 'instance'];
    if (`${metric.type}` !== 'histogram') found.set(name, labels);
    else {
      for (const suffix of ['_count', '_sum']) found.set(name + suffix, labels);
      found.set(`${name}_bucket`, [...labels, 'le']);
    }
  }
  return found;
}

const metrics = readMetrics();
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));

/** The metrics of an expression, each with the labels that select its series. */
const findSelectors = (expr: string) =>
  [...expr.matchAll(/\b((?:parley|process|nodejs)[_:][\w:]*|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    }),
  );

/** The labels that an expression groups by. */
const findGrouping = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').flatMap((label) => label.trim() || []),
  );

/** The labels of the metrics that a recording rule keeps or adds. */
function labelsOfRecorded(name: string): readonly string[] {
  return rules
    .filter(({ record }) => record === name)
    .flatMap(({ expr, labels = {} }) => [
      ...Object.keys(labels),
      ...findGrouping(expr),
      ...findSelectors(expr).flatMap((one) =>
        recorded.has(one.name) && one.name !== name ? labelsOfRecorded(one.name) : [],
      ),
    ]);
}

const getLabels = (name: string): readonly string[] | undefined =>
  recorded.has(name) ? labelsOfRecorded(name) : metrics.get(name);

it.each([
  ...rules.map(({ record, alert, expr, annotations = {} }) => ({
    title: record ?? alert,
    expr,
    text: Object.values(annotations).join(' '),
  })),
  ...targets.map(({ expr, legendFormat }) => ({ title: expr, expr, text: legendFormat })),
])('$title uses metrics and labels that the product exports', ({ expr, text }) => {
  const used = findSelectors(expr);
  expect(used).not.toEqual([]);
  expect(used.map(({ name }) => name).filter((name) => !getLabels(name))).toEqual([]);
  for (const { name, labels } of used)
    expect(getLabels(name), `labels of ${name}`).toEqual(expect.arrayContaining(labels));
  const available = used.flatMap(({ name }) => getLabels(name) ?? []);
  expect(available).toEqual(expect.arrayContaining([...findGrouping(expr)]));
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, l = '']) => l);
  expect(available).toEqual(expect.arrayContaining(shown));
});

it('every alert has a section of docs/runbooks.md, and every section an alert', () => {
  const headings = [...read('docs/runbooks.md').matchAll(/^### (.+)$/gm)].map(([, text]) => text);
  expect(headings.toSorted()).toEqual([...new Set(alerts.map(({ alert }) => alert))].toSorted());
  for (const { alert, labels, annotations } of alerts) {
    expect(annotations?.runbook).toBe(`docs/runbooks.md#${alert?.toLowerCase()}`);
    expect(annotations?.summary).toBeTruthy();
    expect(['page', 'ticket']).toContain(labels?.severity);
  }
});

it('every alert has a test in which it fires with each of its severities, and one in which it does not', () => {
  interface Case {
    readonly alertname: string;
    readonly exp_alerts: readonly { readonly exp_labels: { readonly severity: string } }[];
  }
  const { tests }: { tests: { alert_rule_test: Case[] }[] } = parse(
    read('deploy/prometheus/rules.test.yml'),
  );
  const cases = tests.flatMap((one) => one.alert_rule_test);
  const missing = alerts.filter(({ alert, labels }) => {
    const fires = cases
      .filter(({ alertname }) => alertname === alert)
      .map((one) => one.exp_alerts.some(({ exp_labels: l }) => l.severity === labels?.severity));
    return !fires.includes(true) || !fires.includes(false);
  });
  expect(missing.map(({ alert }) => alert)).toEqual([]);
});

it('the objective for writes contains every operation that is not a GET, and no other', () => {
  interface Document {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
  }
  const [, reads = ''] =
    /operation!~"([^"]+)"/.exec(
      rules.find(({ record }) => record === 'parley:slo_requests:rate5m')?.expr ?? '',
    ) ?? [];
  const isRead = new RegExp(`^(?:${reads})$`);
  const { paths } = JSON.parse(read('docs/openapi.json')) as Document;
  const operations = Object.values(paths).flatMap((path) => Object.entries(path));
  const wrong = operations.filter(
    ([method, { operationId }]) => isRead.test(operationId) !== (method === 'get'),
  );
  expect(wrong.map(([, { operationId }]) => operationId)).toEqual([]);
  expect(isRead.test('receiveProviderEvent')).toBe(false);
});

it('spikes of declines are counted from zero, because the first one would not be an increase', async () => {
  const { registry } = createMetrics('worker');
  createWorkerReport(pino({ level: 'silent' }), registry);
  expect(await registry.getSingleMetricAsString('parley_decline_spikes_total')).toContain(
    '{mode="live",process="worker"} 0',
  );
});
