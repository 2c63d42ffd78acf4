import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getChange } from '../../test/commits.ts';
import { accountId, parkedObject, usedRequest } from '../../test/full-merchant.ts';
import { addMerchantPair, rowsWrittenBy } from '../../test/merchant-pair.ts';
import { openTestDatabase } from '../../test/rows.ts';
import type { SessionWrite } from '../commit/session-commit.ts';
import type { Repositories } from '../repositories.ts';
import type { Scope, SessionState } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const { own, restore } = await addMerchantPair(database);
beforeEach(restore);
const [order] = own.orders;
const [endpoint] = own.endpoints;

async function load(id = order.id): Promise<SessionState> {
  const loaded = await database.findSession(own.scope, id);
  if (!loaded) throw new Error('there is no such session');
  return loaded.session;
}

/** The only payment of a session. */
function getPayment({ payments }: SessionState) {
  const [payment] = payments;
  if (!payment) throw new Error('the session has no payment');
  return payment;
}

async function readSubscription() {
  const { subscriptions } = database.forScope(own.scope);
  const found = await subscriptions.find(order.subscriptionId);
  if (!found) throw new Error('the session has no subscription');
  return found.subscription;
}

/** A change of a session that updates a row of every table. */
async function changeRows(change: Partial<SessionWrite> = {}) {
  const state = await load();
  const { attempt } = state;
  const payment = getPayment(state);
  const subscription = await readSubscription();
  return getChange(state, {
    attempts: [{ before: attempt, after: { ...attempt, version: attempt.version + 1 } }],
    payments: [{ before: payment, after: { ...payment, refundedMinor: 1 } }],
    subscription: { before: subscription, after: { ...subscription, status: 'canceled' } },
    cart: null,
    history: [],
    events: [],
    attachedObject: parkedObject,
    recordedEvent: { providerConfigId: accountId, eventId: 'evt_1' },
    ...change,
  });
}

type Write = (of: Repositories, scope: Scope) => Promise<unknown>;
const now = new Date();

/** The number of rows of each table that a write changes. */
const writes: readonly [name: string, write: Write, written: Readonly<Record<string, number>>][] = [
  [
    'the commit of a session',
    async (_, scope) => database.commit({ ...(await changeRows()), scope }),
    {
      proxy_session: 1,
      acquisition_attempt: 1,
      payment: 1,
      subscription: 1,
      provider_event: 3,
      idempotency_record: 1,
    },
  ],
  [
    'the commit of nothing but a session',
    async (_, scope) => {
      const none = { attempts: [], payments: [], subscription: null };
      const change = { ...none, attachedObject: null, recordedEvent: null };
      return database.commit({ ...(await changeRows(change)), scope });
    },
    { proxy_session: 1, idempotency_record: 1 },
  ],
  [
    'the outcome of a request',
    (of) => of.idempotency.saveOutcome(usedRequest, { saved: true }),
    { idempotency_record: 1 },
  ],
  ['the retry of an event', (of) => of.providerEvents.retry('evt_2'), { provider_event: 1 }],
  [
    'a change of an endpoint',
    (of) => of.webhookEndpoints.update(endpoint, { failingSince: null }, now),
    { webhook_endpoint: 1 },
  ],
  [
    'a new signing secret',
    (of) => of.webhookEndpoints.rotateSecret(endpoint, 'whsec_bmV3', now, now),
    { webhook_endpoint: 1 },
  ],
  [
    'the removal of the previous signing secret',
    (of) => of.webhookEndpoints.removePreviousSecret(endpoint, now),
    { webhook_endpoint: 1 },
  ],
  [
    'the repeated delivery of an event',
    (of) => of.webhookDeliveries.enqueue(endpoint, [order.eventId]),
    { webhook_delivery: 1, webhook_endpoint_queue: 2 },
  ],
  [
    'a decision about an item that needs attention',
    (of) => {
      const item = { id: 'evt_1', name: null, reason: null, at: now, since: now };
      const related = { sessionId: null, subscriptionId: null };
      const place = { ...related, severity: null, position: { id: item.id, createdAt: now } };
      const decision = { assigneeId: null, snoozedUntil: null, note: 'new', updatedBy: null };
      return of.attention.saveTriage(
        { kind: 'failed_provider_event', ...item, ...place, triage: null, triageVersion: 1 },
        { ...decision, updatedAt: now },
      );
    },
    { attention_triage: 1 },
  ],
  [
    'the deletion of an archived session',
    async (of) => {
      const stored = await of.archives.listStored([order.id]);
      await of.archives.delete(stored);
    },
    {
      proxy_session: 1,
      cart_revision: 1,
      acquisition_attempt: 2,
      payment: 1,
      subscription: 1,
      history_entry: 1,
      outbox_event: 1,
      receipt_mail: 1,
    },
  ],
  [
    'a change of an account',
    (of) => of.providerConfigs.update(own.providerConfigId, { accountId: 'acct_1' }, now),
    { psp_config: 1 },
  ],
];

describe.each(writes)('%s', (_, write, written) => {
  it('changes its rows, and none in the other mode or of a merchant with the same ids', async () => {
    const other = { ...own.scope, mode: 'live' } as const;
    const inOther = () => write(database.forScope(other), other).catch(() => {});
    expect(await rowsWrittenBy(database, own, inOther)).toEqual({});
    const inOwn = () => write(database.forScope(own.scope), own.scope);
    expect(await rowsWrittenBy(database, own, inOwn)).toEqual(written);
  });
});

describe('the commit of a session writes nothing', () => {
  type Change = (of: { current: SessionState; other: SessionState }) => Partial<SessionWrite>;
  it.each<[string, Change]>([
    [
      'with an attempt of another session',
      ({ other: { attempt } }) => ({ attempts: [{ before: attempt, after: attempt }] }),
    ],
    [
      'with an attempt of another status',
      ({ current: { attempt } }) => ({
        attempts: [{ before: { ...attempt, status: 'reserved' }, after: attempt }],
      }),
    ],
    [
      'with a payment of another session',
      ({ other }) => ({ payments: [{ before: getPayment(other), after: getPayment(other) }] }),
    ],
    [
      'with an event that is not stored',
      () => ({ recordedEvent: { providerConfigId: accountId, eventId: 'evt_none' } }),
    ],
    [
      'of another status',
      ({ current: { session } }) => ({ before: { ...session, status: 'created' } }),
    ],
  ])('%s', async (_, change) => {
    const states = { current: await load(), other: await load(own.orders[1].id) };
    const commit = await changeRows(change(states));
    const commitIt = async () => expect(await database.commit(commit)).toBe('conflict');
    expect(await rowsWrittenBy(database, own, commitIt)).toEqual({});
  });

  it('with a subscription that was written since it was read', async () => {
    const commit = await changeRows();
    await database.client.subscription.updateMany({ data: { version: { increment: 1 } } });
    const commitIt = async () => expect(await database.commit(commit)).toBe('conflict');
    expect(await rowsWrittenBy(database, own, commitIt)).toEqual({});
  });
});
