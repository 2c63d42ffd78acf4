import { expect, it } from 'vitest';
import { shortId } from './short-id.ts';

it.each([
  ['psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0', 'psess_…7egfa0'],
  ['cs_test_a1b2c3d4e5f6g7h8i9j0', 'cs_test_…h8i9j0'],
  ['pi_3Q0LbD2eZvKYlo2C1x8Gk5pR', 'pi_…8Gk5pR'],
  ['pi_short', 'pi_short'],
  ['0123456789abcdef0123', '0123…ef0123'],
])('shortens %s to %s', (id, short) => {
  expect(shortId(id)).toBe(short);
});
