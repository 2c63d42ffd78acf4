import { expect, it } from 'vitest';
import { readSessionListView } from '#sessions/read-session-list-view.ts';
import { sessionListInput } from '#sessions/session-list-input.ts';
import { inMode } from './mode-route.ts';
import { sessionsHref } from './sessions.ts';

it('reads the address that it wrote', () => {
  const view = {
    status: ['paid', 'expired'],
    buyer: 'anna & ben',
    currency: 'eur',
    amount_from: '0',
    amount_to: '4200',
    created_from: '2026-11-01',
    created_to: '2026-11-20',
    reason: 'payment_declined',
    metadata: 'order=A=1 & more',
    search: 'pi_1',
    older: 'abc-_',
  } as const;
  const { searchParams } = new URL(inMode('live', sessionsHref(view)), 'http://localhost');
  const params = Object.fromEntries(searchParams);
  expect(readSessionListView({ ...params, status: searchParams.getAll('status') })).toEqual(view);
});

it('reads the amounts of the form in major units, and those of addresses in minor units', () => {
  const form = { currency: 'EUR', min_amount: '12,5', max_amount: '1.000' };
  expect(readSessionListView(form, ',')).toMatchObject({
    amount_from: '1250',
    amount_to: '100000',
  });
  const kronur = { currency: 'isk', min_amount: '5,000', max_amount: '6,000' };
  expect(readSessionListView(kronur)).toMatchObject({ amount_from: '500000', amount_to: '600000' });
  expect(readSessionListView({ min_amount: '12' })).toMatchObject({ amount_from: undefined });
  expect(readSessionListView({ amount_from: '12' })).toMatchObject({ amount_from: '12' });
});

it('selects amounts as numbers', () => {
  expect(sessionListInput({ amount_from: '0' }, 'UTC')).toMatchObject({ amount_from: 0 });
});

it('selects metadata by the key before the first equals sign', () => {
  expect(sessionListInput({ metadata: 'order=A=1' }, 'UTC')).toMatchObject({
    metadata: { key: 'order', value: 'A=1' },
  });
});

it('writes no empty parameters', () => {
  expect(inMode('live', sessionsHref({ status: undefined }))).toBe('/live/sessions');
});

it.each([
  { status: 'rich' },
  { currency: 'xxx' },
  { amount_from: '-1' },
  { amount_to: '9'.repeat(10) },
  { created_from: '2026-13-01' },
  { search: 'x'.repeat(501) },
  { buyer: ' ' },
  { reason: 'two words' },
  { metadata: 'order' },
  { metadata: '=A' },
  { older: 'x'.repeat(300) },
  { older: '' },
])('ignores the invalid parameter %o', (params) => {
  expect(Object.values(readSessionListView(params)).filter(Boolean)).toEqual([]);
});

it('pages in the direction of the cursor', () => {
  expect(sessionListInput({}, 'UTC')).toMatchObject({ cursor: undefined, direction: 'next' });
  expect(sessionListInput({ older: 'a' }, 'UTC')).toMatchObject({ cursor: 'a', direction: 'next' });
  expect(sessionListInput({ newer: 'b' }, 'UTC')).toMatchObject({
    cursor: 'b',
    direction: 'previous',
  });
});
