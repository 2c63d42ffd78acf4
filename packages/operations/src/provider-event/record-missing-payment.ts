import type { AttemptRecord } from '@parley/db';
import { type AttemptOptions, type IntegrationPath, rootObjectFormats } from '@parley/domain';
import type { ObjectRef, Provider, ProviderRoot } from '@parley/provider';
import { defaultOptions, reservation } from '../attempt/reservation.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { getProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import type { PaymentDifference } from './reconcile-payments.ts';

/**
 * `no_session`, `no_attempt`: the payment names one that does not exist, such as one that was created after the
 * point to which the database was restored.
 * `recordable`: in a dry run, a payment whose attempt exists.
 * `refused`: the state of the session, or what the provider shows, does not allow to record it.
 */
export type RecordingResult = 'recorded' | 'recordable' | 'no_session' | 'no_attempt' | 'refused';

/**
 * Records a payment that `reconcilePayments` reports as `missing_here`. An attempt that was never reserved,
 * also one that ended with its session since, is reserved with what its object shows: the reservation was lost. An amount other than that of the
 * session makes a conflict, as for every payment.
 * @param isDryRun whether nothing is recorded. What the session would refuse is reported as `recordable`
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function recordMissingPayment(
  deps: Deps,
  caller: Caller,
  { object, providerConfigId, sessionId }: PaymentDifference,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<RecordingResult> {
  const { attempts, payments, providerConfigs, sessions } = deps.database.forScope(caller);
  const config = providerConfigId && (await providerConfigs.find(providerConfigId));
  if (!config || !sessionId) return 'refused';
  if (!(await sessions.find(sessionId))) return 'no_session';
  const provider = getProvider(deps, config);
  const root = await findRoot(provider, object);
  if (!root) return 'refused';
  const bound = await attempts.findByProviderObject(root.id);
  const named = root.metadata.attemptId;
  const attempt = bound ?? (named ? await attempts.find(sessionId, named) : null);
  if (!attempt) return 'no_attempt';
  if (isDryRun) return 'recordable';
  const step = withoutIdempotency(caller);
  if (attempt.merchantProviderConfigId === null) {
    await reserveLost(deps, step, attempt, { root, providerConfigId: config.id });
  }
  const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
  const isRoot = (attempt.providerRootObjectId ?? root.id) === root.id;
  const ref = { type: root.type, id: root.id };
  await syncAttempt(deps, step, where, isRoot ? { objectId: root.id } : { other: ref });
  return (await payments.findAll([object.id])).length > 0 ? 'recorded' : 'refused';
}

const pathsByType = new Map(
  Object.entries(rootObjectFormats).map(([path, { type }]) => [type, path as IntegrationPath]),
);

/** The object that a payment was collected through: its outermost owner that can be a root object, or itself. */
async function findRoot(provider: Provider, object: ObjectRef): Promise<ProviderRoot | null> {
  const owners = await provider.findOwners(object);
  const owner = owners.findLast(({ type }) => pathsByType.has(type));
  return provider.readRoot(owner ?? object);
}

/** Reserves an attempt as it was before its object was created, as far as the object shows that. */
async function reserveLost(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  {
    root,
    providerConfigId,
  }: {
    root: ProviderRoot;
    providerConfigId: NonNullable<AttemptRecord['merchantProviderConfigId']>;
  },
): Promise<void> {
  const integrationPath = pathsByType.get(root.type);
  if (!integrationPath) return;
  await changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    const options: AttemptOptions = {
      ...defaultOptions,
      commercialMode: root.subscriptionId === null ? 'one_time' : 'subscription',
      integrationPath,
      // With another mode, the provider's total would count as agreed.
      pricingMode: 'fixed',
      providerOptionsFingerprint: fingerprint({ recorded_object: root.id }),
    };
    const lost = reservation(change, options, providerConfigId);
    if (unchanged.status === 'unreserved') {
      change.attemptCommand('reserve', lost, { of: unchanged });
    } else {
      // It ended with its session since.
      change.amendAttempt(unchanged, lost, { action: 'reserve' });
    }
  });
}
