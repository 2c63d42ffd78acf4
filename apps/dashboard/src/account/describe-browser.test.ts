import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { describeBrowser } from './describe-browser.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) ${webkit} Version/19 Safari/605.1`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} FxiOS/150.0`,
    'Firefox on iOS',
  ],
  ['curl/8.0', 'Unknown browser'],
  [null, 'Unknown browser'],
])('describes %s', (userAgent, description) => {
  expect(describeBrowser(translator('account'), userAgent)).toBe(description);
});
