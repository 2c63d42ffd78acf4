import type { UpdateProviderConfigInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { hasStoredResponse, inTransaction } from '../request/in-transaction.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { readAccountId, requireKeyMode } from './check-keys.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

/**
 * Replaces the keys of an account. The provider accepts a rolled key for some time, so that no
 * request is refused in between.
 * @throws DomainError not_found, provider_error, invalid_request for keys that the provider rejects or
 *   belong to another account
 */
export async function updateProviderConfig(
  deps: Deps,
  caller: Caller,
  input: UpdateProviderConfigInput,
) {
  const isReplay = await hasStoredResponse(deps, caller);
  const accountId = isReplay ? undefined : await newAccountOf(deps, caller, input);
  return inTransaction(deps, caller, async (tx) => {
    const before = await tx.pspConfigs.findSummary(input.id);
    if (!before) throw configNotFound();
    const now = await tx.now();
    const fields = ['publishable_key', 'secret_key', 'webhook_secret'] as const;
    const replaced = fields.filter((field) => input[field] !== undefined);
    if (replaced.length > 0) {
      await tx.pspConfigs.update(
        before.id,
        omitUndefined({
          publishableKey: input.publishable_key,
          secretKey: input.secret_key,
          accountId,
          webhookSecret: input.webhook_secret,
        }),
        now,
      );
      await recordAuditEntry(deps, tx, caller, {
        action: 'provider_config.updated',
        objectType: 'provider_config',
        objectId: before.id,
        at: now,
        details: { replaced },
      });
    }
    const config = await tx.pspConfigs.findSummary(input.id);
    if (!config) throw configNotFound();
    return { provider_config: providerConfigView(deps, config) };
  });
}

/** The account id of a new secret key, which must not change; undefined without a new key or a config. */
async function newAccountOf(
  deps: Deps,
  caller: Caller,
  input: UpdateProviderConfigInput,
): Promise<string | undefined> {
  const config = await deps.database.forScope(caller).pspConfigs.find(input.id);
  if (!config) return undefined;
  requireKeyMode(caller.mode, input);
  if (input.secret_key === undefined) return undefined;
  const found = await readAccountId(deps, config.apiUrl, input.secret_key);
  const own = config.accountId ?? (await readAccountId(deps, config.apiUrl, config.secretKey));
  if (found === own) return found;
  throw new DomainError(
    'invalid_request',
    `secret_key belongs to account ${found}, but this config belongs to account ${own}, whose payments in progress need its keys. Create another config instead.`,
  );
}
