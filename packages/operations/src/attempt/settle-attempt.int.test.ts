import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { replaceCart } from '../session/replace-cart.ts';
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

describe('a payment of the requested charge', () => {
  it('pays the session once, however often its event is applied', async () => {
    for (let delivery = 0; delivery < 3; delivery++) {
      expect(await ops.deliverProviderEvent(payable, succeededWith(4200))).toMatchObject({
        status: 'applied',
      });
    }
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'paid',
      attempts: [['succeeded', null]],
    });
    expect(await takenInto()).toEqual([4200, 'eur', payable.attemptId]);
    expect(await readCount('proxy_session.paid')).toBe(1);
    expect(await readCount('acquisition_attempt.succeeded')).toBe(1);
  });

  it('pays the session once when its events are applied concurrently', async () => {
    const deliveries = Array.from({ length: 8 }, () =>
      ops.deliverProviderEvent(payable, succeededWith(4200)),
    );
    for (const result of await Promise.all(deliveries)) expect(result.status).toBe('applied');
    expect(await readCount('proxy_session.paid')).toBe(1);
    const { attempt } = await ops.read(payable.id);
    expect(attempt.completionRecordedAt).toBeInstanceOf(Date);
  });

  it('pays the session after a decline, a challenge and processing', async () => {
    await ops.deliverProviderEvent(payable, {
      kind: 'awaiting_payment',
      decline: { id: 'ch_declined', code: 'card_declined', at: null },
    });
    expect((await ops.readStatuses(payable.id)).attempts).toEqual([
      ['confirmed', 'payment_declined'],
    ]);
    await ops.deliverProviderEvent(payable, { kind: 'action_required' });
    await ops.deliverProviderEvent(payable, { kind: 'processing' });
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'payment_processing',
      attempts: [['processing', null]],
    });
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect((await ops.readStatuses(payable.id)).session).toBe('paid');
  });

  it('is not undone by late events', async () => {
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    for (const late of [
      waiting,
      { kind: 'processing' },
      { kind: 'action_required' },
      { kind: 'failed', reason: 'x' },
      { kind: 'canceled', reason: null },
      { kind: 'expired' },
      { kind: 'awaiting_payment', decline: { id: 'ch_declined', code: 'card_declined', at: null } },
    ] as const) {
      await ops.deliverProviderEvent(payable, late);
    }
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'paid',
      attempts: [['succeeded', null]],
    });
  });
});

describe('a payment of another charge', () => {
  it.each([
    [4199, 'eur', 'amount_mismatch'],
    [4201, 'eur', 'amount_mismatch'],
    // More than a 32-bit integer.
    [3_000_000_000, 'eur', 'amount_mismatch'],
    [0, 'eur', 'amount_mismatch'],
    [4200, 'usd', 'currency_mismatch'],
    [4199, 'usd', 'currency_mismatch'],
  ])('of %i %s is a conflict that shows the taken amount', async (amount, currency, reason) => {
    await ops.deliverProviderEvent(payable, succeededWith(amount, currency));
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'payment_conflicted',
      attempts: [['integrity_failed', reason]],
    });
    expect(await takenInto()).toEqual([amount, currency, null]);
    expect(await readCount('proxy_session.payment_conflicted')).toBe(1);
    expect(await readCount('proxy_session.paid')).toBe(0);
  });

  it('stays a conflict when its event is applied again', async () => {
    await ops.deliverProviderEvent(payable, succeededWith(4199));
    const lines = (await ops.history(payable.id)).length;
    await ops.deliverProviderEvent(payable, succeededWith(4199));
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    expect((await ops.readStatuses(payable.id)).session).toBe('payment_conflicted');
    expect(await takenInto()).toEqual([4199, 'eur', null]);
    expect(await ops.history(payable.id)).toHaveLength(lines);
    expect(await readCount('proxy_session.payment_conflicted')).toBe(1);
  });
});

it('an object of an earlier cart with the same total pays a fixed charge', async () => {
  await replaceCart(ops.deps, ops.caller, {
    id: payable.id,
    amount_minor: 4200,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Tea', quantity: 1, amount_minor: 4200 }] },
    expected_cart_version: 1,
  });
  expect((await ops.readStatuses(payable.id)).attempts).toEqual([['attached', 'cart_drift']]);
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  expect(await ops.readStatuses(payable.id)).toEqual({
    session: 'paid',
    attempts: [['succeeded', null]],
  });
});

