import { readEnvironment } from '@parley/environment';
import { createMailer } from '@parley/mail/mailer';
import type { Deps } from '@parley/operations';
import { dryRunDeps } from './dry-run.ts';
import { mailEnvironment } from './env.ts';
import { CommandFailure, explainError } from './errors.ts';
import type { AdminIo } from './io.ts';
import type { CommonOptions } from './options.ts';

export interface InvitationTarget {
  readonly merchantId: string;
  readonly email: string;
  readonly role: string;
}

/**
 * Runs an operation that invites a person by email, and waits until the SMTP server has accepted the
 * email.
 * @throws CommandFailure if it has not, after the operation was done
 */
export async function sendInvitation<T>(
  io: AdminIo,
  { dryRun = false }: CommonOptions,
  deps: Deps,
  { merchantId, email, role }: InvitationTarget,
  operation: (deps: Deps) => Promise<T>,
): Promise<T> {
  const env = readEnvironment(mailEnvironment, io.env);
  const failures: unknown[] = [];
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    folder: env.MAIL_DIR,
    onFailure: (error) => failures.push(error),
  });
  const mailing = { ...deps, mail: { mailer, dashboardUrl: env.DASHBOARD_URL } };
  const result = await operation(dryRun ? dryRunDeps(mailing) : mailing);
  await mailer.idle();
  if (failures.length === 0) return result;
  const reason = failures[0] instanceof Error ? failures[0].message : explainError(failures[0]);
  throw new CommandFailure(
    `The invitation to ${merchantId} is stored, but its email was not sent: ${reason}. Correct SMTP_URL or MAIL_FROM, then send it again: npm run admin -- user invite --merchant ${merchantId} --email ${email} --role ${role}`,
  );
}
