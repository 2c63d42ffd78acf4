import type { Mode } from '@parley/domain';
import { parkProviderEvent, resendDelivery, retryProviderEvent } from '@parley/operations';
import { type Command, Option } from 'commander';
import type { AdminIo } from '../io.ts';
import {
  addWriteOptions,
  type CommonOptions,
  formatTable,
  printResult,
  withSession,
} from '../session.ts';
import { requireMerchant } from './merchant.ts';

const DEFAULT_LIMIT = 20;

interface InspectOptions extends CommonOptions {
  readonly merchant?: string;
  readonly limit: number;
}

interface EventOptions extends CommonOptions {
  readonly merchant: string;
  readonly mode: Mode;
  readonly endpoint?: string;
}

export function addQueueCommands(program: Command, io: AdminIo): void {
  const queue = program.command('queue').description('Queues of the worker.');

  queue
    .command('inspect')
    .description('Shows what waits, and which provider events have failed or are parked.')
    .option('--merchant <id>', 'one merchant only')
    .addOption(
      new Option('--limit <number>', 'rows of each list').argParser(Number).default(DEFAULT_LIMIT),
    )
    .option('--json', 'print the result as JSON')
    .action((options: InspectOptions) => inspect(io, options));

  addEventOptions(queue.command('retry <event>'))
    .description(
      'Tries a failed or parked provider event again at once; with --endpoint, sends a webhook again.',
    )
    .option('--endpoint <id>', 'webhook endpoint that receives the event again')
    .action((id: string, options: EventOptions) => retry(io, id, options));

  addEventOptions(queue.command('park <event>'))
    .description(
      'Puts a waiting or failed provider event aside for 30 days, or until it is retried or its object is attached.',
    )
    .action((id: string, options: EventOptions) => park(io, id, options));
}

const addEventOptions = (command: Command): Command =>
  addWriteOptions(command)
    .requiredOption('--merchant <id>', 'merchant of the event')
    .addOption(
      new Option('--mode <mode>', 'mode of the event')
        .choices(['test', 'live'])
        .makeOptionMandatory(),
    );

function inspect(io: AdminIo, options: InspectOptions): Promise<void> {
  const { merchant, limit } = options;
  return withSession(io, options, async ({ database }) => {
    if (merchant !== undefined) await requireMerchant(database, merchant);
    const depths = await database.readQueueDepths();
    const { diagnostics } = database;
    const held = await diagnostics.listHeldProviderEvents(limit, merchant);
    const backlogs = await diagnostics.listDeliveryBacklogs(limit, merchant);
    const webhookLag = await diagnostics.readWebhookLagSeconds();
    const queues = [
      queueView('events without deliveries', depths.outboxWaiting, depths.outboxLagSeconds),
      queueView('webhook deliveries', depths.deliveriesWaiting, webhookLag),
      queueView('provider events', depths.providerEventsWaiting, depths.providerEventLagSeconds),
      queueView('failed provider events', depths.providerEventsFailed),
      queueView('parked provider events', depths.providerEventsParked),
    ];
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
    printResult(io, options, { queues, endpoints, provider_events: events }, text);
  });
}

const queueView = (name: string, waiting: number, lagSeconds: number | null = null) => ({
  name,
  waiting,
  /** Age of the oldest row. */
  lag_seconds: lagSeconds,
});

function retry(io: AdminIo, id: string, options: EventOptions): Promise<void> {
  const { endpoint, merchant, mode } = options;
  return withSession(io, options, async ({ database, deps, callerOf }) => {
    const caller = callerOf({ merchantId: (await requireMerchant(database, merchant)).id, mode });
    if (options.dryRun) {
      const action = endpoint ? `sent to ${endpoint} again` : 'tried again';
      printResult(io, options, { id }, `${id} would be ${action}.`);
      return;
    }
    const result = endpoint
      ? await resendDelivery(deps, caller, { webhook_endpoint_id: endpoint, event_id: id })
      : await retryProviderEvent(deps, caller, { id });
    printResult(io, options, result, `${id} is due now.`);
  });
}

function park(io: AdminIo, id: string, options: EventOptions): Promise<void> {
  const { merchant, mode } = options;
  return withSession(io, options, async ({ database, deps, callerOf }) => {
    const caller = callerOf({ merchantId: (await requireMerchant(database, merchant)).id, mode });
    if (options.dryRun) {
      printResult(io, options, { id }, `${id} would be parked.`);
      return;
    }
    const result = await parkProviderEvent(deps, caller, { id });
    printResult(io, options, result, `${id} is parked. Start it again with queue retry.`);
  });
}
