import { DomainError, InvalidFieldError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

/**
 * Activates an account for new attempts. The previous account is retired: it still serves its
 * existing attempts and can be activated again.
 * @throws DomainError not_found, invalid_request while it has no signing secret, or when its API is not
 *   one of this service's configuration, such as a simulator in production
 */
export async function activateProviderConfig(deps: Deps, caller: Caller, input: { id: string }) {
  return inTransaction(deps, caller, async (tx) => {
    await tx.pspConfigs.lockAll();
    const before = await tx.pspConfigs.findSummary(input.id);
    if (!before) throw configNotFound();
    requireKnownOrigin(deps, before.apiUrl);
    if (!before.hasWebhookSecret) {
      throw new InvalidFieldError(
        'webhook_secret',
        'is not set. Set it before you activate the config: events cannot be verified without it.',
      );
    }
    const now = await tx.now();
    if (before.status !== 'active') {
      const retired = await tx.pspConfigs.findActiveId();
      await tx.pspConfigs.activate(before.id, now);
      await recordAuditEntry(deps, tx, caller, {
        action: 'provider_config.activated',
        objectType: 'provider_config',
        objectId: before.id,
        at: now,
        details: { status: { from: before.status, to: 'active' }, retired },
      });
    }
    const config = await tx.pspConfigs.findSummary(input.id);
    // Stryker disable next-line ConditionalExpression: it was found above, under the lock
    if (!config) throw configNotFound();
    return { provider_config: providerConfigView(deps, config, now) };
  });
}

/** Keys are sent only to origins of the configuration, which excludes simulators in production. */
function requireKnownOrigin({ providerOrigins = [] }: Deps, apiUrl: string): void {
  const known = providerOrigins.map((origin) => origin.apiUrl);
  if (known.includes(apiUrl)) return;
  throw new DomainError(
    'invalid_request',
    `This config is for ${apiUrl}, which this service does not use. Connect an account at ${known.join(' or ')} instead.`,
  );
}
