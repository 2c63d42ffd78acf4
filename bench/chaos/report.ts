import { describeMachine, formatCounts, formatTable } from '../harness/report.ts';
import { invariants } from './invariants.ts';
import type { Percentiles } from './numbers.ts';
import type { RunResult } from './run.ts';

/** What a seed does not determine. */
const notDeterministic =
  'The seed determines the order, the targets and the durations of the faults, and what each client does. It does not determine how requests, faults and processes interleave: that depends on the machine. A violation may need several runs with its seed to occur again.';

const formatMs = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value)} ms`;
const formatPercentiles = ({ count, p50, p99 }: Percentiles): string[] => [
  String(count),
  formatMs(p50),
  formatMs(p99),
];

/** Writes a run as Markdown. @param command repeats it */
export function formatReport(result: RunResult, command: string): string {
  const { numbers, violations, skipped, faults } = result;
  const { recovery, availability, admitted } = numbers;
  const violated = Map.groupBy(violations, ({ invariant }) => invariant);
  return [
    `# Chaos run with seed ${result.seed}`,
    `${result.violations.length === 0 ? 'No invariant was violated.' : `**${violated.size} invariants were violated.**`} ${result.minutes} minutes with faults, ${faults.length} faults, ${result.checks} checks.${result.sabotage ? ` Sabotage: ${result.sabotage}.` : ''}`,
    `Repeat it: \`${command}\``,
    notDeterministic,
    `Machine: ${describeMachine()}.`,
    '## Load',
    `${result.journeys} journeys of merchants and payers, ${result.sessions} sessions. ${numbers.requests} requests: ${numbers.succeeded} succeeded, ${numbers.refused} refused, ${numbers.repeated} repeated by the client. Provider events: ${formatCounts(result.providerEvents)}. Writes that a proxy cut or stalled: ${formatCounts(result.affectedWrites)}.`,
    '## Faults',
    `Processes that ended without being killed, and were started again: ${formatCounts(result.ended) || 'none'}.`,
    formatTable(
      ['Fault', 'Number'],
      Object.entries(numbers.faults).map(([kind, count]) => [kind, String(count)]),
    ),
    ...Object.entries(skipped).map(([kind, reason]) => `Left out: ${kind}, because ${reason}.`),
    '## Recovery',
    'From the end of a fault to the first success of a request that began after it. For a killed process, that includes its start.',
    formatTable(
      ['After a fault of', 'Request', 'Number', 'p50', 'p99'],
      Object.entries(recovery).flatMap(([name, { create, read }]) => [
        [name, 'create', ...formatPercentiles(create)],
        [name, 'read', ...formatPercentiles(read)],
      ]),
    ),
    numbers.unrecovered.length > 0
      ? `**Not recovered within a minute: ${numbers.unrecovered.join(', ')}.**`
      : 'The API recovered within a minute after every fault.',
    `Availability of the API processes that were not killed or paused, during faults of another process: ${availability.ratio === null ? '–' : `${(availability.ratio * 100).toFixed(2)} %`} of ${availability.requests} requests.`,
    formatTable(
      ['Latency of requests that succeeded at the first try', 'Number', 'p50', 'p99'],
      [
        ['all', ...formatPercentiles(admitted.all)],
        ['between faults', ...formatPercentiles(admitted.betweenFaults)],
      ],
    ),
    '## Invariants',
    formatTable(
      ['Invariant', 'Condition', 'Violations'],
      invariants.map(({ name, description }) => [
        name,
        description,
        String(violated.get(name)?.reduce((sum, { count }) => sum + count, 0) ?? 0),
      ]),
    ),
    ...violations.map(
      ({ invariant, after, count, examples }) =>
        `### ${invariant}: ${count} ${after ? `after ${after}` : 'at the end'}\n\n${examples.map((line) => `- \`${line.slice(0, 1_000)}\``).join('\n')}`,
    ),
    '## Schedule',
    formatTable(
      ['#', 'Fault', 'Duration', 'First create', 'First read'],
      faults.map(({ description, startedAt, endedAt, recovery: { createMs, readMs } }, index) => [
        String(index + 1),
        description,
        `${((endedAt - startedAt) / 1000).toFixed(1)} s`,
        formatMs(createMs),
        formatMs(readMs),
      ]),
    ),
  ].join('\n\n');
}
