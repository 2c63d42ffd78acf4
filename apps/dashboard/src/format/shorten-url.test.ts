import { expect, it } from 'vitest';
import { shortenUrl } from './shorten-url.ts';

it.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example/webhooks/', 'shop.example/webhooks'],
  ['https://shop.example:8443/a/b/parley?x=1', 'shop.example:8443/…/parley?x=1'],
  ['https://shop.example/?token=0123456789', 'shop.example?token=012345678…'],
  ['no url', 'no url'],
])('shortens %s to %s', (url, short) => {
  expect(shortenUrl(url)).toBe(short);
});
