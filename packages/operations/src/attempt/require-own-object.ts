import type { SessionWithOutcome } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ObjectRef } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { isProviderOutage } from './retry-deadline.ts';

/**
 * Reads an object that is to be attached from the provider, which may show that it was created for another
 * attempt: then its events could be taken for those of either. While the provider does not respond, the object
 * is attached unread.
 * @param expected the attempt; the current one if omitted
 * @returns the session as read, with the stored outcome of the request
 * @throws DomainError provider_object_conflict
 */
export async function requireOwnObject(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  object: ObjectRef,
  expected?: { readonly id: string; readonly version: number },
): Promise<SessionWithOutcome | null> {
  const { attempts, pspConfigs } = deps.database.forScope(caller);
  const found = await deps.database.findSession(caller, sessionId, caller.idempotency);
  if (!found || found.storedOutcome) return found;
  const { attempt: current, activePspConfigId } = found.session;
  const isCurrent = !expected || expected.id === current.id;
  const attempt = isCurrent ? current : await attempts.find(sessionId, expected.id);
  const isRequested = !expected || attempt?.version === expected.version;
  if (!attempt || !isRequested || attempt.providerRootObjectId === object.id) return found;
  const configId = attempt.merchantPspConfigId ?? activePspConfigId;
  const config = configId && (await pspConfigs.find(configId));
  if (!config) return found;
  const read = await getProvider(deps, config)
    .readRoot(object)
    .catch((error: unknown) => {
      if (isProviderOutage(error)) return null;
      throw error;
    });
  const { attemptId, sessionId: namedSessionId } = read?.metadata ?? {};
  if (!attemptId || !namedSessionId || attemptId === attempt.id) return found;
  if (!(await attempts.find(namedSessionId, attemptId))) return found;
  throw new DomainError(
    'provider_object_conflict',
    `The metadata of ${object.id} names another attempt, ${attemptId}. Attach an object that was created for this one.`,
  );
}
