import { eraseBuyer, findErasableSessions } from '@parley/operations';
import type { Command } from 'commander';
import type { AdminIo } from '../io.ts';
import {
  addWriteOptions,
  type CommonOptions,
  confirm,
  printResult,
  withSession,
} from '../session.ts';
import { requireMerchant } from './merchant.ts';

interface EraseOptions extends CommonOptions {
  readonly merchant: string;
  readonly buyerReference: string;
}

/** The erasure covers both modes, but every caller has one. */
const MODE = 'live';

export function addErasePayerCommand(program: Command, io: AdminIo): void {
  addWriteOptions(program.command('erase-payer'))
    .description(
      'Erases the personal data of one payer in test and live mode, while everything runs. May be interrupted and repeated.',
    )
    .requiredOption('--merchant <id>', 'the merchant of the payer')
    .requiredOption('--buyer-reference <text>', 'the buyer_reference of the payer')
    .option('--yes', 'do not ask for confirmation')
    .action((options: EraseOptions) => erasePayer(io, options));
}

function erasePayer(io: AdminIo, options: EraseOptions): Promise<void> {
  return withSession(io, options, async ({ deps, database, callerOf }) => {
    const { id: merchantId, name } = await requireMerchant(database, options.merchant);
    const caller = callerOf({ merchantId, mode: MODE });
    const { length: sessions } = await findErasableSessions(deps, caller, options);
    if (options.dryRun) {
      printResult(io, options, { sessions }, `Sessions that would be erased: ${sessions}.`);
      return;
    }
    const effect = `The personal data of this payer at ${name} will be erased and cannot be restored. Sessions: ${sessions}.`;
    await confirm(io, options, effect);
    const erased = await eraseBuyer(deps, caller, options);
    const { events, deliveryResponses, idempotencyRecords, providerEvents } = erased;
    const result = {
      sessions: erased.sessions,
      events,
      delivery_responses: deliveryResponses,
      idempotency_records: idempotencyRecords,
      provider_events: providerEvents,
    };
    const text = `Erased: ${erased.sessions} sessions, ${events} events, ${deliveryResponses} responses of webhook endpoints, ${idempotencyRecords} stored responses, ${providerEvents} provider events.`;
    printResult(io, options, result, text);
  });
}
