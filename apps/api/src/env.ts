import {
  developmentOnly,
  httpsInProduction,
  httpsUnlessLoopback,
  integer,
  port,
} from '@parley/environment/schemas';
import { limitVariables, runtimeVariables, variables } from '@parley/runtime/environment';
import { z } from 'zod';
import { defaultEventRates } from './limit-provider-events.ts';
import { defaultOverloadLimits } from './overload-limits.ts';

/** The environment variables of this process. */
export const environment = z
  .object({
    ...runtimeVariables,
    ...variables,
    ...limitVariables,
    API_HOST: z.string().default('127.0.0.1').describe('Address that the API listens on.'),
    API_PORT: port(4000).describe('Port that the API listens on.'),
    API_RATE_LIMIT_PER_KEY: integer(100).describe('Sustained requests per second of a secret key.'),
    API_RATE_LIMIT_PER_KEY_BURST: integer(200).describe(
      'Requests that a secret key may send at once after a pause.',
    ),
    API_RATE_LIMIT_PER_ADDRESS: integer(20).describe(
      'Sustained requests per second of a publishable key from one IP address.',
    ),
    API_RATE_LIMIT_PER_ADDRESS_BURST: integer(40).describe(
      'Requests that a publishable key may send at once from one IP address after a pause.',
    ),
    API_PROVIDER_EVENTS_PER_SECOND: integer(defaultEventRates.perSecond).describe(
      'Sustained verified events per second of a provider config, counted by each process. The provider sends rejected ones again.',
    ),
    API_PROVIDER_EVENTS_BURST: integer(defaultEventRates.burst).describe(
      'Verified events that a provider config may receive at once after a pause.',
    ),
    API_PROVIDER_EVENT_KIB_PER_SECOND: integer(defaultEventRates.kibPerSecond).describe(
      'Sustained KiB per second of the verified events of a provider config.',
    ),
    API_PROVIDER_EVENT_KIB_BURST: integer(defaultEventRates.kibBurst).describe(
      'KiB of verified events that a provider config may receive at once after a pause.',
    ),
    REQUEST_LOG: z
      .stringbool()
      .prefault('true')
      .describe(
        'Whether requests of API keys are stored for the dashboard, without secrets and personal data (docs/operation.md).',
      ),
    API_MAX_IN_FLIGHT: integer(defaultOverloadLimits.maxInFlight).describe(
      'Requests whose body has arrived and that have no response yet, without those that wait for a slot or call the provider. Further ones are rejected with 503.',
    ),
    API_MAX_UNREAD_RESPONSES: integer(defaultOverloadLimits.maxUnreadResponses).describe(
      'Responses that clients have not read completely. A further one closes the connection of the oldest.',
    ),
    API_MAX_UNREAD_RESPONSES_PER_ADDRESS: integer(
      defaultOverloadLimits.maxUnreadResponsesPerAddress,
    ).describe('The same for clients with one IP address, or of one IPv6 network.'),
    API_MAX_CONNECTIONS: integer(defaultOverloadLimits.maxConnections).describe(
      'Connections without a request in progress, idle or slow. A further one closes the oldest.',
    ),
    API_MAX_CONNECTIONS_PER_ADDRESS: integer(
      defaultOverloadLimits.maxConnectionsPerAddress,
    ).describe('The same for the connections of one IP address. Ignored with TRUST_PROXY.'),
    API_MAX_UPLOADS: integer(defaultOverloadLimits.maxUploads).describe(
      'Requests of API keys whose body is still arriving. A further one ends the oldest with 408.',
    ),
    API_MAX_UPLOADS_PER_ADDRESS: integer(defaultOverloadLimits.maxUploadsPerAddress).describe(
      'The same for the requests of one IP address.',
    ),
    API_MAX_UNAUTHENTICATED_UPLOADS: integer(
      defaultOverloadLimits.maxUnauthenticatedUploads,
    ).describe(
      'Provider events, of at most 1 MiB, whose body is still arriving. A further one ends the oldest with 408, and the provider sends it again.',
    ),
    API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: integer(
      defaultOverloadLimits.maxUnauthenticatedUploadsPerAddress,
    ).describe('The same for the provider events from one IP address.'),
  })
  .check(
    ...developmentOnly('WEBHOOK_ALLOW_LOOPBACK_HTTP', 'PROVIDER_SANDBOX_URL'),
    ...httpsInProduction('API_URL', 'CHECKOUT_URL'),
    ...httpsUnlessLoopback('DOCS_URL'),
  );
