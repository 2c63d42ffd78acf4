import { httpsUnlessLoopback, runtimeVariables, variables } from '@parley/runtime/environment';
import { z } from 'zod';

/** The environment variables of this process. They are read at run time, never during the build. */
export const environment = z
  .object({
    ...runtimeVariables,
    CHECKOUT_URL: variables.CHECKOUT_URL,
    PROVIDER_BUDGET_MS: variables.PROVIDER_BUDGET_MS,
    REQUEST_QUEUE_MS: variables.REQUEST_QUEUE_MS,
    SHUTDOWN_GRACE_MS: variables.SHUTDOWN_GRACE_MS,
    TRUST_PROXY: variables.TRUST_PROXY,
    CHECKOUT_RATE_LIMIT_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(1)
      .default(200)
      .describe(
        'Sustained requests per second of one client address (IPv4) or network (IPv6 /64) for the payment links of a publishable key. Its logo and its event streams have as many each.',
      ),
    CHECKOUT_RATE_LIMIT_PER_ADDRESS_BURST: z.coerce
      .number()
      .int()
      .min(1)
      .default(400)
      .describe(
        'Requests that they accept from one client address or network at once after a pause.',
      ),
    CHECKOUT_RATE_LIMIT_PER_LINK: z.coerce
      .number()
      .int()
      .min(1)
      .default(20)
      .describe('Sustained requests per second of one payment link.'),
    CHECKOUT_RATE_LIMIT_PER_LINK_BURST: z.coerce
      .number()
      .int()
      .min(1)
      .default(40)
      .describe('Requests that one payment link accepts at once after a pause.'),
    CHECKOUT_MAX_STREAMS: z.coerce
      .number()
      .int()
      .min(0)
      .default(5_000)
      .describe('Open payer pages that a process notifies of changes. The others poll.'),
    CHECKOUT_MAX_STREAMS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(0)
      .default(200)
      .describe('Of them, those of one client address (IPv4) or network (IPv6 /64).'),
  })
  .check(httpsUnlessLoopback('CHECKOUT_URL'));

export type Env = z.infer<typeof environment>;
