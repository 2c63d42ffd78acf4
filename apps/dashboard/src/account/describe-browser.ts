import type { Translator } from '#messages/translator.ts';

/** In this order: the user agent of most browsers also names others. */
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The names of the browser and the system in a user agent. */
export function describeBrowser(t: Translator<'account'>, userAgent: string | null): string {
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const browser = nameIn(browsers) ?? t('browser.unknown');
  const system = nameIn(systems);
  return system === undefined ? browser : t('browser.onSystem', { browser, system });
}
