import type { ProviderConfig } from '@parley/contract';
import type { PspConfigSummary } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/** An account without its secrets. */
export function providerConfigView(deps: Deps, config: PspConfigSummary): ProviderConfig {
  return {
    id: config.id,
    psp: 'provider',
    livemode: config.mode === 'live',
    status: config.status,
    api_url: config.apiUrl,
    account_id: config.accountId,
    publishable_key: config.publishableKey,
    secret_key_last_four: config.secretKeyLastFour,
    webhook_secret_set: config.hasWebhookSecret,
    event_url: `${deps.apiUrl ?? ''}/provider_events/${config.id}`,
    created_at: config.createdAt.toISOString(),
    updated_at: config.updatedAt.toISOString(),
  };
}

export function configNotFound(): DomainError {
  return new DomainError('not_found', 'There is no provider config with this id.');
}
