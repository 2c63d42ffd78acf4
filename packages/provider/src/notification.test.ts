import { createHmac } from 'node:crypto';
import { DomainError } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { parseNotification, verifyNotification } from './notification.ts';

const secret = 'whsec_ours';
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_795_165_200,
  livemode: false,
  data: {
    object: {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 4200,
      currency: 'eur',
      metadata: {
        proxy_acquisition_attempt_id: 'pspacq_1',
        proxy_session_id: 'psess_1',
        proxy_contract_version: '2',
      },
    },
  },
};
const body = Buffer.from(JSON.stringify(event));
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The signature header as the provider documents it. */
function sign(payload: Buffer, { key = secret, at = nowSeconds(), scheme = 'v1' } = {}): string {
  const digest = createHmac('sha256', key).update(`${at}.`).update(payload).digest('hex');
  return `t=${at},${scheme}=${digest}`;
}

function refusal(payload: Buffer, header: string | undefined): string {
  try {
    verifyNotification(payload, header, secret);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  throw new Error('the event was accepted');
}

describe('an event from the provider', () => {
  it('is normalized when the signature matches', () => {
    expect(verifyNotification(body, sign(body), secret)).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      topic: 'payment',
      occurredAt: new Date('2026-11-20T09:00:00.000Z'),
      livemode: false,
      objectId: 'pi_1',
      objectType: 'payment_intent',
      attempts: [{ sessionId: 'psess_1', attemptId: 'pspacq_1' }],
      relatedSubscriptionId: null,
      owners: [],
      takenId: null,
      takenThrough: null,
      amount: { amountMinor: 4200, currency: 'eur' },
      decline: null,
      payload: event,
    });
  });

  it('may have an object without id or metadata', () => {
    const bare = Buffer.from(JSON.stringify({ ...event, livemode: true, data: { object: {} } }));
    expect(verifyNotification(bare, sign(bare), secret)).toMatchObject({
      livemode: true,
      objectId: '',
      objectType: '',
      attempts: [],
      relatedSubscriptionId: null,
      amount: null,
    });
  });

  it('is accepted with any one of several signatures, as during a secret rotation', () => {
    const [at, old] = sign(body, { key: 'whsec_before' }).split(',');
    const [, ours] = sign(body, { at: Number(at?.slice(2)) }).split(',');
    expect(verifyNotification(body, `${at},${old},${ours}`, secret).id).toBe('evt_1');
  });

  it('is accepted up to five minutes off the clock, and no more', () => {
    expect(verifyNotification(body, sign(body, { at: nowSeconds() - 290 }), secret).id).toBe(
      'evt_1',
    );
    expect(refusal(body, sign(body, { at: nowSeconds() - 310 }))).toContain('Stripe-Signature');
  });
});

describe('an event from someone else', () => {
  it.each([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['with a malformed signature', 'signed, honestly'],
    ['with a timestamp only', `t=${nowSeconds()}`],
    ['signed with another secret', sign(body, { key: 'whsec_theirs' })],
    ['signed with an untrusted scheme', sign(body, { scheme: 'v0' })],
    ['with a changed timestamp', sign(body).replace(/^t=\d+/, `t=${nowSeconds() - 1}`)],
  ])('is refused %s', (_, header) => {
    expect(refusal(body, header)).toBe(
      'Stripe-Signature does not match the body. Check the signing secret of this endpoint.',
    );
  });

  it('is refused when any byte was changed', () => {
    const header = sign(body);
    for (let i = 0; i < body.length; i++) {
      const changed = Buffer.from(body);
      changed[i] = (body[i] ?? 0) ^ 1;
      expect(() => verifyNotification(changed, header, secret)).toThrow(DomainError);
    }
  });

  it('is refused when a space was added, though the JSON is the same', () => {
    expect(refusal(Buffer.concat([body, Buffer.from(' ')]), sign(body))).toContain(
      'does not match',
    );
  });

  it.each(['', 'not json', '[]', 'null', '"text"', '{}'])(
    'is refused even with a valid signature: %j',
    (text) => {
      const payload = Buffer.from(text);
      expect(refusal(payload, sign(payload))).not.toContain(secret);
    },
  );

  it.each([
    { id: 1 },
    { type: null },
    { created: '2026-11-20' },
    { livemode: undefined },
    { data: null },
    { data: { object: null } },
    { id: 'e'.repeat(256) },
    { type: 't'.repeat(256) },
    { created: 2 ** 52 },
    { created: -63_000_000_000 },
  ])('is refused with a valid signature when it is not an event: %j', (change) => {
    const payload = Buffer.from(JSON.stringify({ ...event, ...change }));
    expect(refusal(payload, sign(payload))).toBe('The body is not an event.');
  });
});

