import { EVENT_SCHEMA_VERSION } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../request/caller.ts';
import { createEventRecord } from './event-record.ts';

const caller: Caller = {
  merchantId: 'merch_1',
  mode: 'test',
  actor: { kind: 'api_key', id: 'key_1' },
  requestId: 'req_1',
};
const parts = {
  id: 'evt_1',
  type: 'proxy_session.paid',
  proxySessionId: 'psess_1',
  sequence: 7,
  at: new Date('2026-11-20T09:00:00.123Z'),
  object: { id: 'psess_1', status: 'paid' },
  previous: null,
} as const;

const previousAttributes = (previous: Record<string, unknown>, object: Record<string, unknown>) => {
  const { data } = createEventRecord(caller, { ...parts, previous, object }).payload as {
    data: { previous_attributes: unknown };
  };
  return data.previous_attributes;
};

describe('an event', () => {
  it('is stored as it is sent', () => {
    expect(createEventRecord(caller, parts)).toEqual({
      id: 'evt_1',
      type: 'proxy_session.paid',
      proxySessionId: 'psess_1',
      sequence: 7,
      createdAt: parts.at,
      payload: {
        id: 'evt_1',
        type: 'proxy_session.paid',
        schema_version: EVENT_SCHEMA_VERSION,
        created_at: '2026-11-20T09:00:00.123Z',
        livemode: false,
        sequence: 7,
        data: { object: parts.object, previous_attributes: {} },
        request: { id: 'req_1', idempotency_key: null },
      },
    });
  });

  it('sets livemode and the idempotency key of the request', () => {
    const idempotency = {
      key: 'once',
      method: 'POST',
      path: '/',
      fingerprint: '',
      onReplay: () => {},
    };
    expect(
      createEventRecord({ ...caller, mode: 'live', idempotency }, parts).payload,
    ).toMatchObject({
      livemode: true,
      request: { id: 'req_1', idempotency_key: 'once' },
    });
  });
});

describe('previous_attributes', () => {
  it('contains only the previous values of changed fields', () => {
    expect(
      previousAttributes(
        { status: 'created', amount_minor: 1, currency: 'eur', note: null },
        { status: 'paid', amount_minor: 1, currency: 'usd', note: 'x' },
      ),
    ).toEqual({ status: 'created', currency: 'eur', note: null });
  });

  it('compares objects independent of key order', () => {
    const before = { charge: { amount: 1, currency: 'eur' }, list: [1, 2] };
    expect(
      previousAttributes(before, { list: [1, 2], charge: { currency: 'eur', amount: 1 } }),
    ).toEqual({});
    expect(
      previousAttributes(before, { charge: { amount: 2, currency: 'eur' }, list: [2, 1] }),
    ).toEqual(before);
  });

  it('distinguish null from a missing value', () => {
    expect(previousAttributes({ a: 0, b: false, c: '' }, { a: null, b: 0, c: null })).toEqual({
      a: 0,
      b: false,
      c: '',
    });
  });
});
