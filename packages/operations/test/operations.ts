import type { ReserveAttemptInput } from '@parley/contract';
import type { Database } from '@parley/db';
import { addProviderConfig, openTestDatabase } from '@parley/db/testing';
import type { AttemptStatus, Mode, Money, SessionStatus } from '@parley/domain';
import type { ProviderOutcome } from '@parley/provider';
import { attachProviderObject } from '../src/attempt/attach-provider-object.ts';
import { checkAttempt } from '../src/attempt/check-attempt.ts';
import { reserveAttempt } from '../src/attempt/reserve-attempt.ts';
import { supersedeAttempt } from '../src/attempt/supersede-attempt.ts';
import { applyProviderEvent } from '../src/provider-event/apply-provider-event.ts';
import type { Caller } from '../src/request/caller.ts';
import type { Deps } from '../src/request/deps.ts';
import { newId } from '../src/request/new-id.ts';
import { createSession } from '../src/session/create-session.ts';
import { expireSessions } from '../src/session/expire-sessions.ts';
import { createMetadata, providerEvent } from './provider-event.ts';
import { getRoot } from './root.ts';
import { stubProvider } from './stub-provider.ts';

const hex = (digit: string) => digit.repeat(64);

const capturedAt = new Date('2026-11-20T09:05:00.000Z');

export { getRoot };

export const waiting: ProviderOutcome = { kind: 'awaiting_payment', decline: null };
/** @param id the payment intent; that of `getRoot` when the test names none */
export const succeededWith = (
  amountMinor: number,
  currency = 'eur',
  id = '',
): Extract<ProviderOutcome, { kind: 'succeeded' }> => ({
  kind: 'succeeded',
  taken: { id, type: 'payment_intent', amountMinor, currency, capturedAt, isReturned: false },
});

const charged: Money = { amountMinor: 4200, currency: 'eur' };

export interface Payable {
  readonly id: string;
  readonly attemptId: string;
  readonly objectId: string;
}

type AttemptColumns = Parameters<Database['client']['acquisitionAttempt']['updateMany']>[0]['data'];

