import { disableUser, enableUser, resetSecondFactor, signOutUser } from '@parley/auth';
import type { UserInfo } from '@parley/db';
import { type Role, roles } from '@parley/domain';
import { inviteAgain } from '@parley/operations';
import { type Command, Option } from 'commander';
import { withContext } from '../context.ts';
import { CommandFailure } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import {
  addConfirmedWriteOptions,
  addJsonOption,
  addWriteOptions,
  type CommonOptions,
} from '../options.ts';
import { parseEmail } from '../parse-email.ts';

interface InviteOptions extends CommonOptions {
  readonly merchant: string;
  readonly email: string;
  readonly role: Role;
}

interface ListOptions extends CommonOptions {
  readonly merchant?: string;
}

interface DisableOptions extends CommonOptions {
  readonly force?: boolean;
}

export function addUserCommands(program: Command, io: AdminIo): void {
  const user = program
    .command('user')
    .description(
      'Lists, invites, disables and enables people who use the dashboard, and resets second factors.',
    );

  addJsonOption(user.command('list'))
    .description('Lists people with their merchants, in the order of their emails.')
    .option('--merchant <id>', 'members of one merchant only')
    .action((options: ListOptions) => list(io, options));

  addWriteOptions(user.command('invite'))
    .description(
      'Invites a person to the team of a merchant by email. A pending invitation is sent again, with the new role. While the merchant is suspended, the person can only view.',
    )
    .requiredOption('--merchant <id>', 'merchant that the person joins')
    .requiredOption('--email <email>', 'email of the person')
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(roles).makeOptionMandatory(),
    )
    .action((options: InviteOptions) => inviteUser(io, options));

  addConfirmedWriteOptions(user.command('reset-second-factor <email>'))
    .description(
      'Lets a person who lost their second factor or passkeys sign in with the password alone, and signs them out everywhere. Check who asks for it first.',
    )
    .action((email: string, options: CommonOptions) => reset(io, email, options));

  addConfirmedWriteOptions(user.command('sign-out <email>'))
    .description('Signs a person out of every browser.')
    .action((email: string, options: CommonOptions) => signOut(io, email, options));

  addConfirmedWriteOptions(user.command('disable <email>'))
    .description(
      'Signs a person out of every browser and refuses every way to sign in, until user enable. Cancels the invitations that they sent.',
    )
    .option('--force', 'even if a merchant is left without an owner who can sign in')
    .action((email: string, options: DisableOptions) => disable(io, email, options));

  addWriteOptions(user.command('enable <email>'))
    .description('Lets a person whose account is disabled sign in again.')
    .action((email: string, options: CommonOptions) => enable(io, email, options));
}

function list(io: AdminIo, options: ListOptions): Promise<void> {
  const { merchant } = options;
  return withContext(io, options, async ({ database, requireMerchant, print }) => {
    const filter = merchant ? { merchantId: (await requireMerchant(merchant)).id } : {};
    const users = (await database.diagnostics.listUsers(filter)).map(userView);
    const rows = users.map(({ email, name, second_factor, passkeys, memberships, disabled_at }) => [
      email,
      disabled_at ?? 'no',
      second_factor ? 'yes' : 'no',
      String(passkeys),
      memberships.map(({ merchant_id, role }) => `${merchant_id} ${role}`).join(', '),
      name,
    ]);
    print(
      { users },
      formatTable([
        ['Email', 'Disabled', 'Second factor', 'Passkeys', 'Merchants', 'Name'],
        ...rows,
      ]),
    );
  });
}

const userView = ({ hasSecondFactor, createdAt, disabledAt, memberships, ...user }: UserInfo) => ({
  ...user,
  second_factor: hasSecondFactor,
  created_at: createdAt.toISOString(),
  disabled_at: disabledAt?.toISOString() ?? null,
  memberships: memberships.map(({ merchantId, role }) => ({ merchant_id: merchantId, role })),
});

