import type { AttemptRecord, PspConfigRecord } from '@parley/db';
import { rootForms } from '@parley/domain';
import type { Provider, ProviderRoot } from '@parley/provider';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { findAttempt } from './preconditions.ts';
import { changeSession } from './session-change.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Times the provider is read again because the attempt was changed in the meantime. */
const MAX_READS = 5;

/** Thrown inside the transaction when somebody wrote the attempt while the provider was read. */
class Overtaken extends Error {}

export type SyncResult = 'applied' | 'not_found' | 'overtaken';

/**
 * Reads an attempt's root object from the provider and applies what it says. The provider is read
 * without holding a lock; what was read counts only if the attempt is still at the version it had
 * before the reading, else it is read again.
 * @param objectId the object that is meant, where the attempt has no root yet
 * @throws DomainError provider_error when the provider does not answer
 */
export async function syncAttempt(
  deps: Deps,
  caller: Caller,
  attemptOf: { sessionId: string; attemptId: string },
  objectId?: string,
): Promise<SyncResult> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const attempt = await deps.database
      .of(caller)
      .attempts.find(attemptOf.sessionId, attemptOf.attemptId);
    const root = attempt && (await readRoot(deps, caller, attempt, objectId));
    if (!attempt || !root) return 'not_found';
    if (!attempt.providerRootObjectId && !movesMoney(root)) return 'applied';
    try {
      await changeSession(deps, caller, attemptOf.sessionId, async (change) => {
        const locked = await findAttempt(change, attempt.id);
        if (locked.version !== attempt.version) throw new Overtaken();
        settleAttempt(change, locked, root);
      });
      return 'applied';
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  return 'overtaken';
}

async function readRoot(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  objectId: string | undefined,
): Promise<ProviderRoot | null> {
  const id = attempt.providerRootObjectId ?? objectId;
  if (!id || !attempt.merchantPspConfigId) return null;
  const config = await deps.database.of(caller).pspConfigs.find(attempt.merchantPspConfigId);
  if (!config) return null;
  const type = attempt.providerRootObjectType ?? rootForms[attempt.integrationPath].type;
  return providerOf(deps, config).readRoot({ type, id });
}

/** The provider as an account of the merchant reaches it. */
export function providerOf(deps: Deps, config: PspConfigRecord): Provider {
  const { apiUrl, secretKey, webhookSecret } = config;
  return deps.connectProvider({ apiUrl, secretKey, webhookSecret });
}

/**
 * Whether an object nobody attached yet has to be taken up. One that only waits for a payer is left
 * to the merchant's own attach, whose expected_version would otherwise be wrong.
 */
function movesMoney(root: ProviderRoot): boolean {
  return ['action_required', 'processing', 'succeeded', 'nothing_due'].includes(root.outcome.kind);
}
