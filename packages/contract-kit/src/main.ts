#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { checkReceiver } from './check-receiver.ts';
import { formatJUnit } from './junit.ts';

interface Options {
  readonly url: string;
  readonly fulfilledUrl?: string;
  readonly junit?: string;
}

/** Asks the receiver how often it fulfilled the order of a session. */
async function readCount(template: string, sessionId: string): Promise<number> {
  const response = await fetch(template.replaceAll('{session}', encodeURIComponent(sessionId)));
  const text = (await response.text()).trim();
  if (response.ok && /^\d+$/.test(text)) return Number(text);
  throw new Error(
    `${template} must respond with a number; it responded: ${response.status} ${text.slice(0, 100)}`,
  );
}

const print = (line: string) => process.stdout.write(`${line}\n`);

await new Command('parley-contract-kit')
  .description('Checks that a receiver of Parley’s webhooks keeps the documented rules.')
  .version(packageJson.version)
  .requiredOption(
    '--url <url>',
    'where the receiver listens, such as http://localhost:4040/webhooks',
  )
  .option(
    '--fulfilled-url <url>',
    'a URL of yours with {session} that responds with the number of times its order was fulfilled',
  )
  .option('--junit <file>', 'write the results as JUnit XML')
  .addHelpText(
    'after',
    `
Set PARLEY_SIGNING_SECRET to the secret that the receiver verifies with. Use a receiver of your tests: it gets events of
orders that do not exist. Exits with 1 if a rule is broken.`,
  )
  .action(async ({ url, fulfilledUrl, junit }: Options, command: Command) => {
    const secret = process.env.PARLEY_SIGNING_SECRET;
    if (!secret) return command.error('Set PARLEY_SIGNING_SECRET to the secret of the receiver.');
    const results = await checkReceiver({
      url,
      secret,
      ...(fulfilledUrl && { countFulfilled: (id) => readCount(fulfilledUrl, id) }),
      onResult({ rule, problem, remedy, isResponseOnly }) {
        print(
          problem === null
            ? `ok      ${rule}${isResponseOnly ? ' (only the response was checked)' : ''}`
            : `BROKEN  ${rule}\n        ${problem}\n        ${remedy}`,
        );
      },
    });
    if (junit) await writeFile(junit, formatJUnit(results));
    const broken = results.filter(({ problem }) => problem !== null).length;
    print(`\n${results.length - broken} rules kept, ${broken} broken`);
    if (!fulfilledUrl)
      print(
        'Pass --fulfilled-url to check what the receiver did, such as fulfilling an order once.',
      );
    if (broken > 0) process.exitCode = 1;
  })
  .parseAsync();
