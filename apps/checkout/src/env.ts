import {
  httpsUnlessLoopback,
  httpUrl,
  integer,
  port,
  requiredOrigin,
  rule,
  secret,
} from '@parley/environment/schemas';
import { frontVariables, runtimeVariables, variables } from '@parley/runtime/environment';
import { z } from 'zod';

/** The environment variables of this process. They are read at run time, never during the build. */
export const environment = z
  .object({
    ...runtimeVariables,
    ...frontVariables,
    CHECKOUT_URL: requiredOrigin(variables.CHECKOUT_URL),
    CHECKOUT_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the payer page listens on.'),
    CHECKOUT_PORT: port(3001).describe('Port that the payer page listens on.'),
    PROVIDER_BUDGET_MS: variables.PROVIDER_BUDGET_MS,
    REQUEST_QUEUE_MS: variables.REQUEST_QUEUE_MS,
    SHUTDOWN_GRACE_MS: variables.SHUTDOWN_GRACE_MS,
    METRICS_TOKEN: variables.METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: variables.OTEL_EXPORTER_OTLP_HEADERS,
    TRUST_PROXY: variables.TRUST_PROXY,
    CHECKOUT_RATE_LIMIT_PER_ADDRESS: integer(200).describe(
      'Sustained requests per second of one client address (IPv4) or network (IPv6 /64) for the payment links of a publishable key. Its logo and its event streams have as many each.',
    ),
    CHECKOUT_RATE_LIMIT_PER_ADDRESS_BURST: integer(400).describe(
      'Requests that they accept from one client address or network at once after a pause.',
    ),
    CHECKOUT_RATE_LIMIT_PER_LINK: integer(20).describe(
      'Sustained requests per second of one payment link.',
    ),
    CHECKOUT_RATE_LIMIT_PER_LINK_BURST: integer(40).describe(
      'Requests that one payment link accepts at once after a pause.',
    ),
    CHECKOUT_MAX_STREAMS: integer(5_000, { min: 0 }).describe(
      'Open payer pages that a process notifies of changes. The others poll.',
    ),
    CHECKOUT_MAX_STREAMS_PER_ADDRESS: integer(200, { min: 0 }).describe(
      'Of them, those of one client address (IPv4) or network (IPv6 /64).',
    ),
    CAPTCHA_SITE_KEY: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be the site key of the CAPTCHA provider')
      .optional()
      .describe(
        'Public key of this site at a CAPTCHA provider. With it, payers have to pass a challenge while the declined payments of a merchant spike. Requires CAPTCHA_SECRET.',
      ),
    CAPTCHA_SECRET: z
      .string()
      .optional()
      .meta(secret('Secret key of this site at the CAPTCHA provider. Requires CAPTCHA_SITE_KEY.')),
    CAPTCHA_SCRIPT_URL: httpUrl
      .default('https://challenges.cloudflare.com/turnstile/v0/api.js')
      .describe(
        'URL of the CAPTCHA provider’s script: of Turnstile, hCaptcha (https://js.hcaptcha.com/1/api.js) or reCAPTCHA v2 (https://www.google.com/recaptcha/api.js).',
      ),
    CAPTCHA_VERIFY_URL: httpUrl
      .default('https://challenges.cloudflare.com/turnstile/v0/siteverify')
      .describe('URL of the CAPTCHA provider’s siteverify endpoint.'),
  })
  .check(
    ...httpsUnlessLoopback('CHECKOUT_URL', 'CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'),
    rule<{ CAPTCHA_SITE_KEY?: string | undefined; CAPTCHA_SECRET?: string | undefined }>(
      ['CAPTCHA_SECRET', 'CAPTCHA_SITE_KEY'],
      'must be set together with CAPTCHA_SITE_KEY',
      (env) => !env.CAPTCHA_SITE_KEY === !env.CAPTCHA_SECRET,
    ),
  );

export type Env = z.infer<typeof environment>;
