import { createHmac } from 'node:crypto';
import { DomainError } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { readNotice } from './notice.ts';

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
      metadata: { proxy_acquisition_attempt_id: 'pspacq_1', proxy_session_id: 'psess_1' },
    },
  },
};
const body = Buffer.from(JSON.stringify(event));
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** What the provider puts into its header, by the provider's own description of it. */
function sign(payload: Buffer, { key = secret, at = nowSeconds(), scheme = 'v1' } = {}): string {
  const digest = createHmac('sha256', key).update(`${at}.`).update(payload).digest('hex');
  return `t=${at},${scheme}=${digest}`;
}

function refusal(payload: Buffer, header: string | undefined): string {
  try {
    readNotice(payload, header, secret);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('what the provider posts', () => {
  it('is read where the signature holds', () => {
    expect(readNotice(body, sign(body), secret)).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      occurredAt: new Date('2026-11-20T09:00:00.000Z'),
      live: false,
      objectId: 'pi_1',
      objectType: 'payment_intent',
      metadata: { attemptId: 'pspacq_1', sessionId: 'psess_1', contractVersion: null },
      payload: event,
    });
  });

  it('may be about an object without id or metadata', () => {
    const bare = Buffer.from(JSON.stringify({ ...event, livemode: true, data: { object: {} } }));
    expect(readNotice(bare, sign(bare), secret)).toMatchObject({
      live: true,
      objectId: '',
      objectType: '',
      metadata: { attemptId: null, sessionId: null, contractVersion: null },
    });
  });

  it('holds by any one of several signatures, as while a secret is rotated', () => {
    const [at, old] = sign(body, { key: 'whsec_before' }).split(',');
    const [, ours] = sign(body, { at: Number(at?.slice(2)) }).split(',');
    expect(readNotice(body, `${at},${old},${ours}`, secret).id).toBe('evt_1');
  });

  it('is taken up to five minutes off the clock, and no more', () => {
    expect(readNotice(body, sign(body, { at: nowSeconds() - 290 }), secret).id).toBe('evt_1');
    expect(refusal(body, sign(body, { at: nowSeconds() - 310 }))).toContain('Stripe-Signature');
  });
});

describe('what somebody else posts', () => {
  it.each([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['with one that is none', 'signed, honestly'],
    ['with a time and nothing else', `t=${nowSeconds()}`],
    ['signed with another secret', sign(body, { key: 'whsec_theirs' })],
    ['signed by a scheme that is not to be trusted', sign(body, { scheme: 'v0' })],
    ['with the time changed', sign(body).replace(/^t=\d+/, `t=${nowSeconds() - 1}`)],
  ])('is refused %s', (_, header) => {
    expect(refusal(body, header)).toBe(
      'Stripe-Signature does not match the body. Check the signing secret of this endpoint.',
    );
  });

  it('is refused when any byte of it was changed', () => {
    const header = sign(body);
    for (let i = 0; i < body.length; i++) {
      const changed = Buffer.from(body);
      changed[i] = (body[i] ?? 0) ^ 1;
      expect(() => readNotice(changed, header, secret)).toThrow(DomainError);
    }
  });

  it('is refused when a space was added, though the JSON is the same', () => {
    expect(refusal(Buffer.concat([body, Buffer.from(' ')]), sign(body))).toContain(
      'does not match',
    );
  });

  it.each(['', 'not json', '[]', 'null', '"text"', '{}'])(
    'is refused though signed: %j',
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
  ])('is refused though signed, being no event: %j', (change) => {
    const payload = Buffer.from(JSON.stringify({ ...event, ...change }));
    expect(refusal(payload, sign(payload))).toBe('The body is no event.');
  });
});
