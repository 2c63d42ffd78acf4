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
    const text = [
      formatTable([
        ['Queue, all merchants', 'Waiting', 'Oldest'],
        ['events without deliveries', `${depths.outboxWaiting}`, seconds(depths.outboxLagSeconds)],
        ['webhook deliveries', `${depths.deliveriesWaiting}`, seconds(webhookLag)],
        [
          'provider events',
          `${depths.providerEventsWaiting}`,
          seconds(depths.providerEventLagSeconds),
        ],
        ['failed provider events', `${depths.providerEventsFailed}`, ''],
        ['parked provider events', `${depths.providerEventsParked}`, ''],
      ]),
      formatTable([
        ['Endpoint', 'Merchant', 'Waiting', 'Next due'],
        ...backlogs.map(({ endpointId, merchantId, waiting, nextDueAt }) => [
          endpointId,
          merchantId,
          `${waiting}`,
          nextDueAt.toISOString(),
        ]),
      ]),
      formatTable([
        ['Provider event', 'Merchant', 'Mode', 'Status', 'Type', 'Reason'],
        ...held.map(({ eventId, merchantId, mode, status, type, note }) => [
          eventId,
          merchantId,
          mode,
          status,
          type,
          note ?? '',
        ]),
      ]),
    ].join('\n\n');
    const queues = { ...depths, webhookLagSeconds: webhookLag };
    printResult(io, options, { queues, backlogs, provider_events: held }, text);
  });
}

const seconds = (value: number) => `${Math.round(value)} s`;

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
