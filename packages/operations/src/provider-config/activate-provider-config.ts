import type { ProviderConfigSummary, Transaction } from '@parley/db';
import { ACCOUNT_CHANGE_DAYS, DAY_MS, DomainError, InvalidFieldError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { notifyOwnersOfConfig } from './notify-owners-of-config.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

const RECENT_MS = ACCOUNT_CHANGE_DAYS * DAY_MS;

/**
 * Activates an account for new attempts. The previous account is retired: it still serves its
 * existing attempts and can be activated again. In live mode the owners are notified, and a change of the
 * receiving account is an item that needs attention.
 * @throws DomainError not_found, invalid_request while it has no signing secret, or when its API is not
 *   one of this service's configuration, such as a simulator in production
 */
export async function activateProviderConfig(deps: Deps, caller: Caller, input: { id: string }) {
  return inTransaction(deps, caller, async (tx) => {
    await tx.providerConfigs.lockAll();
    const before = await tx.providerConfigs.findSummary(input.id);
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
      const last = await tx.providerConfigs.findLastInUse();
      const former = last && (await findFormer(tx, caller, { config: before, last, now }));
      await tx.providerConfigs.activate(before.id, former?.id ?? null, now);
      await recordAuditEntry(deps, tx, caller, {
        action: 'provider_config.activated',
        objectId: before.id,
        at: now,
        details: {
          status: { from: before.status, to: 'active' },
          retired: last?.status === 'active' ? last.id : null,
        },
      });
      await notifyOwnersOfConfig(tx, caller, before, 'activated', former);
    }
    const config = await tx.providerConfigs.findSummary(input.id);
    // Stryker disable next-line ConditionalExpression: it was found above, under the lock
    if (!config) throw configNotFound();
    return { provider_config: providerConfigView(deps, config, now) };
  });
}

/**
 * The account that received the payments before the changes of the last days, which is to be restored if no
 * one of the team made them: a second change does not hide it. Null if it is activated again, and in test mode.
 */
async function findFormer(
  tx: Transaction,
  { mode }: Caller,
  change: {
    readonly config: ProviderConfigSummary;
    readonly last: ProviderConfigSummary;
    readonly now: Date;
  },
): Promise<ProviderConfigSummary | null> {
  if (mode !== 'live') return null;
  const { config, last, now } = change;
  const isRecent =
    last.activatedAt !== null && now.getTime() - last.activatedAt.getTime() < RECENT_MS;
  const former =
    isRecent && last.replacedId ? await tx.providerConfigs.findSummary(last.replacedId) : last;
  return former && !isSameAccount(former, config) ? former : null;
}

const isSameAccount = (config: ProviderConfigSummary, other: ProviderConfigSummary): boolean =>
  config.id === other.id || (config.accountId !== null && config.accountId === other.accountId);

/** Keys are sent only to origins of the configuration, which excludes simulators in production. */
function requireKnownOrigin({ providerOrigins = [] }: Deps, apiUrl: string): void {
  const known = providerOrigins.map((origin) => origin.apiUrl);
  if (known.includes(apiUrl)) return;
  throw new DomainError(
    'invalid_request',
    `This config is for ${apiUrl}, which this service does not use. Connect an account at ${known.join(' or ')} instead.`,
  );
}
