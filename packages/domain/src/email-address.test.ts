import { expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';

it.each([
  'ada@example.com',
  'r&d@example.com',
  'a/b@example.com',
  'user!x@example.org',
  "o'neil+news=1@sub.example-shop.co.uk",
  'info@müller.example',
  'grüße@bücher.example',
  '用户@例子.广告',
  'ada@xn--mller-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('accepts %s', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

it.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@@example.com',
  'ada@b@example.com',
  'a b@example.com',
  'ada@exa mple.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@example..com',
  'ada@.example.com',
  'ada@example.com.',
  'ada@-example.com',
  'ada@example-.com',
  'ada@localhost',
  'ada@exam_ple.com',
  'ada@example.com\r\nBcc: all@example.com',
  'ada\u0000@example.com',
  'ada\u202e@example.com',
  'ada\u00a0b@example.com',
  'Ada <ada@example.com>',
  'ada,eve@example.com',
  '"ada"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `${'ü'.repeat(33)}@example.com`,
  `ada@${'a'.repeat(64)}.example`,
  `ada@${'abc.'.repeat(80)}example`,
])('rejects %j', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
