import { Api } from './api.ts';
import type { ParleyOptions } from './options.ts';
import { AcquisitionAttempts } from './resources/acquisition-attempts.ts';
import { AuditEntries } from './resources/audit-entries.ts';
import { EmbeddingOrigins } from './resources/embedding-origins.ts';
import { Events } from './resources/events.ts';
import { ProviderConfigs } from './resources/provider-configs.ts';
import { ProviderEvents } from './resources/provider-events.ts';
import { Requests } from './resources/requests.ts';
import { Sessions } from './resources/sessions.ts';
import { Subscriptions } from './resources/subscriptions.ts';
import { WebhookEndpoints } from './resources/webhook-endpoints.ts';
import { requireLimits } from './send-request.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 2;

/** A client for the API of Parley. */
export class Parley {
  readonly sessions: Sessions;
  readonly acquisitionAttempts: AcquisitionAttempts;
  readonly subscriptions: Subscriptions;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly providerConfigs: ProviderConfigs;
  readonly providerEvents: ProviderEvents;
  readonly requests: Requests;
  readonly embeddingOrigins: EmbeddingOrigins;
  readonly auditEntries: AuditEntries;

  /** @throws TypeError if an option cannot be used */
  constructor(options: ParleyOptions) {
    // Without types, a caller may omit all options, or pass an environment variable that is not set.
    const { apiKey, baseUrl, timeout, maxRetries, fetch, hooks = {} } = options ?? {};
    // An invalid header would be an error of fetch, whose message has the key.
    if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be a key such as sk_test_…, without spaces or line breaks.');
    }
    if (!/^https?:\/\/[^?#]+$/.test(baseUrl)) {
      throw new TypeError('baseUrl must be a URL such as https://api.example/v1.');
    }
    const config = {
      apiKey,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      timeout: timeout ?? DEFAULT_TIMEOUT_MS,
      maxRetries: maxRetries ?? DEFAULT_MAX_RETRIES,
      fetch,
      hooks,
    };
    requireLimits(config);
    const api = new Api(config);
    this.sessions = new Sessions(api);
    this.acquisitionAttempts = new AcquisitionAttempts(api);
    this.subscriptions = new Subscriptions(api);
    this.webhookEndpoints = new WebhookEndpoints(api);
    this.events = new Events(api);
    this.providerConfigs = new ProviderConfigs(api);
    this.providerEvents = new ProviderEvents(api);
    this.requests = new Requests(api);
    this.embeddingOrigins = new EmbeddingOrigins(api);
    this.auditEntries = new AuditEntries(api);
  }
}