/** The operations with a real database and a stub provider, for one merchant. */
export async function startOperations(mode: Mode = 'test') {
  const { database, env, close } = await openTestDatabase();
  const stub = stubProvider();
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'https://pay.test',
    connectProvider: () => stub.provider,
    // The origin of the merchant's provider config.
    providerOrigins: [{ apiUrl: 'http://127.0.0.1:9', scriptUrl: 'http://127.0.0.1:9/v3' }],
  };
  const scope = { merchantId: newId('merch'), mode };
  const caller: Caller = {
    ...scope,
    actor: { kind: 'api_key', id: 'key_1' },
    requestId: 'req_1',
  };
  const repositories = database.forScope(scope);
  await repositories.merchants.insert({ id: scope.merchantId, name: 'Nordlicht Coffee' });
  const providerConfigId = await addProviderConfig(database, scope);

  const session = (change: object = {}) =>
    createSession(deps, caller, {
      amount_minor: charged.amountMinor,
      currency: charged.currency,
      buyer_reference: 'buyer',
      cart_snapshot: { lines: [] },
      ...change,
    });

  const reserve = (id: string, change: Partial<ReserveAttemptInput> = {}) =>
    reserveAttempt(deps, caller, {
      proxy_session_id: id,
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
      ...change,
    });

  /** Attaches a new payment intent, waiting for its payer, and confirms the cart with it. */
  async function attach(
    { id, attemptId, version }: { id: string; attemptId: string; version: number },
    charge = charged,
    objectId = `pi_${newId('evt')}`,
  ): Promise<Payable> {
    stub.objects.set(objectId, getRoot(objectId, waiting));
    await attachProviderObject(deps, caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attemptId,
      expected_version: version,
      role: 'root',
      object_type: 'payment_intent',
      object_id: objectId,
      provider_confirmation: {
        amount_minor: charge.amountMinor,
        currency: charge.currency,
        cart_version: 1,
        evidence_sha256: hex('e'),
      },
    });
    return { id, attemptId, objectId };
  }

  /** A session whose payer can pay. */
  async function payable(
    change: { amount_minor?: number; expires_at?: string } = {},
    objectId?: string,
  ) {
    const { id } = await session(change);
    const { acquisition_attempt: attempt } = await reserve(id);
    const charge = { ...charged, amountMinor: change.amount_minor ?? charged.amountMinor };
    return attach({ id, attemptId: attempt.id, version: attempt.version }, charge, objectId);
  }

  /** Replaces an attempt that has ended, so that the payer can pay with another payment intent. */
  async function supersede({ id, attemptId }: Payable): Promise<Payable> {
    const { attempt } = await read(id);
    const { acquisition_attempt: next } = await supersedeAttempt(deps, caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attemptId,
      expected_version: attempt.version,
      reason: 'try_again',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: hex('b'),
      },
    });
    return attach({ id, attemptId: next.id, version: next.version });
  }

  /** Sets the state of a provider object and applies an event about it. */
  async function deliverProviderEvent(
    { id, attemptId, objectId }: Payable,
    outcome: ProviderOutcome,
  ) {
    const metadata = { attemptId, sessionId: id, contractVersion: '2' };
    stub.objects.set(objectId, { ...getRoot(objectId, outcome), metadata });
    const object = {
      id: objectId,
      object: 'payment_intent',
      metadata: createMetadata(id, attemptId),
      ...(outcome.kind === 'succeeded'
        ? { status: 'succeeded', amount_received: outcome.taken.amountMinor }
        : {}),
    };
    const event = providerEvent({ scope, providerConfigId }, 'payment_intent.succeeded', object);
    return applyProviderEvent(deps, event);
  }

  /** A session whose attempt has an unpaid checkout session as its root object. */
  async function withCheckoutSession(options: Partial<ReserveAttemptInput> = {}) {
    const { id } = await session();
    const path = { integration_path: 'checkout_session', ...options } as const;
    const { acquisition_attempt: attempt } = await reserve(id, path);
    const objectId = `cs_${newId('evt')}`;
    const root = { ...getRoot(objectId, waiting), type: 'checkout.session' };
    stub.objects.set(objectId, root);
    await attachProviderObject(deps, caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attempt.id,
      expected_version: attempt.version,
      role: 'root',
      object_type: root.type,
      object_id: objectId,
    });
    return { id, attemptId: attempt.id, objectId, root };
  }

  async function read(id: string) {
    const loaded = await repositories.sessions.find(id);
    if (!loaded) throw new Error(`there is no session ${id}`);
    return loaded;
  }

  return {
    deps,
    database,
    repositories,
    scope,
    providerConfigId,
    env,
    caller,
    stub,
    session,
    reserve,
    attach,
    payable,
    supersede,
    withCheckoutSession,
    deliverProviderEvent,
    read,
    /** The recorded payments of a session: the object, what it took and what went back. */
    payments: async (id: string) =>
      (await read(id)).payments.map((one) => [
        one.providerObjectId,
        one.amountMinor,
        one.refundedMinor,
      ]),
    /** The status of the session and of each of its reserved attempts, oldest first. */
    readStatuses: async (id: string) => ({
      session: (await read(id)).session.status as SessionStatus,
      attempts: (await repositories.attempts.listReserved(id)).map((attempt) => [
        attempt.status as AttemptStatus,
        attempt.statusReason,
      ]),
    }),
    history: async (id: string) => repositories.history.list(id),
    events: async (id: string) => repositories.outbox.listBySession(id),
    /** Moves a session's deadline into the past. */
    expireDeadline: (id: string) =>
      database.client.$executeRaw`
        UPDATE proxy_session SET expires_at = now() - interval '1 second' WHERE id = ${id}`,
    /** Expires a session whose deadline has passed and closes its object; returns how many that were. */
    expire: async (id: string) => {
      const results = await expireSessions(deps, caller, [id]);
      const expired = (await results.get(id)) === 'expired' ? 1 : 0;
      const { attempt } = await read(id);
      if (attempt.providerRootObjectId) {
        await checkAttempt(deps, caller, { sessionId: id, attemptId: attempt.id });
      }
      return expired;
    },
    /** Moves the retry deadline of a session's attempts into the past. */
    expireRetryDeadline: (id: string) =>
      database.client.$executeRaw`
        UPDATE acquisition_attempt SET provider_retry_not_after = now() - interval '1 second'
        WHERE proxy_session_id = ${id} AND provider_retry_not_after IS NOT NULL`,
    /** Changes columns of an attempt without a new version of it. */
    updateAttempt: (attemptId: string, data: AttemptColumns) =>
      database.client.acquisitionAttempt.updateMany({
        where: { merchantId: scope.merchantId, id: attemptId },
        data,
      }),
    setStatus: (id: string, status: SessionStatus) =>
      database.client.$executeRaw`UPDATE proxy_session SET status = ${status} WHERE id = ${id}`,
    close,
  };
}

export type Operations = Awaited<ReturnType<typeof startOperations>>;
