import { existsSync } from 'node:fs';
import type { Mode } from '@parley/domain';
import { type ExportedKind, exportedKinds, exportMerchant } from '@parley/operations';
import { type Command, Option } from 'commander';
import { type AdminContext, withContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import { writeNewFile } from '../new-file.ts';
import {
  addOperatorOption,
  type CommonOptions,
  dryRunOption,
  modeOption,
  toDate,
} from '../options.ts';

const FORMAT_VERSION = 1;

interface ExportOptions extends CommonOptions {
  readonly merchant: string;
  readonly mode?: Mode;
  readonly since?: Date;
  readonly until?: Date;
  readonly what: readonly ExportedKind[];
  readonly out?: string;
  readonly force?: boolean;
}

export function addExportCommand(program: Command, io: AdminIo): void {
  addOperatorOption(program.command('export').option(...dryRunOption))
    .description(
      'Writes what is stored about a merchant as JSON lines: sessions with carts, attempts, payments and history, subscriptions, events, provider configs and webhook endpoints without secrets, the settings without the logo, the audit log, the request log, and notes about items that need attention. The last line has the type export_end.',
    )
    .requiredOption('--merchant <id>', 'the merchant')
    .addOption(modeOption('one mode only'))
    .option('--since <timestamp>', 'leaves out what was created before (default: nothing)', toDate)
    .option(
      '--until <timestamp>',
      'leaves out what was created then or later (default: one minute ago)',
      toDate,
    )
    .addOption(
      new Option('--what <kind...>', 'parts of the export')
        .choices(exportedKinds)
        .default(exportedKinds, 'all'),
    )
    .option('--out <file>', 'new file, which appears when the export is complete (default: output)')
    .option('--force', 'replace the file of --out if it exists')
    .action((options: ExportOptions) =>
      withContext(io, options, (context) => exportData(io, context, options)),
    );
}

async function exportData(io: AdminIo, context: AdminContext, options: ExportOptions) {
  const { what, mode, since, until } = options;
  requireNewFile(options);
  const { id: merchantId } = await context.requireMerchant(options.merchant);
  const modes: readonly Mode[] = mode ? [mode] : ['test', 'live'];
  const input = { modes, kinds: what, since, until };
  const caller = context.createCaller({ merchantId });
  const { period, batches } = await exportMerchant(context.deps, caller, input);
  const counts: Record<string, number> = {};
  const writeExport = async (write: WriteLines) => {
    const header = {
      format_version: FORMAT_VERSION,
      merchant_id: merchantId,
      modes,
      what,
      since: period.since?.toISOString() ?? null,
      until: period.until.toISOString(),
    };
    await write([{ type: 'export', data: header }]);
    for await (const batch of batches) {
      await write(batch);
      for (const { type } of batch) counts[type] = (counts[type] ?? 0) + 1;
      context.reportProgress(formatCounts(counts));
    }
    await write([{ type: 'export_end', data: { counts } }]);
  };
  const createdBefore = `created before ${period.until.toISOString()}`;
  if (options.dryRun) {
    await writeExport(async () => {});
    const text = `${formatCounts(counts)}, ${createdBefore}, would be exported.`;
    context.print({ counts }, text);
    return;
  }
  await writeLines(io, options, writeExport);
  io.writeError(`Exported ${formatCounts(counts)}, ${createdBefore}.\n`);
}

const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ') || 'nothing';

type WriteLines = (lines: readonly object[]) => Promise<void>;

const toText = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** @throws UsageError if the export would replace a file without `--force` */
function requireNewFile({ out, force }: ExportOptions): void {
  if (out === undefined || force || !existsSync(out)) return;
  throw new UsageError(
    `--out must name a new file: ${out} exists. Choose another name, or add --force to replace it.`,
  );
}

/** Writes lines to a file, which appears when all are written, or to the output. */
async function writeLines(
  io: AdminIo,
  options: ExportOptions,
  work: (write: WriteLines) => Promise<void>,
): Promise<void> {
  const file = options.out;
  if (file === undefined) {
    await work(async (lines) => {
      io.writeOut(toText(lines));
      await io.drainOut();
    });
    return;
  }
  await writeNewFile(file, async (partial) => {
    await work((lines) => partial.writeFile(toText(lines)));
    requireNewFile(options);
  });
}
