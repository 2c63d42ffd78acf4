import { toBuyerReference } from '@parley/domain';
import { eraseBuyer, findErasableSessions } from '@parley/operations';
import type { Command } from 'commander';
import { withContext } from '../context.ts';
import type { AdminIo } from '../io.ts';
import { addConfirmedWriteOptions, type CommonOptions } from '../options.ts';

interface EraseOptions extends CommonOptions {
  readonly merchant: string;
  readonly buyerReference: string;
}

export function addEraseBuyerCommand(program: Command, io: AdminIo): void {
  addConfirmedWriteOptions(program.command('erase-buyer'))
    .description(
      'Erases the personal data of one buyer in test and live mode, while everything runs. May be interrupted and repeated.',
    )
    .requiredOption('--merchant <id>', 'the merchant of the buyer')
    .requiredOption('--buyer-reference <text>', 'the buyer_reference of the sessions')
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
    if (options.dryRun) {
      print({ sessions }, `Sessions that would be erased: ${sessions}.`);
      return;
    }
    const effect = `The personal data of this buyer at ${name} will be erased and cannot be restored. Sessions: ${sessions}.`;
    await confirm(effect);
    const erased = await eraseBuyer(deps, caller, options);
    const { events, deliveryResponses, loggedRequests, idempotencyRecords, providerEvents } =
      erased;
    const result = {
      sessions: erased.sessions,
      events,
      delivery_responses: deliveryResponses,
      logged_requests: loggedRequests,
      idempotency_records: idempotencyRecords,
      provider_events: providerEvents,
    };
    const text = `Erased: ${erased.sessions} sessions, ${events} events, ${deliveryResponses} responses of webhook endpoints, ${loggedRequests} logged requests, ${idempotencyRecords} stored responses, ${providerEvents} provider events.`;
    print(result, text);
  });
}
