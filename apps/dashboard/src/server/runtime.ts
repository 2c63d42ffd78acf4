import {
  type AuthDeps,
  type AuthRequest,
  createAuth,
  createBreachedPasswordCheck,
  type Person,
} from '@parley/auth';
import type { Database } from '@parley/db';
import type { Mode } from '@parley/domain';
import { readEnvironment } from '@parley/environment';
import { createMailbox } from '@parley/mail';
import { createMailer } from '@parley/mail/mailer';
import { type Deps, newId } from '@parley/operations';
import type { RequestContext } from '@parley/router';
import {
  openRuntime,
  providerDashboardUrl,
  providerOrigins,
  type RuntimeOptions,
} from '@parley/runtime';
import type { Admission } from '@parley/runtime/admission';
import { readLimits } from '@parley/runtime/environment';
import { after } from 'next/server';
import type { Logger } from 'pino';
import { type Env, environment } from '#env.ts';

export interface Runtime {
  readonly deps: Deps;
  readonly database: Database;
  /** The origin of the API. */
  readonly apiUrl: string;
  /** The URL of the documentation; null without one. */
  readonly docsUrl: string | null;
  /** The origin of the provider's own dashboard. */
  readonly providerUrl: string;
  /** What people do with their accounts. */
  readonly accounts: AuthDeps;
  /** The emails that development stores instead of sending them. */
  readonly mailbox: ReturnType<typeof createMailbox> | null;
  readonly logger: Logger;
  readonly admission: Admission;
}

let opened: Runtime | undefined;

/**
 * The resources that all requests share, created at the first request and never during the build.
 * Next.js bundles pages and route handlers separately: each bundle has its own copy of this module,
 * its own database pool and its own error classes. They are not shared through a global, because an
 * error of one bundle is not an instance of the other bundle's classes.
 */
export function runtime(): Runtime {
  opened ??= createRuntime(readEnvironment(environment, process.env));
  return opened;
}

export function createRuntime(
  env: Env,
  options: Pick<RuntimeOptions, 'logDestination'> = {},
): Runtime {
  const { logger, database, connectProvider, admission } = openRuntime({
    name: 'dashboard',
    env,
    ...options,
  });
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    folder: env.MAIL_DIR,
    onFailure: (error) => logger.error({ err: error }, 'an email could not be sent'),
  });
  return {
    deps: {
      database,
      connectProvider,
      newId,
      checkoutUrl: env.CHECKOUT_URL,
      apiUrl: env.API_URL,
      providerOrigins: providerOrigins(env.PROVIDER_SANDBOX_URL),
      allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
      limits: readLimits(env),
      mail: { mailer, dashboardUrl: env.DASHBOARD_URL },
    },
    database,
    apiUrl: env.API_URL,
    docsUrl: env.DOCS_URL ?? null,
    providerUrl: providerDashboardUrl(env.PROVIDER_SANDBOX_URL),
    accounts: {
      auth: createAuth({ database, secret: env.BETTER_AUTH_SECRET }),
      database,
      mailer,
      url: env.DASHBOARD_URL,
      signUp: env.SIGN_UP,
      isBreachedPassword: env.CHECK_BREACHED_PASSWORDS
        ? createBreachedPasswordCheck((error) =>
            logger.warn({ err: error }, 'a password was not looked up in breaches'),
          )
        : async () => false,
      afterResponse: (work) =>
        after(() =>
          work().catch((error) => logger.error({ err: error }, 'work after a response failed')),
        ),
    },
    mailbox: env.SMTP_URL === undefined && env.MAIL_DIR ? createMailbox(env.MAIL_DIR) : null,
    logger,
    admission,
  };
}

/** The router's context for a request of a person in a mode, or of no one. */
export function createRequestContext(
  person: Person | null,
  mode: Mode,
  { requestId, address }: Pick<AuthRequest, 'requestId' | 'address'>,
): RequestContext {
  const { deps, admission } = runtime();
  const context = { deps, requestId, address, admit: admission.run };
  if (!person) return { ...context, person: null };
  const { userId, merchantId, role, isMerchantSuspended, isRecentlyAuthenticated } = person;
  return {
    ...context,
    person: { userId, merchantId, mode, role, isMerchantSuspended, isRecentlyAuthenticated },
  };
}