describe('the content of an event', () => {
  const getNotification = (object: object, type = event.type) =>
    parseNotification({ ...event, type, data: { object } });

  it('names no attempt when its metadata has another contract version or lacks an id', () => {
    const { metadata } = event.data.object;
    const { proxy_session_id: _, ...incomplete } = metadata;
    for (const other of [{ ...metadata, proxy_contract_version: '1' }, incomplete, null]) {
      expect(getNotification({ metadata: other }).attempts).toEqual([]);
    }
  });

  it('has no object id, type or amount that could not be stored', () => {
    const odd = { id: 7, object: ['x'], amount: 1.5, currency: 'e\0r' };
    for (const object of [odd, { ...odd, id: 'x'.repeat(256), amount: 2 ** 60 }]) {
      expect(getNotification(object)).toMatchObject({ objectId: '', objectType: '', amount: null });
    }
    expect(getNotification({ amount: 4200, currency: 'e\0r' }).amount).toBeNull();
  });

  it('names the attempt and the subscription of an invoice', () => {
    const { metadata } = event.data.object;
    const parent = { subscription_details: { subscription: 'sub_1', metadata } };
    expect(getNotification({ id: 'in_1', metadata: {}, parent }, 'invoice.paid')).toMatchObject({
      topic: 'payment',
      attempts: [{ sessionId: 'psess_1', attemptId: 'pspacq_1' }],
      relatedSubscriptionId: 'sub_1',
      owners: [{ type: 'subscription', id: 'sub_1' }],
    });
  });

  it('names the subscription of an invoice of an API version without parent', () => {
    for (const subscription of ['sub_1', { id: 'sub_1', object: 'subscription' }]) {
      expect(getNotification({ object: 'invoice', subscription }, 'invoice.paid')).toMatchObject({
        relatedSubscriptionId: 'sub_1',
        owners: [{ type: 'subscription', id: 'sub_1' }],
      });
    }
    const session = { object: 'checkout.session', subscription: 'sub_1' };
    expect(getNotification(session).relatedSubscriptionId).toBeNull();
  });

  it.each(['charge', 'refund', 'dispute'])('names the payment intent of a %s', (object) => {
    const owners = [{ type: 'payment_intent', id: 'pi_1' }];
    for (const payment_intent of ['pi_1', { id: 'pi_1', object: 'payment_intent' }]) {
      expect(getNotification({ id: 'x_1', object, payment_intent }).owners).toEqual(owners);
    }
    for (const payment_intent of [null, 7, 'x'.repeat(256)]) {
      expect(getNotification({ id: 'x_1', object, payment_intent }).owners).toEqual([]);
    }
  });

  it('does not take the payment intent of a checkout session for its owner', () => {
    const checkout = { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' };
    expect(getNotification(checkout, 'checkout.session.completed').owners).toEqual([]);
  });

  it.each([
    ['succeeded', 4200, 'pi_1'],
    ['canceled', 1000, 'pi_1'],
    ['canceled', 0, null],
  ])('of a %s payment intent that received %i has taken: %s', (status, received, takenId) => {
    const intent = { id: 'pi_1', object: 'payment_intent', status, amount_received: received };
    expect(getNotification(intent).takenId).toBe(takenId);
  });

  it.each([
    ['paid', 4200, 'sub_1', 'sub_1'],
    ['paid', 4200, null, 'in_1'],
    ['paid', 0, 'sub_1', null],
    ['open', 1000, 'sub_1', null],
  ])('of a %s invoice that took %i for %s has taken through: %s', (status, paid, sub, through) => {
    const parent = sub === null ? null : { subscription_details: { subscription: sub } };
    const invoice = { id: 'in_1', object: 'invoice', status, amount_paid: paid, parent };
    expect(getNotification(invoice, 'invoice.paid')).toMatchObject({
      takenId: null,
      takenThrough: through,
    });
  });

  it('has the refunded amount of a refund and the amount of a dispute', () => {
    const charge = { id: 'ch_1', amount: 4200, amount_refunded: 1200, currency: 'eur' };
    expect(getNotification(charge, 'charge.refunded')).toMatchObject({
      topic: 'refund',
      amount: { amountMinor: 1200, currency: 'eur' },
    });
    const dispute = { id: 'dp_1', amount: 4200, currency: 'eur' };
    expect(getNotification(dispute, 'charge.dispute.created')).toMatchObject({
      topic: 'dispute',
      amount: { amountMinor: 4200, currency: 'eur' },
    });
  });

  it('has the declined card of a setup intent, by the attempt to set it up', () => {
    const error = { type: 'card_error', code: 'card_declined', decline_code: 'stolen_card' };
    const failed = { id: 'seti_1', last_setup_error: error, latest_attempt: 'setatt_1' };
    const decline = { code: 'stolen_card', at: new Date(event.created * 1000) };
    const type = 'setup_intent.setup_failed';
    expect(getNotification(failed, type).decline).toEqual({ ...decline, id: 'setatt_1' });
    expect(getNotification({ ...failed, latest_attempt: null }, type).decline).toEqual({
      ...decline,
      id: event.id,
    });
    expect(getNotification(failed, 'setup_intent.succeeded').decline).toBeNull();
  });

  it.each([
    ['payment_intent.created', 'payment'],
    ['customer.subscription.trial_will_end', 'payment'],
    ['setup_intent.succeeded', 'payment'],
    ['setup_intent.created', null],
    ['charge.succeeded', null],
    ['refund.failed', 'refund_failure'],
    ['refund.updated', 'refund_update'],
    ['charge.dispute.updated', 'dispute_update'],
    ['charge.dispute.funds_reinstated', 'dispute_update'],
    ['customer.created', null],
  ])('of type %s is about: %s', (type, topic) => {
    expect(getNotification({}, type).topic).toBe(topic);
  });

  it.each([
    ['won', 'dispute_win'],
    ['warning_closed', 'inquiry_end'],
    ['lost', 'dispute_loss'],
  ])('of a closed dispute says whether it was lost: %s', (status, topic) => {
    expect(getNotification({ status }, 'charge.dispute.closed').topic).toBe(topic);
  });

  it.each([
    ['warning_needs_response', 'inquiry'],
    ['needs_response', 'dispute'],
  ])('of a new dispute says whether it is an inquiry: %s', (status, topic) => {
    expect(getNotification({ status }, 'charge.dispute.created').topic).toBe(topic);
  });

  it('of an updated refund says whether the refund was canceled', () => {
    expect(getNotification({ status: 'canceled' }, 'refund.updated').topic).toBe(
      'refund_cancellation',
    );
    expect(getNotification({ status: 'succeeded' }, 'refund.updated').topic).toBe('refund_update');
  });

  it('cannot be parsed from a stored payload that is not an event', () => {
    expect(() => parseNotification({ data: {} })).toThrow('not an event');
  });
});
