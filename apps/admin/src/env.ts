import { dataFolder, httpsUnlessLoopback, requiredOrigin, rule } from '@parley/environment/schemas';
import {
  limitVariables,
  mailVariables,
  requireSender,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

const { DATABASE_URL, DATABASE_PREPARED_STATEMENTS, PARLEY_ENCRYPTION_KEYS } = runtimeVariables;
const { NODE_ENV, CHECKOUT_URL, PROVIDER_SANDBOX_URL } = variables;

/** The environment variables of commands that read or write data. */
export const environment = z.object({
  DATABASE_URL,
  DATABASE_PREPARED_STATEMENTS,
  PARLEY_ENCRYPTION_KEYS,
  NODE_ENV,
  CHECKOUT_URL,
  PROVIDER_SANDBOX_URL,
  ...mailVariables,
  ...limitVariables,
  DATA_DIR: dataFolder,
});

/** The environment variables of commands that read no secret. */
export const readerEnvironment = z.object({ DATABASE_URL, DATABASE_PREPARED_STATEMENTS });

/** The environment variables of commands on encryption keys themselves. */
export const keyEnvironment = z.object({ PARLEY_ENCRYPTION_KEYS });

/** The environment variables of `migrate`. */
export const migrationEnvironment = z.object({ DATABASE_URL });

/** The environment variables of commands that send email, those of the dashboard. */
export const mailEnvironment = z
  .object({
    ...mailVariables,
    // Without it, an email would lead to this machine.
    DASHBOARD_URL: requiredOrigin(mailVariables.DASHBOARD_URL),
  })
  .check(
    ...httpsUnlessLoopback('DASHBOARD_URL'),
    requireSender,
    rule<{ SMTP_URL?: string | undefined; MAIL_DIR?: string | undefined }>(
      ['SMTP_URL', 'MAIL_DIR'],
      'must be set to the SMTP server of the dashboard',
      (env) => env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined,
    ),
  );
