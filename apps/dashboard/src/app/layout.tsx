import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { CspNonce } from '#shell/csp-nonce.tsx';
import '@parley/ui/tokens.css';
import '@parley/ui/dark-theme.css';
import { NONCE_HEADER } from '#request-headers.ts';
import { THEME_COOKIE, themeOf } from '#theme/theme.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Parley', template: '%s · Parley' },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Each response has its own CSP nonce, so no page is rendered at build time.
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // The switch changes the attribute. Without it, the theme is that of the system.
      data-theme={theme === 'system' ? undefined : theme}
      lang="en"
      suppressHydrationWarning
    >
      <head>
        <CspNonce nonce={nonce} />
      </head>
      <body>{children}</body>
    </html>
  );
}
