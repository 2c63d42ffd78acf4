import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { supersedeAttempt } from './supersede-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
let payable: Payable;

beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
});
afterAll(() => ops.close());

const eventTypes = async (id = payable.id) => (await ops.events(id)).map((event) => event.type);
const readCount = async (type: string) => (await eventTypes()).filter((one) => one === type).length;
const takenInto = async (id = payable.id) => {
  const { finalAmountMinor, finalCurrency, completedAttemptId } = (await ops.read(id)).session;
  return [finalAmountMinor, finalCurrency, completedAttemptId];
};

/** Cancels the current attempt at the provider and supersedes it; the next one gets an object. */
async function superseded(): Promise<Payable> {
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  return ops.supersede(payable);
}

describe('a late payment', () => {
  it('after the deadline pays the session with reason late_payment', async () => {
    await ops.expireDeadline(payable.id);
    expect(await ops.expire(payable.id)).toBe(1);
    expect((await ops.readStatuses(payable.id)).session).toBe('expired');
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'paid',
      attempts: [['succeeded', 'late_payment']],
    });
    const paid = (await ops.history(payable.id)).find((entry) => entry.toStatus === 'paid');
    expect(paid?.reason).toBe('late_payment');
  });

  it('of another amount after the deadline is a conflict', async () => {
    await ops.expireDeadline(payable.id);
    await ops.expire(payable.id);
    await ops.deliverProviderEvent(payable, succeededWith(4100));
    expect((await ops.readStatuses(payable.id)).session).toBe('payment_conflicted');
  });

  it('that arrives before the object is closed pays the session', async () => {
    ops.stub.objects.set(payable.objectId, getRoot(payable.objectId, succeededWith(4200)));
    await ops.expireDeadline(payable.id);
    await ops.expire(payable.id);
    expect((await ops.readStatuses(payable.id)).session).toBe('paid');
  });

  it('after a cancellation is a conflict with a succeeded attempt', async () => {
    await ops.setStatus(payable.id, 'canceled');
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'payment_conflicted',
      attempts: [['succeeded', null]],
    });
    expect(await takenInto()).toEqual([4200, 'eur', payable.attemptId]);
  });

  it('for a superseded attempt pays the session and closes the object of the current one', async () => {
    const next = await superseded();
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'paid',
      attempts: [
        ['succeeded', 'late_payment'],
        ['canceled', null],
      ],
    });
    expect(ops.stub.calls).toContain(`close ${next.objectId}`);
    expect(await takenInto()).toEqual([4200, 'eur', payable.attemptId]);
  });

  it('for a superseded attempt cancels a reservation that has no provider object', async () => {
    await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
    await supersedeAttempt(ops.deps, ops.caller, {
      proxy_session_id: payable.id,
      acquisition_attempt_id: payable.attemptId,
      expected_version: (await ops.read(payable.id)).attempt.version,
      reason: 'try_again',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: 'b'.repeat(64),
      },
    });
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'paid',
      attempts: [
        ['succeeded', 'late_payment'],
        ['canceled', 'session_completed'],
      ],
    });
  });
});

it.each(['payment_intent.succeeded', 'invoice.paid'])(
  'a renewal after a late payment of a canceled session is a payment until the conflict is resolved: %s',
  async (type) => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession({
      commercial_mode: 'subscription',
    });
    await cancelSession(ops.deps, ops.caller, { id });
    const subscriptionId = `sub_${id}`;
    const [first, renewal] = [`pi_first_${id}`, `pi_renewal_${id}`];
    const outcome = succeededWith(4200, 'eur', first);
    ops.stub.objects.set(objectId, { ...root, outcome, subscriptionId, intentIds: [first] });
    const subscription = subscriptionWith(subscriptionId, 1);
    await ops.stub.override({ readSubscription: async () => subscription }, () =>
      syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId }),
    );
    expect((await ops.read(id)).session.completedAttemptId).toBe(attemptId);
    const latestInvoice = { id: 'in_2', amountMinor: 4200, currency: 'eur', paymentStatus: 'paid' };
    const taken = succeededWith(4200, 'eur', renewal).taken;
    const owners = [
      { type: 'subscription', id: subscriptionId, attempts: [] },
      { type: root.type, id: objectId, attempts: [] },
    ];
    const methods = {
      readSubscription: async () => ({ ...subscription, latestInvoice }),
      readInvoicePayment: async () => taken,
      readPayment: async () => ({ ...taken, refundedMinor: 0, disputedMinor: 0, dispute: null }),
      findOwners: async () => owners,
    };
    const parent = { subscription_details: { subscription: subscriptionId, metadata: {} } };
    const object =
      type === 'invoice.paid'
        ? { id: 'in_2', object: 'invoice', status: 'paid', amount_paid: 4200, parent }
        : { id: renewal, object: 'payment_intent', status: 'succeeded', amount_received: 4200 };
    expect(
      await ops.stub.override(methods, () =>
        applyProviderEvent(ops.deps, providerEvent(ops, type, object)),
      ),
    ).toMatchObject({ status: 'applied' });
    expect((await ops.payments(id)).map(([intent]) => intent).sort()).toEqual([first, renewal]);
  },
);

