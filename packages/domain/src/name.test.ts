import { expect, it } from 'vitest';
import { findNameProblem } from './name.ts';

it.each([
  'Ada Lovelace',
  'J.R.R. Tolkien',
  'Dr. Anna-Lena O’Neill Jr.',
  'فاطمه\u200cزهرا',
  '山田 太郎',
  'X',
  'x'.repeat(100),
])('accepts the name %j for people and merchants', (name) => {
  expect(findNameProblem(name, 'person')).toBeNull();
  expect(findNameProblem(name, 'merchant')).toBeNull();
});

it.each([
  ['', '1 to 100'],
  ['x'.repeat(101), '1 to 100'],
  ['\u200d', 'letter or digit'],
  ['\u2800', 'letter or digit'],
  ['Ada\nSign in here', 'control characters'],
  ['Ada\u0000', 'control characters'],
  ['Ada \u202eelpmaxe.live', 'control characters'],
  ['Ada\u2066', 'control characters'],
  ['A\u200bda', 'control characters'],
  ['Ada\u2028', 'control characters'],
  ['Ada\ud800', 'control characters'],
  ['https://evil', 'web or email address'],
  ['Ada, see www.evil', 'web or email address'],
  ['mailto:ada', 'web or email address'],
  ['Ada: evil.example/login', 'web or email address'],
  ['evil.xn--p1ai./', 'web or email address'],
  ['evil.example?to=login', 'web or email address'],
  ['evil.example:8443', 'web or email address'],
  ['ada@evil.example', 'web or email address'],
])('refuses the name %j for people and merchants', (name, problem) => {
  expect(findNameProblem(name, 'person')).toContain(problem);
  expect(findNameProblem(name, 'merchant')).toContain(problem);
});

it('refuses an IP address with a path as the name of a merchant', () => {
  expect(findNameProblem('192.0.2.1/login', 'merchant')).toContain('web or email address');
  expect(findNameProblem('Version 1.2.3.4', 'merchant')).toBeNull();
});

it.each(['Booking.com', 'Booking.com: travel', 'Nord @ booking.com'])(
  'refuses the name %j, which contains a host name, for people only',
  (name) => {
    expect(findNameProblem(name, 'person')).toContain('web or email address');
    expect(findNameProblem(name, 'merchant')).toBeNull();
  },
);
