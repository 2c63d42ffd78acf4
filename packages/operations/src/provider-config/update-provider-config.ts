import type { UpdateProviderConfigInput } from '@parley/contract';
import type { ProviderConfigSummary, Transaction } from '@parley/db';
import { hasPassed, InvalidFieldError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { hasStoredResponse, inTransaction } from '../request/in-transaction.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { readAccountId, requireKeyMode } from './check-keys.ts';
import { notifyOwnersOfConfig } from './notify-owners-of-config.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

/**
 * Replaces the keys of an account. The provider accepts a rolled key for some time, so that no
 * request is refused in between. A replaced signing secret verifies events until the overlap ends.
 * In live mode the owners are notified.
 * @throws DomainError not_found, provider_error, invalid_request for keys that the provider rejects or
 *   belong to another account
 */
export async function updateProviderConfig(
  deps: Deps,
  caller: Caller,
  input: UpdateProviderConfigInput,
) {
  const isReplay = await hasStoredResponse(deps, caller);
  const accountId = isReplay ? undefined : await readNewAccount(deps, caller, input);
  return inTransaction(deps, caller, async (tx) => {
    await tx.providerConfigs.lockAll();
    const before = await tx.providerConfigs.findSummary(input.id);
    if (!before) throw configNotFound();
    const now = await tx.now();
    const { isReplaced, previousExpiresAt } = await replaceSigningSecret(tx, before, input, now);
    const replaced = fields.filter((field) =>
      field === 'webhook_secret' ? isReplaced : input[field] !== undefined,
    );
    const { publishable_key: publishableKey, secret_key: secretKey } = input;
    if (publishableKey !== undefined || secretKey !== undefined) {
      const keys = omitUndefined({ publishableKey, secretKey, accountId });
      await tx.providerConfigs.update(before.id, keys, now);
    }
    if (replaced.length > 0 || previousExpiresAt !== undefined) {
      await recordAuditEntry(deps, tx, caller, {
        action: 'provider_config.updated',
        objectId: before.id,
        at: now,
        details: {
          replaced,
          ...(previousExpiresAt && {
            previous_webhook_secret_expires_at: previousExpiresAt.toISOString(),
          }),
        },
      });
    }
    const config = await tx.providerConfigs.findSummary(input.id);
    if (!config) throw configNotFound();
    if (replaced.length > 0) await notifyOwnersOfConfig(tx, caller, config, 'updated');
    return { provider_config: providerConfigView(deps, config, now) };
  });
}

const fields = ['publishable_key', 'secret_key', 'webhook_secret'] as const;

interface SigningSecretChange {
  readonly isReplaced: boolean;
  /** When the previous secret expires; null when it verifies no events; undefined if that did not change. */
  readonly previousExpiresAt?: Date | null;
}

/**
 * Replaces the signing secret, or changes the overlap of the last replacement. A repetition with the
 * current secret keeps the previous one. Requires the lock of the config.
 * @throws DomainError invalid_request for an overlap without a secret
 */
async function replaceSigningSecret(
  tx: Transaction,
  config: ProviderConfigSummary,
  input: UpdateProviderConfigInput,
  now: Date,
): Promise<SigningSecretChange> {
  const { webhook_secret: secret, webhook_secret_overlap_seconds: overlap } = input;
  if (secret === undefined && overlap === undefined) return { isReplaced: false };
  if (secret === undefined && overlap) {
    throw new InvalidFieldError(
      'webhook_secret_overlap_seconds',
      'must be 0 without webhook_secret. It then ends the overlap of the last replacement.',
    );
  }
  const expiresAt = overlap ? new Date(now.getTime() + overlap * 1_000) : null;
  if (secret === undefined || (await tx.providerConfigs.isWebhookSecret(config.id, secret))) {
    return { isReplaced: false, ...(await changeOverlap(tx, config, expiresAt, now)) };
  }
  if (expiresAt === null || !config.hasWebhookSecret) {
    // It may be the secret of any endpoint at the provider.
    const pasted = { webhookSecret: secret, webhookEndpointId: null };
    await tx.providerConfigs.update(config.id, pasted, now);
    return { isReplaced: true, previousExpiresAt: null };
  }
  await tx.providerConfigs.rollWebhookSecret(config.id, secret, expiresAt, now);
  return { isReplaced: true, previousExpiresAt: expiresAt };
}

/** Changes when the previous secret expires, if it still verifies events; null ends the overlap now. */
async function changeOverlap(
  tx: Transaction,
  { id, previousWebhookSecretExpiresAt: before }: ProviderConfigSummary,
  expiresAt: Date | null,
  now: Date,
) {
  if (before === null || hasPassed(before, now)) return {};
  if (expiresAt === null) await tx.providerConfigs.removePreviousWebhookSecret(id, now);
  else await tx.providerConfigs.setPreviousWebhookSecretExpiry(id, expiresAt, now);
  return { previousExpiresAt: expiresAt };
}

/** The account id of a new secret key, which must not change; undefined without a new key or a config. */
async function readNewAccount(
  deps: Deps,
  caller: Caller,
  input: UpdateProviderConfigInput,
): Promise<string | undefined> {
  const config = await deps.database.forScope(caller).providerConfigs.find(input.id);
  if (!config) return undefined;
  requireKeyMode(caller.mode, input);
  if (input.secret_key === undefined) return undefined;
  const found = await readAccountId(deps, { ...config, secretKey: input.secret_key });
  const current = config.accountId ?? (await readAccountId(deps, config));
  if (found === current) return found;
  throw new InvalidFieldError(
    'secret_key',
    `belongs to account ${found}, but this config belongs to account ${current}, whose payments in progress need its keys. Create another config instead.`,
  );
}
