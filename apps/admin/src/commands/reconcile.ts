import type { Scope } from '@parley/db';
import { DAY_MS, type Mode } from '@parley/domain';
import {
  type PaymentDifference,
  type ReconciliationResult,
  type RecordingResult,
  reconcilePayments,
  recordMissingPayment,
  systemCaller,
} from '@parley/operations';
import type { Command } from 'commander';
import { withContext } from '../context.ts';
import { CommandFailure, UsageError } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import { addWriteOptions, type CommonOptions, modeOption, toDate } from '../options.ts';

/** A payment of the last minutes may not be recorded yet. */
const SETTLE_MS = 15 * 60_000;

interface ReconcileOptions extends CommonOptions {
  readonly merchant: string;
  readonly mode?: Mode;
  readonly from?: Date;
  readonly to?: Date;
  readonly record?: boolean;
}

/** The result of --record for a payment; `failed` when its provider or the database did. */
type Recording = RecordingResult | 'failed';

/** A difference; `recording` only of a payment that --record tried to record. */
type Difference = PaymentDifference & { readonly recording?: Recording };
type Result = Omit<ReconciliationResult, 'differences'> & {
  readonly mode: Mode;
  readonly differences: readonly Difference[];
};

export function addReconcileCommand(program: Command, io: AdminIo): void {
  addWriteOptions(program.command('reconcile'))
    .description(
      'Compares the payments of a merchant with the lists of its provider accounts. Changes nothing without --record. Exits with 1 if they differ.',
    )
    .requiredOption('--merchant <id>', 'merchant of the payments')
    .addOption(modeOption('one mode only'))
    .option('--from <timestamp>', 'start of the period (default: 30 days before its end)', toDate)
    .option('--to <timestamp>', 'end of the period, exclusive (default: 15 minutes ago)', toDate)
    .option('--record', 'record the payments that are missing here, if their attempts exist')
    .action((options: ReconcileOptions) => reconcile(io, options));
}

function reconcile(io: AdminIo, options: ReconcileOptions): Promise<void> {
  const until = options.to ?? new Date(Date.now() - SETTLE_MS);
  const from = options.from ?? new Date(until.getTime() - 30 * DAY_MS);
  if (from >= until) throw new UsageError('--from must be before --to.');
  return withContext(io, options, async ({ deps, record, requireMerchant, print }) => {
    const { id } = await requireMerchant(options.merchant);
    const isDryRun = options.dryRun ?? false;
    const modes: readonly Mode[] = options.mode ? [options.mode] : ['test', 'live'];
    const results: Result[] = [];
    /** A payment that fails must not stop the others. */
    const recordOne = (scope: Scope, difference: PaymentDifference): Promise<Recording> =>
      recordMissingPayment(deps, systemCaller(scope), difference, { isDryRun }).catch(
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          io.writeError(`${difference.object.id} was not recorded: ${message}\n`);
          return 'failed' as const;
        },
      );
    for (const mode of modes) {
      const scope = { merchantId: id, mode };
      const report = ({ compared, others }: { compared: number; others: number }) =>
        io.writeError(`${mode}: ${compared} payments compared, ${others} of others\n`);
      const result = await reconcilePayments(deps, scope, { from, until }, report);
      const differences: Difference[] = [];
      for (const difference of result.differences) {
        const isMissing = options.record && difference.kinds.includes('missing_here');
        const recording = isMissing ? { recording: await recordOne(scope, difference) } : {};
        // The history of a session has no operators.
        if (recording.recording === 'recorded') {
          const { object, sessionId } = difference;
          await record('payment.recorded', { ...scope, object: object.id, session: sessionId });
        }
        differences.push({ ...difference, ...recording });
      }
      results.push({ mode, ...result, differences });
    }
    const period = { from: from.toISOString(), to: until.toISOString() };
    const json = { merchant: id, ...period, results: results.map(resultView) };
    const differences = results.flatMap((result) =>
      result.differences.map((difference) => [result.mode, ...getCells(difference)]),
    );
    const text = [
      ...results.map(
        ({ mode, compared, others, differences: { length } }) =>
          `${mode}: ${compared} payments compared, ${length} differ; ${others} of others left out`,
      ),
      ...(differences.length > 0 ? ['', formatTable([HEADER, ...differences])] : []),
    ];
    print(json, text.join('\n'));
    const left = results
      .flatMap((result) => result.differences)
      .filter(({ recording }) => recording !== 'recorded');
    if (left.length === 0) return;
    throw new CommandFailure(
      `${left.length} payments differ. The provider's dashboard shows what it did; queue inspect shows events that are not applied.`,
    );
  });
}

const HEADER = [
  'Mode',
  'Difference',
  'Provider object',
  'Provider config',
  'Session',
  'Here',
  'Provider',
];

const recordings: Readonly<Record<Recording, string>> = {
  recorded: 'recorded',
  recordable: 'would be recorded, unless its session refuses it',
  no_session: 'not recorded: its session does not exist',
  no_attempt: 'not recorded: its attempt does not exist',
  refused: 'not recorded: the session does not accept it',
  failed: 'not recorded: see the error',
};

function getCells(difference: Difference) {
  const { kinds, recording, object, providerConfigId, sessionId, here, there } = difference;
  return [
    [...kinds, ...(recording ? [recordings[recording]] : [])].join(', '),
    object.id,
    providerConfigId ?? '',
    sessionId ?? '',
    cell(here),
    cell(there),
  ];
}

/** The amounts of one side, in minor units. */
function cell(amounts: PaymentDifference['here']): string {
  if (!amounts) return 'none';
  const { amountMinor, currency, refundedMinor, disputedMinor } = amounts;
  return [
    `${amountMinor} ${currency}`,
    ...(refundedMinor > 0 ? [`refunded ${refundedMinor}`] : []),
    ...(disputedMinor > 0 ? [`disputed ${disputedMinor}`] : []),
  ].join(', ');
}

const resultView = ({ mode, compared, others, differences }: Result) => ({
  mode,
  compared,
  others,
  differences: differences.map(
    ({ kinds, recording, object, providerConfigId, sessionId, attemptId, here, there }) => ({
      kinds,
      provider_object_id: object.id,
      provider_object_type: object.type,
      provider_config_id: providerConfigId,
      proxy_session_id: sessionId,
      acquisition_attempt_id: attemptId,
      here: here && amountsView(here),
      there: there && amountsView(there),
      ...(recording && { recording }),
    }),
  ),
});

const amountsView = (amounts: NonNullable<PaymentDifference['here']>) => ({
  amount_minor: amounts.amountMinor,
  currency: amounts.currency,
  refunded_minor: amounts.refundedMinor,
  disputed_minor: amounts.disputedMinor,
});
