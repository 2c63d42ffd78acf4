import type { HistoryRun } from './run-history.ts';
import type { RevocationRun } from './run-revocation.ts';

interface Totals {
  readonly name: string;
  histories: number;
  objects: number;
  operations: number;
  interrupted: number;
  unknown: number;
  serverErrors: number;
  failed: number;
  undecided: number;
  /** The longest check of one object. */
  slowestCheckMs: number;
  /** The latest accepted use of a key after its revocation was acknowledged; null for other kinds. */
  latestUseMs: number | null;
}

/** The results of the histories of one kind. */
export interface KindReport {
  readonly totals: Totals;
  add(run: HistoryRun): void;
  addRevocation(run: RevocationRun): void;
}

export function createReport(name: string): KindReport {
  const totals: Totals = {
    name,
    histories: 0,
    objects: 0,
    operations: 0,
    interrupted: 0,
    unknown: 0,
    serverErrors: 0,
    failed: 0,
    undecided: 0,
    slowestCheckMs: 0,
    latestUseMs: null,
  };
  return {
    totals,
    add({ counts, verdicts, slowestCheckMs }) {
      totals.histories += 1;
      totals.objects += verdicts.length;
      for (const key of ['operations', 'interrupted', 'unknown', 'serverErrors'] as const) {
        totals[key] += counts[key];
      }
      totals.failed += verdicts.filter(({ kind }) => kind === 'violation').length;
      totals.undecided += verdicts.filter(({ kind }) => kind === 'undecided').length;
      totals.slowestCheckMs = Math.max(totals.slowestCheckMs, slowestCheckMs);
    },
    addRevocation({ revocation, uses, errors }) {
      totals.histories += 1;
      totals.objects += 1;
      totals.operations += uses.length;
      totals.unknown += uses.filter(({ isAccepted }) => isAccepted === null).length;
      totals.failed += Math.min(errors.length, 1);
      const accepted = uses.filter(({ isAccepted }) => isAccepted).map(({ start }) => start);
      const latest = Math.max(...accepted) - revocation.end;
      totals.latestUseMs = Math.max(totals.latestUseMs ?? 0, latest);
    },
  };
}

/** The table of all kinds. */
export function formatReport(reports: readonly KindReport[]) {
  const head = [
    'Object',
    'Histories',
    'Objects',
    'Operations',
    'Interrupted requests',
    'Unknown outcomes',
    '5xx',
    'Not linearizable',
    'Undecided',
    'Slowest check, ms',
    'Last use after revocation, ms',
  ];
  const rows = reports.map(({ totals }) => [
    totals.name,
    ...[totals.histories, totals.objects, totals.operations, totals.interrupted].map(String),
    ...[totals.unknown, totals.serverErrors, totals.failed, totals.undecided].map(String),
    totals.slowestCheckMs.toFixed(0),
    totals.latestUseMs?.toFixed(0) ?? '',
  ]);
  return { head, rows };
}
