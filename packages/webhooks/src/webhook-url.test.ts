import { describe, expect, it } from 'vitest';
import { parseWebhookUrl } from './webhook-url.ts';

const flaw = (url: string, allowLoopback = false) =>
  parseWebhookUrl(url, { allowLoopback }).problem;

describe('parseWebhookUrl', () => {
  it.each([
    [' https://shop.example/w', 'https://shop.example/w'],
    ['https://shop.example/w\n', 'https://shop.example/w'],
    ['HTTPS://SHOP.EXAMPLE/W', 'https://shop.example/W'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://bücher.example/ä b', 'https://xn--bcher-kva.example/%C3%A4%20b'],
  ])('normalizes %j', (text, href) => {
    expect(parseWebhookUrl(text, { allowLoopback: false }).url?.href).toBe(href);
  });

  it.each(['https://shop.example/webhooks', 'https://shop.example:8443/a?b=c', 'https://1.1.1.1/'])(
    'accepts %s',
    (url) => {
      expect(flaw(url)).toBeNull();
    },
  );

  it.each([
    ['shop.example', 'absolute URL'],
    ['http://shop.example/', 'https://'],
    ['ftp://shop.example/', 'https://'],
    ['https://user:pass@shop.example/', 'user name'],
    ['https://user@shop.example/', 'user name'],
    ['https://shop.example/hook#part', 'fragment'],
    ['https://localhost/', 'public host'],
    ['https://a.localhost./', 'public host'],
    ['https://127.0.0.1/', 'public host'],
    ['https://2130706433/', 'public host'],
    ['https://0x7f.1/', 'public host'],
    ['https://[::1]/', 'public host'],
    ['https://[::ffff:169.254.169.254]/', 'public host'],
    ['https://10.0.0.7/', 'public host'],
    [`https://shop.example/${'a'.repeat(2048)}`, '2048'],
    // Longer only in its normalized form
    [`https://shop.example/${'ä'.repeat(400)}`, '2048'],
  ])('rejects %s', (url, why) => {
    expect(flaw(url)).toContain(why);
  });

  it.each([
    'http://127.0.0.1:9000/x',
    'http://localhost/',
    'http://[::1]:1/',
    'https://localhost/',
  ])('accepts %s only with allowLoopback', (url) => {
    expect(flaw(url, true)).toBeNull();
    expect(flaw(url)).not.toBeNull();
  });

  it.each(['http://shop.example/', 'https://10.0.0.1/', 'http://192.168.0.1/'])(
    'rejects %s even with allowLoopback',
    (url) => {
      expect(flaw(url, true)).not.toBeNull();
    },
  );
});
