import type { ProviderConfig } from '@parley/contract';
import type { ProviderConfigSummary } from '@parley/db';
import { DomainError, hasPassed } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/**
 * An account without its secrets.
 * @param now by the database clock
 */
export function providerConfigView(
  deps: Deps,
  config: ProviderConfigSummary,
  now: Date,
): ProviderConfig {
  const { previousWebhookSecretExpiresAt: expiresAt } = config;
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
    previous_webhook_secret_expires_at:
      expiresAt && !hasPassed(expiresAt, now) ? expiresAt.toISOString() : null,
    event_url: eventUrl(deps, config.id),
    last_event_at: config.lastEventAt?.toISOString() ?? null,
    created_at: config.createdAt.toISOString(),
    updated_at: config.updatedAt.toISOString(),
  };
}

/** The URL to which the provider posts the events of an account. */
export function eventUrl({ apiUrl = '' }: Deps, id: string): string {
  return `${apiUrl}/provider_events/${id}`;
}

export function configNotFound(): DomainError {
  return new DomainError('not_found', 'There is no provider config with this id.');
}
