import { money } from '@parley/sdk';
import { type Command, Option } from 'commander';
import { createClient, readLogin, requireTestMode } from '../config.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { print, printJson, printJsonLines, printTable } from '../output.ts';
import { createHandoff } from '../payer/create-handoff.ts';
import { type CardName, cards, payAsPayer } from '../payer/pay-as-payer.ts';

interface CreateOptions {
  readonly amount: string;
  readonly currency: string;
  readonly buyer: string;
  readonly json?: true;
}

interface ListOptions {
  readonly limit: string;
  readonly json?: true;
}

export function addSessionCommands(program: Command): void {
  const sessions = program.command('sessions').description('create, show, open and pay sessions');

  sessions
    .command('create')
    .description('create a session, and print the URL of its payer page')
    .option('--amount <amount>', 'what the payer pays, such as 45.00', '45.00')
    .option('--currency <code>', 'ISO 4217 code', 'eur')
    .option('--buyer <reference>', 'your reference of the payer', 'customer_1')
    .option('--json', 'print the response as JSON')
    .action(async ({ amount, currency, buyer, json }: CreateOptions) => {
      const login = await readLogin();
      const amount_minor = money.parse(amount, currency);
      const session = await createHandoff(login, {
        amount_minor,
        currency,
        buyer_reference: buyer,
      });
      if (json) return printJson(session);
      print(`${session.id}\n${session.handoff_url}`);
    });

  sessions
    .command('list')
    .description('the newest sessions')
    .option('--limit <number>', 'how many, at most 100', '20')
    .option('--json', 'one JSON object per line')
    .action(async ({ limit, json }: ListOptions) => {
      const page = await createClient(await readLogin()).sessions.list({ limit: Number(limit) });
      if (json) return printJsonLines(page.data);
      if (page.data.length === 0) return print('No sessions. Run "parley trigger paid" for one.');
      printTable(
        page.data.map(({ created_at, id, status, amount_minor, currency }) => [
          created_at,
          id,
          status,
          `${money.toDecimal({ amount_minor, currency })} ${currency}`,
        ]),
      );
    });

  sessions
    .command('get <session>')
    .description('a session with its cart')
    .action(async (id: string) => {
      const session = await createClient(await readLogin()).sessions.retrieve(id);
      printJson(session, 2);
    });

  sessions
    .command('open <url>')
    .description('open a payer page in the browser')
    .action((url: string) => openInBrowser(url));

  sessions
    .command('pay <url>')
    .description('pay as the payer would, on the payer page with this URL')
    .addOption(
      new Option('--card <name>', 'a card of the provider simulator')
        .choices(Object.keys(cards))
        .default('visa'),
    )
    .action(async (url: string, { card }: { card: CardName }) => {
      requireTestMode(await readLogin(), 'sessions pay');
      print(await payAsPayer(url, card));
    });
}
