import { MAX_EVENT_BYTES } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { limitEventSize } from './limit-event-size.ts';

const event = (object: Record<string, unknown>, previous: Record<string, unknown> = {}) => ({
  id: 'evt_1',
  data: { object, previous_attributes: previous },
});
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('limitEventSize', () => {
  it('returns an event of exactly the maximum size unchanged', () => {
    const fill = MAX_EVENT_BYTES - bytes(event({ id: 'psess_1', note: '' }));
    const full = event({ id: 'psess_1', note: 'x'.repeat(fill) });
    expect(bytes(full)).toBe(MAX_EVENT_BYTES);
    expect(limitEventSize(full)).toBe(full);
    const over = event({ id: 'psess_1', note: 'x'.repeat(fill + 1) });
    expect(limitEventSize(over).data).toMatchObject({
      object: { note: 'x'.repeat(255) },
      omitted: ['note'],
    });
  });

  it('empties the largest fields first and lists them in omitted', () => {
    const big = { a: 'x'.repeat(30_000) };
    const fitted = limitEventSize(
      event({ id: 'psess_1', metadata: big, buyer_reference: 'b', items: [1] }, { metadata: big }),
    );
    expect(fitted.data).toEqual({
      object: { id: 'psess_1', metadata: {}, buyer_reference: 'b', items: [1] },
      previous_attributes: { metadata: {} },
      omitted: ['metadata'],
    });
  });

  it('shortens as many text fields as necessary without splitting characters', () => {
    const fitted = limitEventSize(
      event({ metadata: { a: 'x'.repeat(40_000) }, buyer_reference: '🙂'.repeat(10_000) }),
    );
    expect(fitted.data.object).toEqual({ metadata: {}, buyer_reference: '🙂'.repeat(255) });
    expect(bytes(fitted)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
  });
});
