import { Locale, ServerTimeZone, TimeZone } from '@parley/ui/components';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { getDirection } from '#messages/locales.ts';
import { CspNonce } from '#shell/csp-nonce.tsx';
import '@parley/ui/tokens.css';
import '@parley/ui/dark-theme.css';
import { getTheme, THEME_COOKIE } from '#preferences/theme.ts';
import { getTimeZone, TIME_ZONE_COOKIE } from '#preferences/time-zone.ts';
import { BROWSER_TIME_ZONE_COOKIE, NONCE_HEADER } from '#request-headers.ts';
import { mono, sans } from './fonts.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Parley', template: '%s · Parley' },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Each response has its own CSP nonce, so no page is rendered at build time.
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  const chosen = await cookies();
  const theme = getTheme(chosen.get(THEME_COOKIE)?.value);
  const timeZone = getTimeZone(chosen.get(TIME_ZONE_COOKIE)?.value);
  const browserZone = getTimeZone(chosen.get(BROWSER_TIME_ZONE_COOKIE)?.value) ?? 'UTC';
  const locale = await getLocale();
  return (
    <html
      className={`${sans.variable} ${mono.variable}`}
      // The switch changes the attribute. Without it, the theme is that of the system.
      data-theme={theme === 'system' ? undefined : theme}
      dir={getDirection(locale)}
      lang={locale}
      suppressHydrationWarning
    >
      <head>
        <CspNonce nonce={nonce} />
        {/* The component library looks for this id before it adds a style element in a cascade layer. A new layer
            makes Chromium use the fonts that arrived too late, which moves the page. `globals.css` has the rule. */}
        <meta id="react-aria-pressable-style" />
      </head>
      <body>
        <NextIntlClientProvider>
          <Locale value={locale}>
            <ServerTimeZone value={browserZone}>
              <TimeZone value={timeZone}>{children}</TimeZone>
            </ServerTimeZone>
          </Locale>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
