import { archiveDays, DAY_MS } from '@parley/domain';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createFolder, listParts, readPart, removePartials, verifyPart } from '../archive-parts.ts';
import { type ArchiveRun, createArchiveRun } from '../archive-run.ts';
import { type AdminContext, getMerchants, withContext } from '../context.ts';
import { CommandFailure } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import { addConfirmedWriteOptions, type CommonOptions } from '../options.ts';

interface WriteOptions extends CommonOptions {
  readonly folder: string;
  readonly olderThan: number;
  readonly merchant?: string;
}

interface ReadOptions {
  readonly folder: string;
  readonly merchant: string;
  readonly session: string;
}

export function addArchiveCommands(program: Command, io: AdminIo): void {
  const archive = program.command('archive').description('Moves old sessions to files');
  addConfirmedWriteOptions(archive.command('write'))
    .description(
      'Moves sessions that were closed long ago, with their carts, attempts, payments, subscriptions, events and history, from the database to files, while everything runs. May be interrupted and repeated. Needs DATABASE_URL of the owner of the tables.',
    )
    .requiredOption('--folder <path>', 'the folder of the files')
    .addOption(
      new Option('--older-than <days>', `days since the last change, at least ${archiveDays.least}`)
        .argParser(toDays)
        .default(archiveDays.default),
    )
    .option('--merchant <id>', 'one merchant only')
    .action((options: WriteOptions) =>
      withContext(io, options, (context) => writeArchive(context, options)),
    );
  archive
    .command('read')
    .description(
      'Prints an archived session as JSON lines, as export does. Needs the files only, and no database.',
    )
    .requiredOption('--folder <path>', 'the folder of the files')
    .requiredOption('--merchant <id>', 'the merchant of the session')
    .requiredOption('--session <id>', 'the session')
    .action((options: ReadOptions) => readSession(io, options));
}

function toDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= archiveDays.least && days <= 36_500) return days;
  throw new InvalidArgumentError(`It must be a whole number of at least ${archiveDays.least}.`);
}

async function writeArchive(context: AdminContext, options: WriteOptions) {
  const { database, deps, print, confirm, requireMerchant, record } = context;
  const { folder, olderThan, dryRun } = options;
  const merchants = options.merchant
    ? [await requireMerchant(options.merchant)]
    : await getMerchants(database).list();
  const before = new Date((await deps.database.now()).getTime() - olderThan * DAY_MS);
  const run = createArchiveRun(context, {
    folder,
    before,
    merchantIds: merchants.map(({ id }) => id),
  });
  if (dryRun) {
    await run.count();
    print(toResult(run), formatCounts(run, 'would be archived'));
    return;
  }
  const { archives } = database.forScope({ merchantId: 'merch_', mode: 'live' });
  if (!(await archives.canDelete())) {
    throw new CommandFailure(
      'Only the owner of the tables can delete sessions. Run the command with the DATABASE_URL with which you run migrate.',
    );
  }
  await confirm(
    `Sessions that were closed before ${before.toISOString()} will be moved to ${folder}. The API and the dashboard no longer find them.`,
  );
  await database.withArchiveLock(async () => {
    await createFolder(folder);
    await removePartials(folder);
    await record('sessions.archived', {
      merchants: merchants.length,
      closed_before: before.toISOString(),
    });
    await run.write();
  });
  print(toResult(run), formatCounts(run, 'were archived'));
}

const toResult = ({ counts, blocked }: ArchiveRun) => ({ archived: counts, not_archived: blocked });

function formatCounts({ counts, blocked }: ArchiveRun, done: string): string {
  const rows = counts.map(({ merchant_id, mode, month, sessions }) => [
    merchant_id,
    mode,
    month,
    String(sessions),
  ]);
  const total = counts.reduce((sum, { sessions }) => sum + sessions, 0);
  const reasons = Object.entries(blocked).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...(rows.length > 0 ? [formatTable([['Merchant', 'Mode', 'Month', 'Sessions'], ...rows])] : []),
    `${total} sessions ${done}.`,
    ...(reasons.length > 0 ? [`Not archived: ${reasons.join(', ')}.`] : []),
  ].join('\n');
}

async function readSession(io: AdminIo, { folder, merchant, session: id }: ReadOptions) {
  let found: readonly object[] | undefined;
  for (const part of await listParts(folder, merchant)) {
    const manifest = await verifyPart(part);
    if (manifest && (id < manifest.first_id || id > manifest.last_id)) continue;
    for await (const batch of readPart(part)) {
      found = batch.find((session) => session.id === id)?.rows ?? found;
    }
  }
  if (!found) throw new CommandFailure(`No file in ${folder} has a session ${id} of ${merchant}.`);
  io.writeOut(found.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
