import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addCompletion } from './commands/completion.ts';
import { addEventCommands } from './commands/events.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addOpen } from './commands/open.ts';
import { addRequestCommands } from './commands/requests.ts';
import { addSandbox } from './commands/sandbox.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addTrigger } from './commands/trigger.ts';

export function createProgram(): Command {
  const program = new Command('parley')
    .description('Receives events on your machine and creates test payments with Parley.')
    .version(packageJson.version)
    .showSuggestionAfterError()
    .showHelpAfterError('Run the command with --help for its options.')
    .addHelpText(
      'after',
      `
Get started:
  parley login                                                store the API's URL and your test keys
  parley listen --forward-to http://localhost:4040/webhooks   receive events on this machine
  parley trigger paid                                         make them happen
  parley sandbox -- npm test                                  run your tests with a Parley of their own`,
    );
  addLogin(program);
  addListen(program);
  addTrigger(program);
  addSessionCommands(program);
  addEventCommands(program);
  addRequestCommands(program);
  addOpen(program);
  addSandbox(program);
  addCompletion(program);
  return program;
}
