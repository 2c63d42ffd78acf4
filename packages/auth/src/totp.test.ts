import { expect, it } from 'vitest';
import { createTotpSecret, findTotpStep, totpCode, totpUri } from './totp.ts';

// The secret and the SHA-1 codes of RFC 6238, appendix B, whose codes have eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
  expect(findTotpStep(secret, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
});

it('accepts the codes of the periods before and after, but no others', () => {
  const at = new Date(100 * 30_000);
  const steps = [98, 99, 100, 101, 102].map((step) =>
    findTotpStep(secret, totpCode(secret, step), at),
  );
  expect(steps).toEqual([null, 99, 100, 101, null]);
});

it('describes the account to authenticator apps', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri('ABC', 'ada+x@nord.example')).toBe(
    'otpauth://totp/Parley%3Aada%2Bx%40nord.example?secret=ABC&issuer=Parley',
  );
});
