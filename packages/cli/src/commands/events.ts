import type { Command } from 'commander';
import { createClient, readLogin } from '../config.ts';
import { print, printJson, printJsonLines, printTable } from '../output.ts';

interface ListOptions {
  readonly type?: string;
  readonly session?: string;
  readonly limit: string;
  readonly json?: true;
}

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('list, show and resend events');

  events
    .command('list')
    .description('the newest events')
    .option('--type <type>', 'only this type, such as proxy_session.paid')
    .option('--session <id>', 'only this session')
    .option('--limit <number>', 'how many, at most 100', '20')
    .option('--json', 'one JSON object per line')
    .action(async ({ type, session, limit, json }: ListOptions) => {
      const page = await createClient(await readLogin()).events.list({
        ...(type && { type: type as never }),
        ...(session && { proxy_session_id: session }),
        limit: Number(limit),
      });
      if (json) return printJsonLines(page.data);
      if (page.data.length === 0) return print('No events. Run "parley trigger paid" for some.');
      printTable(page.data.map(({ created_at, type: name, id }) => [created_at, name, id]));
    });

  events
    .command('get <event>')
    .description('an event as endpoints receive it')
    .action(async (id: string) => {
      const { event } = await createClient(await readLogin()).events.retrieve(id);
      printJson(event, 2);
    });

  events
    .command('resend <event>')
    .description('send an event again, to "parley listen" or to a webhook endpoint')
    .option('--endpoint <id>', 'the webhook endpoint that receives it')
    .action(async (id: string, { endpoint }: { endpoint?: string }) => {
      const client = createClient(await readLogin());
      if (endpoint === undefined) await client.events.resend(id);
      else await client.webhookEndpoints.deliveries.resend(endpoint, id);
      print(`Sent ${id} again to ${endpoint ?? 'the event streams'}.`);
    });
}
