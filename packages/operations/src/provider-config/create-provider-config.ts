import type { CreateProviderConfigInput } from '@parley/contract';
import { InvalidFieldError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps, ProviderOrigin } from '../request/deps.ts';
import { hasStoredResponse, inTransaction } from '../request/in-transaction.ts';
import { requireBelowLimits } from '../request/require-below-limits.ts';
import { readAccountId, requireKeyMode } from './check-keys.ts';
import { notifyOwnersOfConfig } from './notify-owners-of-config.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

/**
 * Stores the keys of an account after the provider has accepted them. The account is not used for
 * attempts until it is activated. In live mode the owners are notified.
 * @throws DomainError invalid_request for keys that the provider rejects, limit_reached, provider_error
 */
export async function createProviderConfig(
  deps: Deps,
  caller: Caller,
  input: CreateProviderConfigInput,
) {
  requireKeyMode(caller.mode, input);
  const { apiUrl, scriptUrl } = originFor(deps, input.api_url);
  const isReplay = await hasStoredResponse(deps, caller);
  if (!isReplay) {
    // Before the provider is called, so that no one tests keys without end.
    await deps.database.transaction(caller, (tx) =>
      requireBelowLimits(deps, tx, ['provider_configs']),
    );
  }
  const account = { merchantId: caller.merchantId, apiUrl, secretKey: input.secret_key };
  const accountId = isReplay ? null : await readAccountId(deps, account);
  return inTransaction(deps, caller, async (tx) => {
    await requireBelowLimits(deps, tx, ['provider_configs']);
    const id = deps.newId('pspcfg');
    const createdAt = await tx.now();
    await tx.providerConfigs.insert({
      id,
      psp: 'provider',
      status: 'inactive',
      apiUrl,
      scriptUrl,
      ...(accountId === null ? {} : { accountId }),
      publishableKey: input.publishable_key,
      secretKey: input.secret_key,
      webhookSecret: input.webhook_secret ?? null,
      createdAt,
    });
    const config = await tx.providerConfigs.findSummary(id);
    // Stryker disable next-line ConditionalExpression: it was just inserted
    if (!config) throw configNotFound();
    await recordAuditEntry(deps, tx, caller, {
      action: 'provider_config.created',
      objectId: id,
      at: createdAt,
      details: { api_url: apiUrl, account_id: accountId, publishable_key: input.publishable_key },
    });
    await notifyOwnersOfConfig(tx, caller, config, 'created');
    return { provider_config: providerConfigView(deps, config, createdAt) };
  });
}

/** The origin that keys are sent to: one from the configuration, never one from a request. */
function originFor(deps: Deps, requested: string | undefined): ProviderOrigin {
  const { providerOrigins = [] } = deps;
  const origin =
    requested === undefined ? providerOrigins[0]?.apiUrl : URL.parse(requested)?.origin;
  const found = providerOrigins.find(({ apiUrl }) => apiUrl === origin);
  if (found) return found;
  const known = providerOrigins.map(({ apiUrl }) => apiUrl).join(' or ');
  throw new InvalidFieldError('api_url', `must be ${known || 'omitted'}.`);
}
