import type { ProviderOutcome, ProviderPayment } from '@parley/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
import { changeSession } from '../session-change/change-session.ts';
import { settleRoot } from './settle-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const readStatus = async (id: string) => (await ops.read(id)).session.status;

it('a payment recorded under its checkout session gets the id of its payment intent', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
  const sync = (taken: string) => {
    const outcome = succeededWith(4200, 'eur', taken);
    ops.stub.objects.set(objectId, { ...root, outcome, intentIds: [taken] });
    return syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
  };
  await sync(objectId);
  await sync(`pi_${id}`);
  expect(await readStatus(id)).toBe('paid');
  expect(await ops.payments(id)).toEqual([[`pi_${id}`, 4200, 0]]);
});

it('what a subscription bills later does not replace its first payment without a payment intent', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession({
    commercial_mode: 'subscription',
  });
  const subscriptionId = `sub_${id}`;
  const outcome = succeededWith(4100, 'eur', objectId);
  ops.stub.objects.set(objectId, { ...root, outcome, subscriptionId });
  const sync = () => syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
  const bill = (invoiceId: string, amountMinor: number, taken: ProviderPayment) => {
    const latestInvoice = { id: invoiceId, amountMinor, currency: 'eur', paymentStatus: 'paid' };
    const methods = {
      readSubscription: async () => ({ ...subscriptionWith(subscriptionId, 1), latestInvoice }),
      readInvoicePayment: async () => taken,
      readPayment: async () => null,
    };
    return ops.stub.override(methods, sync);
  };
  await bill('in_1', 4100, { ...outcome.taken, type: 'invoice', id: 'in_1' });
  const capturedAt = new Date(outcome.taken.capturedAt.getTime() + 1_000);
  await bill('in_2', 900, { ...succeededWith(900, 'eur', `pi_renewal_${id}`).taken, capturedAt });
  expect(await ops.payments(id)).toEqual([
    [objectId, 4100, 0],
    [`pi_renewal_${id}`, 900, 0],
  ]);
});

