import { parkProviderEvent, resendDelivery, retryProviderEvent } from '@parley/operations';
import type { Command } from 'commander';
import { withContext } from '../context.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import {
  addJsonOption,
  addWriteOptions,
  type CommonOptions,
  limitOption,
  modeOption,
  type ScopeOptions,
} from '../options.ts';
import { queueViews } from '../queue-view.ts';

const DEFAULT_LIMIT = 20;

interface InspectOptions extends CommonOptions {
  readonly merchant?: string;
  readonly limit: number;
}

interface ResendOptions extends ScopeOptions {
  readonly endpoint: string;
}

export function addQueueCommands(program: Command, io: AdminIo): void {
  const queue = program
    .command('queue')
    .description('Shows what waits for the worker, and retries, parks or resends events.');

  addJsonOption(queue.command('inspect'))
    .description('Shows what waits, and which provider events have failed or are parked.')
    .option('--merchant <id>', 'one merchant only')
    .addOption(limitOption(DEFAULT_LIMIT))
    .action((options: InspectOptions) => inspect(io, options));

  addEventOptions(queue.command('retry <event>'))
    .description('Tries a failed or parked provider event again at once.')
    .action((id: string, options: ScopeOptions) => retry(io, id, options));

  addEventOptions(queue.command('resend <event>'))
    .description('Sends an event to a webhook endpoint again at once.')
    .requiredOption('--endpoint <id>', 'webhook endpoint that receives the event')
    .action((id: string, options: ResendOptions) => resend(io, id, options));

  addEventOptions(queue.command('park <event>'))
    .description(
      'Puts a waiting or failed provider event aside for 30 days, or until it is retried or its object is attached.',
    )
    .action((id: string, options: ScopeOptions) => park(io, id, options));
}

const addEventOptions = (command: Command): Command =>
  addWriteOptions(command)
    .requiredOption('--merchant <id>', 'merchant of the event')
    .addOption(modeOption('mode of the event').makeOptionMandatory());

function inspect(io: AdminIo, options: InspectOptions): Promise<void> {
  const { merchant, limit } = options;
  return withContext(io, options, async ({ database, requireMerchant, print }) => {
    if (merchant !== undefined) await requireMerchant(merchant);
    const depths = await database.diagnostics.readQueueDepths();
    const { diagnostics } = database;
    const held = await diagnostics.listHeldProviderEvents(limit, merchant);
    const backlogs = await diagnostics.listDeliveryBacklogs(limit, merchant);
    const queues = queueViews(depths);
    const endpoints = backlogs.map(({ endpointId, merchantId, waiting, nextDueAt }) => ({
      id: endpointId,
      merchant_id: merchantId,
      waiting,
      next_due_at: nextDueAt.toISOString(),
    }));
    const events = held.map(({ eventId, merchantId, receivedAt, ...event }) => ({
      id: eventId,
      merchant_id: merchantId,
      ...event,
      received_at: receivedAt.toISOString(),
    }));
    const text = [
      formatTable([
        ['Queue, all merchants', 'Waiting', 'Oldest'],
        ...queues.map(({ name, waiting, lag_seconds: lag }) => [
          name,
          `${waiting}`,
          lag === null ? '' : `${Math.round(lag)} s`,
        ]),
      ]),
      formatTable([
        ['Endpoint', 'Merchant', 'Waiting', 'Next due'],
        ...endpoints.map(({ id, merchant_id, waiting, next_due_at }) => [
          id,
          merchant_id,
          `${waiting}`,
          next_due_at,
        ]),
      ]),
      formatTable([
        ['Provider event', 'Merchant', 'Mode', 'Status', 'Type', 'Reason'],
        ...events.map(({ id, merchant_id, mode, status, type, note }) => [
          id,
          merchant_id,
          mode,
          status,
          type,
          note ?? '',
        ]),
      ]),
    ].join('\n\n');
    print({ queues, endpoints, provider_events: events }, text);
  });
}

function retry(io: AdminIo, id: string, options: ScopeOptions): Promise<void> {
  return withContext(io, options, async ({ deps, createCaller, requireScope, print }) => {
    const caller = createCaller(await requireScope(options));
    const result = await retryProviderEvent(deps, caller, { id });
    print(result, options.dryRun ? `${id} would be tried again.` : `${id} is due now.`);
  });
}

function resend(io: AdminIo, id: string, options: ResendOptions): Promise<void> {
  const { endpoint } = options;
  return withContext(io, options, async ({ deps, createCaller, requireScope, print }) => {
    const caller = createCaller(await requireScope(options));
    const input = { webhook_endpoint_id: endpoint, event_id: id };
    const result = await resendDelivery(deps, caller, input);
    const done = `${id} is due for ${endpoint} now.`;
    print(result, options.dryRun ? `${id} would be sent to ${endpoint} again.` : done);
  });
}

function park(io: AdminIo, id: string, options: ScopeOptions): Promise<void> {
  return withContext(io, options, async ({ deps, createCaller, requireScope, print }) => {
    const caller = createCaller(await requireScope(options));
    const result = await parkProviderEvent(deps, caller, { id });
    const done = `${id} is parked. Start it again with queue retry.`;
    print(result, options.dryRun ? `${id} would be parked.` : done);
  });
}
