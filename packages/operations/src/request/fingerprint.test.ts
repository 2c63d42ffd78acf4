import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

/** The same value with every object's keys in the opposite order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reordered(inner)]);
  return Object.fromEntries(entries.reverse());
}

describe('a fingerprint', () => {
  it('is 64 lowercase hex characters, the SHA-256 of the canonical JSON', () => {
    expect(fingerprint({})).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
    expect(fingerprint({ b: 1, a: [1, 'x'] })).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(fingerprint(reordered(value))).toBe(fingerprint(value));
      }),
    );
  });

  it('differs for values that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        fc.pre(JSON.stringify(reordered(a)) !== JSON.stringify(reordered(b)));
        fc.pre(JSON.stringify(a) !== JSON.stringify(b));
        expect(fingerprint({ a })).not.toBe(fingerprint({ b }));
      }),
    );
    const different = [
      {},
      { a: 1 },
      { a: '1' },
      { a: null },
      { a: [1] },
      { a: [1, 2] },
      { a: [2, 1] },
    ];
    expect(new Set(different.map(fingerprint)).size).toBe(different.length);
  });
});
