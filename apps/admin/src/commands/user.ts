import { resetSecondFactor } from '@parley/auth';
import type { Command } from 'commander';
import { CommandFailure } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import { type CommonOptions, confirm, operatorOf, printResult, withSession } from '../session.ts';

export function addUserCommands(program: Command, io: AdminIo): void {
  const user = program.command('user').description('People who use the dashboard.');

  user
    .command('reset-second-factor <email>')
    .description(
      'Lets a person who lost their second factor sign in with the password alone, and signs them out everywhere. Check who asks for it first.',
    )
    .option('--operator <name>', 'your name for the audit log (default: the user of this system)')
    .option('--json', 'print the result as JSON')
    .option('--yes', 'do not ask for confirmation')
    .action((email: string, options: CommonOptions) => reset(io, email, options));
}

function reset(io: AdminIo, email: string, options: CommonOptions): Promise<void> {
  return withSession(io, options, async ({ database }) => {
    await confirm(io, options, `${email} will be able to sign in with the password alone.`);
    const user = await resetSecondFactor(database, email, operatorOf(io, options));
    if (!user) throw new CommandFailure(`No account has the email ${email}.`);
    const { userId, hadSecondFactor } = user;
    const text = hadSecondFactor
      ? `The second factor of ${email} is off, and all sign-ins have ended.`
      : `${email} has no second factor. Nothing was changed.`;
    printResult(io, options, { user_id: userId, had_second_factor: hadSecondFactor }, text);
  });
}
