import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

it('a fingerprint is the SHA-256 of the canonical JSON as 64 lowercase hex characters', () => {
  expect(fingerprint({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  expect(fingerprint({ b: 1, a: [1, 'x'] })).toBe(fingerprint({ a: [1, 'x'], b: 1 }));
  expect(fingerprint({ a: [1, 'x'] })).not.toBe(fingerprint({ a: ['x', 1] }));
});
