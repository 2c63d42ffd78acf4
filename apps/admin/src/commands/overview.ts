import type { Command } from 'commander';
import { printResult, withReader } from '../context.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import { addJsonOption, type CommonOptions, limitOption } from '../options.ts';
import { type Overview, readOverview, stuckPaymentNames } from '../read-overview.ts';

const DEFAULT_LIMIT = 5;

interface OverviewOptions extends CommonOptions {
  readonly limit: number;
}

export function addOverviewCommand(program: Command, io: AdminIo): void {
  addJsonOption(program.command('overview'))
    .description(
      'Shows suspended merchants, queues, stuck payments, sweeps and backups of all merchants, and the last actions of operators. Needs DATABASE_URL only, also of the role that reads. Changes nothing.',
    )
    .addOption(limitOption(DEFAULT_LIMIT))
    .action(async (options: OverviewOptions) => {
      const overview = await withReader(io, (database) => readOverview(database, options.limit));
      printResult(io, options, overview, formatOverview(overview, options.limit));
    });
}

function formatOverview(overview: Overview, limit: number): string {
  const { merchants, queues, stuck_payments: stuck, failed_shards: failedShards } = overview;
  const hidden = merchants.suspended - merchants.suspended_merchants.length;
  return [
    `Merchants: ${merchants.total}, suspended: ${merchants.suspended}`,
    formatList(
      ['Suspended merchant', 'Since', 'By', 'Name'],
      merchants.suspended_merchants.map((merchant) => [
        merchant.id,
        merchant.suspended_at,
        merchant.suspended_by ?? 'not in the audit log',
        merchant.name,
      ]),
    ),
    hidden > 0 ? `${hidden} more suspended merchants: add --limit` : '',
    formatTable([
      ['Queue, all merchants', 'Waiting', 'Oldest', 'Merchants', 'Waits longest'],
      ...queues.map((queue) => [
        queue.name,
        `${queue.waiting}`,
        queue.lag_seconds === null ? '' : `${Math.round(queue.lag_seconds)} s`,
        `${queue.merchants}`,
        queue.longest_waiting_merchant ?? '',
      ]),
    ]),
    stuck.length === 0
      ? 'No payments are stuck.'
      : formatTable([
          [
            `Stuck payments, up to ${limit} of a kind`,
            'Count',
            'Merchant',
            'Mode',
            'Oldest',
            'Since',
          ],
          ...stuck.map((payments) => [
            stuckPaymentNames[payments.kind],
            `${payments.count}`,
            payments.merchant_id,
            payments.mode,
            payments.oldest_id,
            payments.oldest_at,
          ]),
        ]),
    failedShards > 0 ? `Incomplete: ${failedShards} shards did not respond.` : '',
    formatList(
      ['Events of provider account', 'Merchant', 'Mode', 'Stored until', 'Failures'],
      overview.provider_event_lists.map((list) => [
        list.psp_config_id,
        list.merchant_id,
        list.mode,
        `${list.read_until}${list.gap_from ? `, with a gap from ${list.gap_from}` : ''}`,
        `${list.failures}`,
      ]),
    ),
    formatList(
      ['Sweep', 'Next run'],
      overview.sweeps.map((sweep) => [sweep.name, formatRun(sweep)]),
    ),
    formatWalArchive(overview.wal_archive),
    formatList(
      ['Operators on all merchants, last of each action', 'At', 'By'],
      overview.last_operator_actions.map((action) => [
        action.action,
        action.created_at,
        action.operator,
      ]),
    ),
    formatList(
      ['Operators on one merchant', 'Merchant', 'Object', 'At', 'By'],
      overview.operator_audit_entries.map((entry) => [
        entry.action,
        entry.merchant_id,
        entry.object_id,
        entry.created_at,
        entry.operator,
      ]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A table; nothing without rows. */
const formatList = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : formatTable([header, ...rows]);

function formatRun({ due_at, is_running, late_seconds }: Overview['sweeps'][number]): string {
  if (is_running) return 'running';
  return late_seconds > 0 ? `late by ${Math.round(late_seconds)} s` : due_at;
}

function formatWalArchive({
  is_on: isOn,
  last_archived_at: last,
  failing_segment: failing,
}: Overview['wal_archive']): string {
  if (!isOn) return 'WAL archive: off';
  const failure = failing ? `; ${failing} cannot be archived` : '';
  return `WAL archive: last segment ${last ?? 'never'}${failure}`;
}