it('a superseded attempt that is processing or fails does not change its session', async () => {
  const next = await superseded();
  const { status } = (await ops.read(payable.id)).session;
  await ops.deliverProviderEvent(payable, { kind: 'processing' });
  expect((await ops.readStatuses(payable.id)).session).toBe(status);
  await ops.deliverProviderEvent(next, { kind: 'processing' });
  for (const late of [
    { kind: 'awaiting_payment', decline: { id: 'ch_declined', code: 'card_declined', at: null } },
    { kind: 'failed', reason: 'bank_said_no' },
    { kind: 'canceled', reason: null },
    { kind: 'expired' },
  ] as const) {
    await ops.deliverProviderEvent(payable, late);
    expect((await ops.readStatuses(payable.id)).session).toBe('payment_processing');
  }
});

describe('a second payment', () => {
  it.each(['the superseded one pays last', 'the superseded one pays first'])(
    'is a conflict that keeps the first payment: %s',
    async (order) => {
      const next = await superseded();
      const [first, second] = order.endsWith('last') ? [next, payable] : [payable, next];
      await ops.deliverProviderEvent(first, succeededWith(4200));
      await ops.deliverProviderEvent(second, succeededWith(4200));
      const { session, attempts } = await ops.readStatuses(payable.id);
      expect(session).toBe('payment_conflicted');
      expect(attempts.map(([status]) => status).sort()).toEqual(['integrity_failed', 'succeeded']);
      expect(attempts).toContainEqual(['integrity_failed', 'second_payment']);
      expect(await takenInto()).toEqual([4200, 'eur', first.attemptId]);
      expect(await readCount('proxy_session.paid')).toBe(1);
      expect(await readCount('proxy_session.payment_conflicted')).toBe(1);
    },
  );

  it('of another amount does not change the final charge', async () => {
    const next = await superseded();
    await ops.deliverProviderEvent(next, succeededWith(4200));
    await ops.deliverProviderEvent(payable, succeededWith(4300));
    const { session, attempts } = await ops.readStatuses(payable.id);
    expect(session).toBe('payment_conflicted');
    expect(attempts[0]).toEqual(['integrity_failed', 'second_payment']);
    expect(await takenInto()).toEqual([4200, 'eur', next.attemptId]);
  });

  it('with nothing due is a conflict, not an error', async () => {
    const next = await superseded();
    await ops.deliverProviderEvent(next, succeededWith(4200));
    const result = await ops.deliverProviderEvent(payable, {
      kind: 'nothing_due',
      billingStartsLater: false,
    });
    expect(result).toMatchObject({ status: 'applied' });
    const { session, attempts } = await ops.readStatuses(payable.id);
    expect(session).toBe('payment_conflicted');
    expect(attempts[0]).toEqual(['integrity_failed', 'second_payment']);
    expect(await takenInto()).toEqual([4200, 'eur', next.attemptId]);
  });

  it('after a trial started is a conflict, because no payment was due', async () => {
    const next = await superseded();
    await ops.updateAttempt(next.attemptId, { commercialMode: 'subscription' });
    await ops.deliverProviderEvent(next, { kind: 'nothing_due', billingStartsLater: true });
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    const { session, attempts } = await ops.readStatuses(payable.id);
    expect(session).toBe('payment_conflicted');
    expect(attempts[0]).toEqual(['integrity_failed', 'amount_mismatch']);
    expect(await takenInto()).toEqual([4200, 'eur', next.attemptId]);
  });

  it('does not change a provisioned session', async () => {
    const next = await superseded();
    await ops.deliverProviderEvent(next, succeededWith(4200));
    await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    const { session, attempts } = await ops.readStatuses(payable.id);
    expect(session).toBe('provisioned');
    expect(attempts[0]).toEqual(['integrity_failed', 'second_payment']);
    // The merchant still has to return the money.
    expect(await readCount('proxy_session.payment_conflicted')).toBe(1);
    expect(await ops.history(payable.id)).toContainEqual(
      expect.objectContaining({ action: 'receive_second_payment', reason: 'money_to_return' }),
    );
  });
});

describe('a payment in progress of an attempt that ended', () => {
  it('leaves the session open, so that its failure does not leave it in payment_processing', async () => {
    await ops.updateAttempt(payable.attemptId, { status: 'canceled' });
    await ops.deliverProviderEvent(payable, { kind: 'processing' });
    expect((await ops.readStatuses(payable.id)).session).toBe('created');
    await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
    expect((await ops.readStatuses(payable.id)).session).toBe('created');
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect((await ops.readStatuses(payable.id)).session).toBe('paid');
  });
});

describe('an object that its merchant created and did not attach', () => {
  const endings: readonly [string, (reserved: Payable) => Promise<unknown>][] = [
    ['was canceled', ({ id }) => cancelSession(ops.deps, ops.caller, { id })],
    [
      'was superseded',
      async (reserved) => {
        await ops.updateAttempt(reserved.attemptId, { status: 'canceled' });
        await ops.supersede(reserved);
      },
    ],
  ];
  it.each(endings)('is closed when it is first seen after its attempt %s', async (_, end) => {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id);
    const reserved = { id, attemptId: attempt.id, objectId: `pi_late_${id}` };
    await end(reserved);
    await ops.deliverProviderEvent(reserved, { kind: 'action_required' });
    expect(ops.stub.calls).toContain(`close ${reserved.objectId}`);
  });
});