describe('nothing due', () => {
  const nothingDue = { kind: 'nothing_due', billingStartsLater: false } as const;

  it('for a zero amount makes the session provisionable, once', async () => {
    const { id } = await ops.session({ amount_minor: 0 });
    const path = { integration_path: 'checkout_session' } as const;
    const { acquisition_attempt: attempt } = await ops.reserve(id, path);
    const objectId = `cs_${id}`;
    ops.stub.objects.set(objectId, { ...getRoot(objectId, nothingDue), type: 'checkout.session' });
    const sync = () =>
      syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId: attempt.id }, { objectId });
    await sync();
    const entries = await ops.history(id);
    await sync();
    expect(await ops.history(id)).toEqual(entries);
    expect(await ops.readStatuses(id)).toEqual({
      session: 'provisionable',
      attempts: [['succeeded', null]],
    });
  });

  it.each([false, true])(
    'for a positive amount that is not a subscription is a conflict, with billing later %j',
    async (billingStartsLater) => {
      // The second time, the final charge is zero, like what was due.
      for (let delivery = 0; delivery < 2; delivery++) {
        await ops.deliverProviderEvent(payable, { ...nothingDue, billingStartsLater });
        expect((await ops.readStatuses(payable.id)).session).toBe('payment_conflicted');
        expect(await takenInto()).toEqual([0, 'eur', null]);
      }
    },
  );

  it('after a payment does not change the paid session', async () => {
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    await ops.deliverProviderEvent(payable, nothingDue);
    expect((await ops.readStatuses(payable.id)).session).toBe('paid');
  });
});

describe('a payment that fails', () => {
  it.each([
    [{ kind: 'failed', reason: 'bank_said_no' }, 'failed', 'bank_said_no'],
    [{ kind: 'canceled', reason: 'abandoned' }, 'canceled', 'abandoned'],
    [{ kind: 'expired' }, 'expired', null],
    // It was accepted before, so this is no decline that the payer can answer with another card.
    [
      { kind: 'awaiting_payment', decline: { id: 'ch_declined', code: 'card_declined', at: null } },
      'failed',
      'card_declined',
    ],
  ] as const)('with %j reopens a processing session', async (outcome, status, reason) => {
    await ops.deliverProviderEvent(payable, { kind: 'processing' });
    await ops.deliverProviderEvent(payable, outcome);
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'payer_opened',
      attempts: [[status, reason]],
    });
  });

  it('because its challenge was abandoned can be tried again', async () => {
    await ops.deliverProviderEvent(payable, { kind: 'action_required' });
    await ops.deliverProviderEvent(payable, waiting);
    expect((await ops.readStatuses(payable.id)).attempts).toEqual([
      ['confirmed', 'payment_declined'],
    ]);
  });

  it('before its cart was confirmed still requires the confirmation', async () => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
    for (const outcome of [
      { kind: 'action_required' },
      { kind: 'awaiting_payment', decline: { id: 'ch_declined', code: 'card_declined', at: null } },
    ] as const) {
      ops.stub.objects.set(objectId, { ...root, outcome });
      await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
    }
    expect((await ops.readStatuses(id)).attempts).toEqual([['attached', 'payment_declined']]);
  });

  it('expires a session whose deadline has passed', async () => {
    await ops.deliverProviderEvent(payable, { kind: 'processing' });
    await ops.expireDeadline(payable.id);
    await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_said_no' });
    expect((await ops.readStatuses(payable.id)).session).toBe('expired');
    expect(await readCount('proxy_session.expired')).toBe(1);
  });

  it('with the same decline is recorded once', async () => {
    const decline = {
      kind: 'awaiting_payment',
      decline: { id: 'ch_declined', code: 'card_declined', at: null },
    } as const;
    await ops.deliverProviderEvent(payable, decline);
    const { version } = (await ops.read(payable.id)).attempt;
    await ops.deliverProviderEvent(payable, decline);
    expect((await ops.read(payable.id)).attempt.version).toBe(version);
  });
});
