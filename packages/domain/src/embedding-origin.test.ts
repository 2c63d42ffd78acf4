import { expect, it } from 'vitest';
import { parseEmbeddingOrigin } from './embedding-origin.ts';

it.each([
  ['https://shop.example', 'https://shop.example'],
  ['HTTPS://Shop.Example/', 'https://shop.example'],
  ['https://shop.example:443', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:80', 'http://127.0.0.1'],
])('reads %s as the origin %s', (text, origin) => {
  expect(parseEmbeddingOrigin(text)).toBe(origin);
});

it.each([
  '',
  '*',
  'null',
  "'self'",
  'https:',
  'https://*',
  'https://*.shop.example',
  'https://shop.example/checkout',
  'https://shop.example?x',
  'https://shop.example#x',
  'https://user@shop.example',
  'https://shop.example;script-src',
  'https://shop.example,https://evil.example',
  'https://shop.example https://evil.example',
  'https://shop.example\n',
  'https://shop.example:0',
  'https://shop.example:65536',
  'https://-shop.example',
  'https://[::1]',
  'https://shop.4',
  'https://0x7f',
  'https://127.1',
  'https://127.0.0.256',
  'https://127.0.0.01',
  'https://bücher.example',
  'http://shop.example',
  'http://localhost.evil.example',
  'data:text/html,x',
  'javascript:alert(1)',
])('refuses %j', (text) => {
  expect(parseEmbeddingOrigin(text)).toBeNull();
});