function inviteUser(io: AdminIo, options: InviteOptions): Promise<void> {
  const { role, dryRun } = options;
  const email = parseEmail(options.email, 'email');
  return withContext(io, options, async (context) => {
    const { requireMerchant, createCaller, sendInvitation, print } = context;
    const { id: merchantId, name } = await requireMerchant(options.merchant);
    const caller = createCaller({ merchantId });
    const { id, wasPending } = await sendInvitation({ merchantId, email, role }, (mailing) =>
      inviteAgain(mailing, caller, { email, role }),
    );
    const done = `${dryRun ? 'would be' : 'was'} invited${wasPending ? ' again' : ''}`;
    print({ id, email, role }, `${email} ${done} to join ${name}. Role: ${role}.`);
  });
}

function reset(io: AdminIo, input: string, options: CommonOptions): Promise<void> {
  const email = input.trim().toLowerCase();
  return withContext(io, options, async ({ database, operator, print, confirm }) => {
    const [user] = await database.diagnostics.listUsers({ email });
    const { id, hasSecondFactor, passkeys } = requireAccount(email, user);
    if (options.dryRun) {
      const text =
        hasSecondFactor || passkeys > 0
          ? `The second factor of ${email} would be turned off, their passkeys (${passkeys}) would be removed, and all sign-ins would end.`
          : `${email} has no second factor and no passkey.`;
      print({ user_id: id, had_second_factor: hasSecondFactor, passkeys }, text);
      return;
    }
    await confirm(`${email} will be able to sign in with the password alone.`);
    const done = requireAccount(email, await resetSecondFactor(database, email, operator));
    const { userId, hadSecondFactor, removedPasskeys } = done;
    const text =
      hadSecondFactor || removedPasskeys > 0
        ? `The second factor of ${email} is off, their passkeys (${removedPasskeys}) were removed, and all sign-ins have ended.`
        : `${email} has no second factor and no passkey. Nothing was changed.`;
    const result = { user_id: userId, had_second_factor: hadSecondFactor };
    print({ ...result, passkeys: removedPasskeys }, text);
  });
}

function signOut(io: AdminIo, input: string, options: CommonOptions): Promise<void> {
  const email = input.trim().toLowerCase();
  return withContext(io, options, async ({ database, operator, print, confirm }) => {
    const [user] = await database.diagnostics.listUsers({ email });
    const { id } = requireAccount(email, user);
    if (options.dryRun) {
      print({ user_id: id }, `${email} would be signed out of every browser.`);
      return;
    }
    await confirm(`${email} will be signed out of every browser.`);
    const done = requireAccount(email, await signOutUser(database, email, operator));
    const { userId, sessions } = done;
    print(
      { user_id: userId, sessions },
      `${email} was signed out everywhere. Browsers: ${sessions}.`,
    );
  });
}

function disable(io: AdminIo, input: string, options: DisableOptions): Promise<void> {
  const email = input.trim().toLowerCase();
  return withContext(io, options, async ({ database, operator, print, confirm }) => {
    const { dryRun = false, force: isForced = false } = options;
    const change = { email, operator, isForced };
    const expected = requireAccount(
      email,
      await disableUser(database, { ...change, isDryRun: true }),
    );
    if (dryRun || !expected.isChanged) {
      const state = expected.isChanged ? 'would be disabled' : 'is disabled already';
      print({ user_id: expected.userId }, `${email} ${state}.`);
      return;
    }
    await confirm(`${email} will be signed out everywhere and cannot sign in until user enable.`);
    const done = requireAccount(email, await disableUser(database, change));
    const { userId, sessions, invitations } = done;
    print(
      { user_id: userId, sessions, invitations },
      `${email} is disabled. Browsers signed out: ${sessions}. Invitations canceled: ${invitations}.`,
    );
  });
}

function enable(io: AdminIo, input: string, options: CommonOptions): Promise<void> {
  const email = input.trim().toLowerCase();
  return withContext(io, options, async ({ database, operator, print }) => {
    const isDryRun = options.dryRun ?? false;
    const change = { email, operator, isDryRun };
    const { userId, isChanged } = requireAccount(email, await enableUser(database, change));
    const done = isDryRun ? 'would be enabled' : 'is enabled';
    print({ user_id: userId }, `${email} ${isChanged ? done : 'is not disabled'}.`);
  });
}

/** @throws CommandFailure without an account */
function requireAccount<T>(email: string, result: T | null | undefined): T {
  if (result) return result;
  throw new CommandFailure(`No account has the email ${email}.`);
}
