import { isIP } from 'node:net';
import { DomainError, isEmailAddress, parseEmbeddingOrigin } from '@parley/domain';
import { negotiateLocale } from '@parley/payer-view/locale';
import { escapeInvalidPath } from '@parley/router/escape-invalid-path';
import { queryParser, restRoutes } from '@parley/router/rest';
import { redact } from '@parley/telemetry';
import { parseWebhookUrl } from '@parley/webhooks';
import { attempt, requireProperty, type Target } from '../target.ts';

const CARD = '4242424242424242';

/** Texts of log lines and errors: no card number, key or address remains. */
export const redaction: Target = {
  name: 'redaction',
  maxLength: 32 * 1024,
  seeds: [
    `card ${CARD} declined`,
    '4242-4242-4242-4242, 4000 0000 0000 0002\n378282246310005',
    'GET https://user:pass@shop.example/?card=4242%204242%204242%204242',
    '"authorization":"Bearer sk_test_abc123","cookie":"a=b"',
    'mail to anna@shop.example or a%40b.co, pi_1_secret_abc',
    '{"time":1790000000123,"ip":"192.168.100.200"}',
  ],
  tokens: [
    ...['4242', '4', ' ', '-', ':', '@', 'a', '.', '%20', '%40', '://', 'sk_test_', 'Bearer '],
    ...['"cookie":"', '\\', '_secret_', '٤٢', CARD, '\n', '{', '"', '/'],
  ],
  run(text, time) {
    const redacted = time(() => redact(text));
    requireProperty(!containsSecret(redacted), 'a card number or key remains');
    const line = redact(JSON.stringify(text));
    requireProperty(!containsSecret(line), 'a card number or key remains in JSON');
    return redacted === text ? 'unchanged' : `redacted ${redacted.split('…').length}`;
  },
};

/** Whether a text has a key or, without separators, the digits of a card number, after escapes became spaces. */
function containsSecret(text: string): boolean {
  const plain = text.replaceAll(/\\[nrt]|%(?:2[0B]|0[9AD])/gi, ' ');
  const numbers = plain.match(/(?<!\d)\d{12,19}(?!\d)/g) ?? [];
  return numbers.some(passesLuhn) || /\b(?:sk|pk|rk|whsec)_[A-Za-z0-9]/.test(plain);
}

const passesLuhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

/** A URL of a webhook endpoint: none that is accepted leads to this machine or its network. */
export const webhookUrls: Target = {
  name: 'webhook-url',
  maxLength: 256 * 1024,
  seeds: [
    'https://shop.example/webhooks?a=b',
    'https://93.184.216.34:8443/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f.1/',
    'https://localhost./',
    'https://user@shop.example/',
  ],
  tokens: [
    ...[
      'https://',
      'http://',
      '[',
      ']',
      '::',
      ':',
      '/',
      '@',
      '#',
      '127.0.0.1',
      '0x7f',
      '0177',
      '.',
      '1',
    ],
    ...['localhost', '%31', '。', 'ffff:', '64:ff9b::', '169.254.169.254', '10.', 'fd00::', '①'],
  ],
  run(text, time) {
    const { url, problem } = time(() => parseWebhookUrl(text, { allowLoopback: false }));
    if (!url) return problem.slice(0, 40);
    requireProperty(url.protocol === 'https:', 'accepts another protocol');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isIpv4 = isIP(host) === 4;
    const isPrivate = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
    requireProperty(!isIpv4 || !isPrivate, 'accepts a private IPv4 address');
    const isIpv6 = isIP(host) === 6;
    const isGlobal = /^[23]/.test(host) || /^64:ff9b::|^::ffff:/.test(host);
    requireProperty(!isIpv6 || isGlobal, 'accepts an IPv6 address that is not global');
    const again = parseWebhookUrl(url.href, { allowLoopback: false });
    requireProperty(again.url?.href === url.href, 'does not accept its own normalized form');
    return isIpv6 ? 'IPv6' : isIpv4 ? 'IPv4' : 'name';
  },
};

