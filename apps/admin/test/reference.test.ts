import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { processIo } from '../src/io.ts';
import { createProgram } from '../src/run-admin.ts';

const listOptions = ({ options }: Command) =>
  options.map(({ flags, description, mandatory, argChoices }) => {
    const choices = argChoices ? ` (${argChoices.join(', ')})` : '';
    return `| \`${flags}\` | ${mandatory ? 'required: ' : ''}${description}${choices} |\n`;
  });

function describeCommand(command: Command, parents: string): string {
  const name = `${parents}${command.name()}`;
  if (command.commands.length > 0) {
    return command.commands.map((child) => describeCommand(child, `${name} `)).join('\n');
  }
  const listed = command.registeredArguments.map((argument) => ` <${argument.name()}>`);
  const options = ['| Option | Meaning |\n| --- | --- |\n', ...listOptions(command)];
  return `## ${name}\n\n\`${name}${listed.join('')}\`: ${command.description()}\n\n${options.join('')}`;
}

it('docs/admin-commands.md has all commands with their options (update it with npx vitest run --project unit apps/admin/test/reference.test.ts -u)', async () => {
  const program = createProgram(processIo());
  const commands = program.commands.map((command) => describeCommand(command, ''));
  const text = `# Admin commands\n\n${program.description()}\n\nRun them as \`npm run admin -- <command>\`. [Operation](operation.md) describes the tasks.\n\n${commands.join('\n')}`;
  await expect(text).toMatchFileSnapshot('../../../docs/admin-commands.md');
});