describe('a subscription whose first invoice was not paid', () => {
  it.each([
    [4200, 'paid'],
    [2100, 'payment_conflicted'],
  ])('pays its session late with a later invoice of %i: %s', async (amountMinor, status) => {
    const { id, attemptId, objectId } = await ops.withCheckoutSession({
      commercial_mode: 'subscription',
    });
    const subscriptionId = `sub_${id}`;
    const root = { ...getRoot(objectId, { kind: 'failed', reason: 'declined' } as const) };
    ops.stub.objects.set(objectId, { ...root, type: 'checkout.session', subscriptionId });
    const where = { sessionId: id, attemptId };
    await syncAttempt(ops.deps, ops.caller, where);
    expect((await ops.read(id)).attempt.status).toBe('failed');
    const taken = succeededWith(amountMinor, 'eur', `pi_later_${id}`).taken;
    const latestInvoice = { id: 'in_2', amountMinor, currency: 'eur', paymentStatus: 'paid' };
    await ops.stub.override(
      {
        readSubscription: async () => ({ ...subscriptionWith(subscriptionId, 1), latestInvoice }),
        readInvoicePayment: async () => taken,
      },
      () => syncAttempt(ops.deps, ops.caller, where),
    );
    expect(await ops.payments(id)).toEqual([[taken.id, amountMinor, 0]]);
    expect(await readStatus(id)).toBe(status);
  });

  it('leaves an event of a payment that it does not show parked', async () => {
    const { id, attemptId, objectId } = await ops.withCheckoutSession({
      commercial_mode: 'subscription',
    });
    const subscriptionId = `sub_${id}`;
    const root = { ...getRoot(objectId, { kind: 'expired' } as const), subscriptionId };
    ops.stub.objects.set(objectId, { ...root, type: 'checkout.session' });
    const event = providerEvent(ops, 'payment_intent.succeeded', {
      id: `pi_part_${id}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount_received: 1000,
      metadata: createMetadata(id, attemptId),
    });
    const methods = { readSubscription: async () => subscriptionWith(subscriptionId, 1) };
    const apply = () => applyProviderEvent(ops.deps, event);
    for (let times = 0; times < 2; times++) {
      expect(await ops.stub.override(methods, apply)).toMatchObject({ status: 'parked' });
    }
    expect((await ops.read(id)).attempt.status).toBe('expired');
  });
});

it.each([
  ['payment_intent.succeeded', 0],
  ['charge.refunded', 900],
])(
  'the payment of a renewal that no invoice shows is recorded with %s, if its subscription is not accepted',
  async (type, refundedMinor) => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession({
      commercial_mode: 'subscription',
    });
    const subscriptionId = `sub_${id}`;
    const first = `pi_first_${id}`;
    const outcome = succeededWith(4100, 'eur', first);
    ops.stub.objects.set(objectId, { ...root, outcome, subscriptionId, intentIds: [first] });
    const renewal = `pi_void_${id}`;
    const intent = { type: 'payment_intent', id: renewal, attempts: [] };
    const owners = [
      { type: 'subscription', id: subscriptionId, attempts: [] },
      { type: root.type, id: objectId, attempts: [] },
    ];
    const latestInvoice = { id: 'in_3', amountMinor: 4100, currency: 'eur', paymentStatus: 'open' };
    const methods = {
      readSubscription: async () => ({ ...subscriptionWith(subscriptionId, 1), latestInvoice }),
      findOwners: async ({ type }: { type: string }) =>
        type === 'charge' ? [intent, ...owners] : owners,
      readPayment: async () => ({
        ...succeededWith(900, 'eur', renewal).taken,
        refundedMinor,
        disputedMinor: 0,
        dispute: null,
      }),
    };
    const object =
      type === 'charge.refunded'
        ? { id: `ch_${id}`, object: 'charge', payment_intent: renewal, amount_refunded: 900 }
        : { id: renewal, object: 'payment_intent', amount_received: 900 };
    const event = providerEvent(ops, type, object);
    const where = { sessionId: id, attemptId };
    await ops.stub.override(methods, () => syncAttempt(ops.deps, ops.caller, where));
    expect(await readStatus(id)).toBe('payment_conflicted');
    expect(
      await ops.stub.override(methods, () => applyProviderEvent(ops.deps, event)),
    ).toMatchObject({ status: 'applied' });
    expect(await ops.payments(id)).toEqual([
      [first, 4100, 0],
      [renewal, 900, refundedMinor],
    ]);
  },
);

it('a payment whose event was parked is recorded after its attempt has ended', async () => {
  const own = await startOperations();
  const { id, attemptId, objectId, root } = await own.withCheckoutSession({
    commercial_mode: 'subscription',
  });
  const subscriptionId = `sub_${id}`;
  const taken = succeededWith(4200, 'eur', `pi_renewal_${id}`).taken;
  own.stub.objects.set(objectId, { ...root, subscriptionId });
  const methods = {
    readSubscription: async () => subscriptionWith(subscriptionId, 1),
    findOwners: async () => [
      { type: 'subscription', id: subscriptionId, attempts: [] },
      { type: root.type, id: objectId, attempts: [] },
    ],
    readPayment: async () => ({ ...taken, refundedMinor: 0, disputedMinor: 0, dispute: null }),
  };
  const object = { id: taken.id, object: 'payment_intent', amount_received: 4200 };
  const event = providerEvent(own, 'payment_intent.succeeded', object);
  const apply = (again = {}) =>
    own.stub.override(methods, () => applyProviderEvent(own.deps, { ...event, ...again }));
  expect(await apply()).toMatchObject({ status: 'parked', proxySessionId: id });
  const canceled = getRoot(objectId, { kind: 'canceled', reason: null });
  own.stub.objects.set(objectId, { ...canceled, type: root.type, subscriptionId });
  await syncAttempt(own.deps, own.caller, { sessionId: id, attemptId });
  const later = { proxySessionId: id, ageSeconds: 7200, parks: 4 };
  expect(await apply(later)).toMatchObject({ status: 'applied' });
  expect(await own.payments(id)).toEqual([[taken.id, 4200, 0]]);
  await own.close();
});

describe('a payment that is recorded after some of it went back', () => {
  const dispute = { id: 'dp_1', status: 'needs_response', reason: 'fraudulent', dueBy: null };
  const returned = (refundedMinor: number, disputedMinor = 0) => ({
    readPayment: async ({ id }: { id: string }) => ({
      ...succeededWith(4200, 'eur', id).taken,
      refundedMinor,
      disputedMinor,
      dispute: disputedMinor > 0 ? { ...dispute, openedAt: new Date() } : null,
    }),
  });
  const pay = (payable: Payable, methods: ReturnType<typeof returned>, isReturned?: boolean) => {
    const { isReturned: _, ...taken } = succeededWith(4200).taken;
    const outcome = {
      kind: 'succeeded',
      taken: { ...taken, ...(isReturned !== undefined && { isReturned }) },
    } as const;
    return ops.stub.override(methods, () => ops.deliverProviderEvent(payable, outcome));
  };

  it.each<[string, number, number, string[]]>([
    ['refunded', 1000, 0, ['payment.refunded']],
    ['refunded in full', 4200, 0, ['payment.refunded']],
    ['disputed', 0, 4200, ['payment.disputed']],
  ])('pays the session and is recorded as %s', async (_, refunded, disputed, types) => {
    const payable = await ops.payable();
    await pay(payable, returned(refunded, disputed), true);
    const { session, payments } = await ops.read(payable.id);
    expect(session.status).toBe('paid');
    expect(payments).toMatchObject([{ refundedMinor: refunded, disputedMinor: disputed }]);
    const events = await ops.events(payable.id);
    const sent = events.map(({ type }) => type).filter((type) => type.startsWith('payment.'));
    expect(sent).toEqual(types);
  });

  it('is read only if the object shows that, or does not show it of an older payment', async () => {
    const [shownWhole, unknown] = [await ops.payable(), await ops.payable()];
    await pay(shownWhole, returned(1000), false);
    await pay(unknown, returned(1000));
    expect(await ops.payments(shownWhole.id)).toEqual([[shownWhole.objectId, 4200, 0]]);
    expect(await ops.payments(unknown.id)).toEqual([[unknown.objectId, 4200, 1000]]);
  });
});

it.each(['root', 'other'] as const)(
  'an invoice that two payment intents paid in parts is a conflict with both payments: %s object',
  async (kind) => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
    const part = succeededWith(200, 'eur', `pi_second_${id}`).taken;
    const { taken } = succeededWith(4000, 'eur', `pi_first_${id}`);
    const outcome = { kind: 'succeeded', taken: { ...taken, parts: [part] } } as const;
    const paidId = kind === 'root' ? objectId : `cs_other_${id}`;
    ops.stub.objects.set(paidId, { ...root, id: paidId, outcome });
    const other = kind === 'root' ? null : { type: root.type, id: paidId };
    for (let reads = 0; reads < 2; reads++) {
      await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId }, { other });
    }
    expect(await ops.payments(id)).toEqual([
      [taken.id, 4000, 0],
      [part.id, 200, 0],
    ]);
    expect(await readStatus(id)).toBe('payment_conflicted');
  },
);

describe('a subscription whose first invoice is zero', () => {
  async function settled(
    amount_minor: number,
    billingStartsLater: boolean,
    pricing_mode: 'fixed' | 'provider_finalized' = 'fixed',
  ) {
    const { id } = await ops.session({ amount_minor });
    await ops.reserve(id, {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
      pricing_mode,
    });
    const outcome: ProviderOutcome = { kind: 'nothing_due', billingStartsLater };
    await changeSession(ops.deps, ops.caller, id, (change) =>
      settleRoot(change, change.attempt, {
        ...getRoot(`sub_${id}`, outcome),
        charge: { amountMinor: 0, currency: 'eur' },
        merchandiseSubtotalMinor: 4200,
      }),
    );
    const { session } = await ops.read(id);
    return [session.status, session.finalAmountMinor];
  }

  it('because of a discount is a conflict with a fixed charge', async () => {
    expect(await settled(4200, false)).toEqual(['payment_conflicted', 0]);
  });

  it('because of a discount keeps the final charge of a payment that was taken before', async () => {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id, {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
    });
    const objectId = `pi_extra_${id}`;
    await ops.deliverProviderEvent({ id, attemptId: attempt.id, objectId }, succeededWith(4300));
    await changeSession(ops.deps, ops.caller, id, (change) =>
      settleRoot(change, change.attempt, {
        ...getRoot(`sub_${id}`, { kind: 'nothing_due', billingStartsLater: false }),
        charge: { amountMinor: 0, currency: 'eur' },
      }),
    );
    expect(await ops.payments(id)).toEqual([[objectId, 4300, 0]]);
    expect((await ops.read(id)).session.finalAmountMinor).toBe(4300);
  });

  it('because of a trial makes the session provisionable', async () => {
    expect(await settled(4200, true)).toEqual(['provisionable', 4200]);
  });

  it('makes the session of a free cart provisionable', async () => {
    expect(await settled(0, false)).toEqual(['provisionable', 0]);
  });

  it('is what the provider finalized, if the merchandise matches', async () => {
    expect(await settled(4200, false, 'provider_finalized')).toEqual(['provisionable', 0]);
  });
});