const listSessions = restRoutes().find(({ operation }) => operation === 'listSessions');
const parseQuery = queryParser(listSessions?.input);

/** The query string of a list. */
export const queries: Target = {
  name: 'query',
  maxLength: 16 * 1024,
  seeds: [
    'limit=20&status=paid&created_from=2026-11-28T00:00:00Z',
    'limit=1&limit=2',
    'cursor=abc&buyer_reference=a%20b',
    '__proto__=1&constructor=2&toString=3',
  ],
  tokens: [
    'limit=',
    'status=',
    'cursor=',
    '&',
    '=',
    '%',
    '%00',
    '%zz',
    '+',
    '[]',
    '[a]',
    '__proto__',
    '20',
    'paid',
  ],
  run(text, time) {
    const query: Record<string, unknown> = Object.create(null);
    for (const name of new Set(new URLSearchParams(text).keys())) {
      const values = new URLSearchParams(text).getAll(name);
      query[name] = values.length > 1 ? values : values[0];
    }
    const { result, error } = attempt(
      () => time(() => parseQuery(query)),
      (thrown) => thrown instanceof DomainError && thrown.code === 'invalid_request',
    );
    if (!result) return error.message.slice(-40);
    requireProperty(Object.getPrototypeOf(result) === Object.prototype, 'changes the prototype');
    const parsed = time(() => listSessions?.input?.safeParse(result));
    return parsed?.success ? 'accepted' : String(parsed?.error?.issues[0]?.code);
  },
};

/** Paths, which a page's server decodes. */
export const paths: Target = {
  name: 'path',
  maxLength: 16 * 1024,
  seeds: ['/pay/psess_1', '/a%2fb', '/%zz', '/%e4%b8%ad', '/%C3'],
  tokens: ['/', '%', '%2f', '%25', '%C3', '%28', 'a', '..', '\\', '?'],
  run(text, time) {
    const escaped = time(() => escapeInvalidPath(text.toWellFormed()));
    decodeURIComponent(escaped);
    return escaped === text ? 'unchanged' : 'escaped';
  },
};

/** The Accept-Language header: the result is a locale that formatters accept. */
export const locales: Target = {
  name: 'accept-language',
  maxLength: 16 * 1024,
  seeds: ['de-AT,de;q=0.9,en;q=0.5', 'ar-EG', 'zh-Hant-TW,zh', 'pt', 'iw-IL', 'de-u-nu-arab', '*'],
  tokens: [
    'de',
    'ar',
    'zh',
    'pt',
    '-',
    ',',
    ';q=',
    '0.5',
    '1',
    '*',
    '-u-nu-',
    'Latn',
    'x-',
    '_',
    ';',
    ' ',
  ],
  run(text, time) {
    const { language, locale } = time(() => negotiateLocale(text));
    return `${language} ${new Intl.NumberFormat(locale).resolvedOptions().numberingSystem}`;
  },
};

/** Email addresses and origins, which expressions validate. */
export const addresses: Target = {
  name: 'address',
  maxLength: 256 * 1024,
  seeds: [
    'anna@shop.example',
    'ä@bücher.example',
    'a.b@c-d.e',
    'https://shop.example:8443',
    'http://localhost:3000/',
  ],
  tokens: [
    '@',
    '.',
    '-',
    'a',
    'a.',
    '-a',
    'a-',
    'https://',
    'http://',
    ':',
    '443',
    '/',
    'ä',
    '\u0301',
  ],
  run(text, time) {
    const origin = time(() => parseEmbeddingOrigin(text));
    if (origin !== null) {
      requireProperty(new URL(origin).origin === origin, 'is not the origin that a browser writes');
      return 'origin';
    }
    return time(() => isEmailAddress(text)) ? 'email' : 'neither';
  },
};
