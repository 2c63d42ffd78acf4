import type { LeasedProviderEvent, Scope } from '@parley/db';
import { newId } from '../src/request/new-id.ts';

/** The metadata of an object that the provider created for an attempt. */
export const createMetadata = (sessionId: string, attemptId: string) => ({
  proxy_session_id: sessionId,
  proxy_acquisition_attempt_id: attemptId,
  proxy_contract_version: '2',
});

/** A claimed event of a provider account, which happened now. */
export function providerEvent(
  { scope, providerConfigId }: { scope: Scope } & Pick<LeasedProviderEvent, 'providerConfigId'>,
  type: string,
  object: { id: string } & Record<string, unknown>,
): LeasedProviderEvent {
  const eventId = newId('evt');
  const occurredAt = new Date();
  const created = Math.floor(occurredAt.getTime() / 1000);
  return {
    ...scope,
    providerConfigId,
    eventId,
    type,
    objectId: object.id,
    payload: { id: eventId, type, created, livemode: false, data: { object } },
    occurredAt,
    leaseToken: 'token',
    attempts: 1,
    transientFailures: 0,
    internalFailures: 0,
    parks: 0,
    ageSeconds: 0,
    parkedFor: null,
    proxySessionId: null,
    traceparent: null,
  };
}
