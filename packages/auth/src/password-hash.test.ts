import { expect, test } from 'vitest';
import { hashPassword, NO_PASSWORD, verifyPassword } from './password-hash.ts';

const password = 'correct horse battery';
const formatOfHash = /^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{86}$/;

test('a hash has the cost that OWASP recommends, and a salt of its own', async () => {
  const hash = await hashPassword(password);
  expect(hash).toMatch(formatOfHash);
  expect(await hashPassword(password)).not.toBe(hash);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: 'Correct horse battery' })).toBe(false);
  expect(await verifyPassword({ hash, password: `${password} ` })).toBe(false);
});

test('a hash of the former sign-in library and one of another cost are verified too', async () => {
  const hashes = [
    '96a2b0b2b3245068c6f6986215b337c8:f060a4fe4343c1740cc42ea588cdeb83140bb3bb2966691359dd2b698398980f1112bb09738ca94e095d41cc5fe716a459092a2090eca036da94fdf8b608180e',
    // scryptSync('correct horse battery', 'salt', 64, { N: 16, r: 8, p: 1 })
    'scrypt$16$8$1$c2FsdA$P9XhKRbsgibvKwGe1r-DouNIY-Fle6I9OzOfNpkwpCxUxkWSLI7K_kRTdpdffw8robuPY1gHk6AkQebtrrUMUg',
  ];
  for (const hash of hashes) {
    expect(await verifyPassword({ hash, password })).toBe(true);
    expect(await verifyPassword({ hash, password: 'wrong' })).toBe(false);
  }
});

test('no password matches the hash for an email without an account, which costs the same', async () => {
  expect(NO_PASSWORD).toMatch(formatOfHash);
  expect(await verifyPassword({ hash: NO_PASSWORD, password: '' })).toBe(false);
});
