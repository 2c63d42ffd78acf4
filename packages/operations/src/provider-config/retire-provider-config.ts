import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { deleteOrphanedEndpoints } from './delete-orphaned-endpoints.ts';
import { notifyOwnersOfConfig } from './notify-owners-of-config.ts';
import { configNotFound, providerConfigView } from './provider-config-view.ts';

/**
 * Retires an account. It still serves its existing attempts and can be activated again. After the active
 * one is retired, no attempt can be reserved until another is activated. In live mode the owners are
 * notified.
 * @throws DomainError not_found
 */
export async function retireProviderConfig(deps: Deps, caller: Caller, input: { id: string }) {
  const output = await inTransaction(deps, caller, async (tx) => {
    await tx.providerConfigs.lockAll();
    const before = await tx.providerConfigs.findSummary(input.id);
    if (!before) throw configNotFound();
    const now = await tx.now();
    if (before.status === 'retired')
      return { provider_config: providerConfigView(deps, before, now) };
    await tx.providerConfigs.update(before.id, { status: 'retired' }, now);
    await recordAuditEntry(deps, tx, caller, {
      action: 'provider_config.retired',
      objectId: before.id,
      at: now,
      details: { status: { from: before.status, to: 'retired' } },
    });
    await notifyOwnersOfConfig(tx, caller, before, 'retired');
    const retired = { ...before, status: 'retired', updatedAt: now } as const;
    return { provider_config: providerConfigView(deps, retired, now) };
  });
  await deleteOrphanedEndpoints(deps, caller, input.id);
  return output;
}
