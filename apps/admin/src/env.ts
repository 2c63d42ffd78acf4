import {
  httpsUnlessLoopback,
  limitVariables,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

const { DATABASE_URL, DATABASE_PREPARED_STATEMENTS, PARLEY_ENCRYPTION_KEYS } = runtimeVariables;
const {
  NODE_ENV,
  CHECKOUT_URL,
  DASHBOARD_URL,
  SMTP_URL,
  MAIL_FROM,
  MAIL_DIR,
  PROVIDER_SANDBOX_URL,
} = variables;

/** The environment variables of commands that read or write data. */
export const environment = z.object({
  DATABASE_URL,
  DATABASE_PREPARED_STATEMENTS,
  PARLEY_ENCRYPTION_KEYS,
  NODE_ENV,
  CHECKOUT_URL,
  DASHBOARD_URL,
  SMTP_URL,
  MAIL_FROM,
  MAIL_DIR,
  PROVIDER_SANDBOX_URL,
  ...limitVariables,
  DATA_DIR: z.string().optional().describe('Folder in which `npm start` stores data and logs.'),
});

/** The environment variables of `migrate`. */
export const migrationEnvironment = z.object({ DATABASE_URL });

/** The environment variables of commands that send email, those of the dashboard. */
export const mailEnvironment = z
  .object({
    // Without it, an email would lead to this machine.
    DASHBOARD_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be the public URL of the dashboard, where the link in the email leads',
      })
      .transform((url) => new URL(url).origin),
    SMTP_URL,
    MAIL_FROM,
    MAIL_DIR,
  })
  .check(httpsUnlessLoopback('DASHBOARD_URL'))
  .refine((env) => env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined, {
    path: ['SMTP_URL'],
    message: 'must be set to the SMTP server of the dashboard',
  })
  .refine((env) => env.SMTP_URL === undefined || env.MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    message: 'must be set to the sender of the dashboard',
  });
