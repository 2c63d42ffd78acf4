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
])('refuses the name %j for people and merchants', (name, problem) => {
  expect(findNameProblem(name, 'person')).toContain(problem);
  expect(findNameProblem(name, 'merchant')).toContain(problem);
});

it.each(['Booking.com', 'Ada: evil.example/login', 'ada@evil.example'])(
  'refuses the name %j for people, whose names are no host names',
  (name) => {
    expect(findNameProblem(name, 'person')).toContain('web or email address');
    expect(findNameProblem(name, 'merchant')).toBeNull();
  },
);
