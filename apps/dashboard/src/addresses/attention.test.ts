import { expect, it } from 'vitest';
import { attentionHref, attentionListInput, readAttentionView } from './attention.ts';
import { inMode } from './mode-route.ts';

it('selects a kind and a page of it, and no page without a kind', () => {
  const view = { kind: 'payment_conflict', after: 'abc' } as const;
  expect(inMode('live', attentionHref(view))).toBe(
    '/live/attention?kind=payment_conflict&after=abc',
  );
  expect(readAttentionView({ kind: 'payment_conflict', after: 'abc' })).toEqual(view);
  expect(readAttentionView({ kind: 'other', after: 'abc' })).toEqual({});
  expect(attentionListInput('payment_conflict', view)).toMatchObject({ limit: 25, cursor: 'abc' });
  const snoozed = { ...view, filter: 'snoozed' } as const;
  expect(readAttentionView({ ...snoozed })).toEqual(snoozed);
  expect(readAttentionView({ filter: 'mine', after: 'abc' })).toEqual({ filter: 'mine' });
  expect(readAttentionView({ filter: 'open' })).toEqual({});
  expect(attentionListInput('payment_conflict', snoozed)).toMatchObject({ filter: 'snoozed' });
  expect(attentionListInput('unknown_attempt', {})).toEqual({ kind: 'unknown_attempt', limit: 5 });
});
