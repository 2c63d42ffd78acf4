import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared } from './paths.ts';
import { control, readEvents, sessionReaches, startPayments } from './provider.ts';

// The list of events is not polled, so only the sweep can find changes.
const payments = await startPayments({
  workerEnv: { PROVIDER_POLL_SECONDS: '3600', SUBSCRIPTION_SWEEP_SECONDS: '1' },
});
afterAll(() => payments.stop());

const [, , checkoutPath, directPath] = paths as readonly [Path, Path, Path, Path];

/** A paid session and its subscription, whose further events are dropped. */
async function subscribed(path: Path) {
  await dropEvents(0);
  const made = await prepared(payments, path);
  await made.pay('pm_card_visa');
  await sessionReaches(payments.api, made.id, { status: 'paid' });
  const { body } = await payments.api.get('/subscriptions?limit=1');
  const [own] = body.data;
  expect(own.original_proxy_session_id).toBe(made.id);
  // Events in flight have been applied.
  await waitFor(
    async () =>
      (await payments.api.database.diagnostics.readQueueDepths()).providerEventsWaiting === 0,
    { what: 'the events so far to be applied' },
  );
  await dropEvents(100);
  return { ...made, subscriptionId: own.id as string, providerId: own.provider_subscription_id };
}

const dropEvents = (percent: number) => control(payments, 'faults', { drop: String(percent) });

const read = async (id: string) => (await payments.api.get(`/subscriptions/${id}`)).body;

/** Sets the last synchronization of the subscription to so many days ago. */
async function age(id: string, days: number): Promise<void> {
  await payments.api.database.client.$executeRaw`
    UPDATE subscription SET last_synced_at = now() - make_interval(days => ${days})
    WHERE id = ${id}`;
}

async function reaches(id: string, wanted: object) {
  let last: unknown;
  await waitFor(
    async () => {
      last = await read(id);
      try {
        expect(last).toMatchObject(wanted);
        return true;
      } catch {
        return false;
      }
    },
    { what: 'the subscription to be read again' },
  ).catch(() => expect(last).toMatchObject(wanted));
}

describe('a subscription whose events were lost', () => {
  it('is read again after a day and reported once', async () => {
    const { id, subscriptionId, providerId } = await subscribed(directPath);
    await payments.stripe.subscriptions.update(providerId, { cancel_at_period_end: true });
    await age(subscriptionId, 1);
    await reaches(subscriptionId, {
      cancel_at_period_end: true,
      diagnostic: { sync_source: 'sweep', stale: false },
    });
    const reported = (await readEvents(payments.api, id)).filter((type) =>
      /^subscription/.test(type),
    );
    expect(reported.slice(-1)).toEqual(['subscription.updated']);

    const before = await read(subscriptionId);
    await age(subscriptionId, 1);
    const aged = (await read(subscriptionId)).diagnostic.last_synced_at;
    await waitFor(async () => (await read(subscriptionId)).diagnostic.last_synced_at > aged, {
      what: 'another reading',
    });
    const again = await read(subscriptionId);
    expect({ ...again, diagnostic: null }).toEqual({ ...before, diagnostic: null });
    expect(
      (await readEvents(payments.api, id)).filter((type) => /^subscription/.test(type)),
    ).toEqual(reported);
  });

  it('is read again after its period ended without an event', async () => {
    const { id, subscriptionId, providerId } = await subscribed(checkoutPath);
    await payments.stripe.subscriptions.cancel(providerId);
    // Read within the last day, but before its period ended two hours ago.
    await payments.api.database.client.$executeRaw`
      UPDATE subscription SET last_synced_at = now() - interval '3 hours',
        current_period_end = now() - interval '2 hours' WHERE id = ${subscriptionId}`;
    await reaches(subscriptionId, {
      status: 'canceled',
      ended_at: expect.stringMatching(/^\d{4}-/),
      diagnostic: { sync_source: 'sweep', stale: false },
    });
    expect((await readEvents(payments.api, id)).at(-1)).toBe('subscription.ended');
    await sessionReaches(payments.api, id, { status: 'paid' });
  });

  it('waits while the provider is unreachable and is read afterwards', async () => {
    const { subscriptionId, providerId } = await subscribed(directPath);
    const { client } = payments.api.database;
    const moveTo = (apiUrl: string) =>
      client.providerConfig.updateMany({
        where: { merchantId: payments.api.merchant.id },
        data: { apiUrl },
      });
    await payments.stripe.subscriptions.update(providerId, { cancel_at_period_end: true });
    await moveTo('http://127.0.0.1:9');
    await age(subscriptionId, 1);
    const isDeferred = async () => {
      const [row] = await client.$queryRaw<{ left: boolean }[]>`
        SELECT leased_until > now() + interval '2 minutes' AS "left" FROM subscription
        WHERE id = ${subscriptionId}`;
      return row?.left ?? false;
    };
    await waitFor(isDeferred, { what: 'the next read to be deferred' });
    expect(await read(subscriptionId)).toMatchObject({ cancel_at_period_end: false });
    await moveTo(payments.account.apiUrl);
    await client.$executeRaw`UPDATE subscription SET leased_until = now() - interval '1 millisecond' WHERE id = ${subscriptionId}`;
    await reaches(subscriptionId, {
      cancel_at_period_end: true,
      diagnostic: { sync_source: 'sweep' },
    });
  });
});
