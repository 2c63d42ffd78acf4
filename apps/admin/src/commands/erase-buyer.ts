import { toBuyerReference } from '@parley/domain';
import {
  type ArchivedSession,
  eraseArchived,
  eraseBuyer,
  findErasableSessions,
} from '@parley/operations';
import type { Command } from 'commander';
import { eraseInParts, removePartials } from '../archive-parts.ts';
import { type AdminContext, withContext } from '../context.ts';
import { CommandFailure } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import { addConfirmedWriteOptions, type CommonOptions } from '../options.ts';

interface EraseOptions extends CommonOptions {
  readonly merchant: string;
  readonly buyerReference: string;
  readonly archive?: string;
}

/** Kinds of operator actions are few. */
const MAX_ACTIONS = 1_000;

export function addEraseBuyerCommand(program: Command, io: AdminIo): void {
  addConfirmedWriteOptions(program.command('erase-buyer'))
    .description(
      'Erases the personal data of one buyer in test and live mode, while everything runs. May be interrupted and repeated.',
    )
    .requiredOption('--merchant <id>', 'the merchant of the buyer')
    .requiredOption('--buyer-reference <text>', 'the buyer_reference of the sessions')
    .option('--archive <path>', 'the folder of archived sessions, whose files are rewritten')
    .action(({ buyerReference, ...options }: EraseOptions) =>
      eraseBuyerData(io, { ...options, buyerReference: toBuyerReference(buyerReference) }),
    );
}

function eraseBuyerData(io: AdminIo, options: EraseOptions): Promise<void> {
  return withContext(io, options, async (context) => {
    const { deps, createCaller, requireMerchant, print, confirm } = context;
    const { id: merchantId, name } = await requireMerchant(options.merchant);
    const caller = createCaller({ merchantId });
    const { length: sessions } = await findErasableSessions(deps, caller, options);
    const archived = await eraseFiles(context, options, true);
    if (options.dryRun) {
      const result = { sessions, archived_sessions: archived.sessions, files: archived.files };
      const text = `Sessions that would be erased: ${sessions}.`;
      print(result, [text, ...describeFiles(archived, 'would be rewritten')].join('\n'));
      await requireArchive(context, options);
      return;
    }
    const effect = `The personal data of this buyer at ${name} will be erased and cannot be restored. Sessions: ${sessions + archived.sessions}.`;
    await confirm(effect);
    const erased = await eraseBuyer(deps, caller, options);
    const { sessions: archivedSessions, files } = await eraseFiles(context, options, false);
    const text = `Erased: ${erased.sessions} sessions, ${erased.events} events, ${erased.delivery_responses} responses of webhook endpoints, ${erased.logged_requests} logged requests, ${erased.idempotency_records} stored responses, ${erased.provider_events} provider events.`;
    const rewritten = describeFiles({ files }, 'were rewritten');
    print(
      { ...erased, archived_sessions: archivedSessions, files },
      [text, ...rewritten].join('\n'),
    );
    await requireArchive(context, options);
  });
}

async function eraseFiles(
  { database }: AdminContext,
  { archive, merchant, buyerReference }: EraseOptions,
  dryRun: boolean,
) {
  if (archive === undefined) return { sessions: 0, files: [] };
  const erase = (session: ArchivedSession) => eraseArchived(session, buyerReference);
  return database.withArchiveLock(async () => {
    if (!dryRun) await removePartials(archive);
    return eraseInParts(archive, merchant, erase, dryRun);
  });
}

function describeFiles({ files }: { readonly files: readonly string[] }, done: string): string[] {
  if (files.length === 0) return [];
  return [`Files that ${done}: ${files.join(', ')}. Replace or delete all copies of them.`];
}

/** @throws CommandFailure if sessions were archived and their files were not searched */
async function requireArchive({ database }: AdminContext, { archive }: EraseOptions) {
  if (archive !== undefined) return;
  const actions = await database.diagnostics.listLastOperatorActions(MAX_ACTIONS);
  if (!actions.some(({ action }) => action === 'sessions.archived')) return;
  throw new CommandFailure(
    'Sessions of this installation were archived. Run the command again with --archive and the folder of the files.',
  );
}
