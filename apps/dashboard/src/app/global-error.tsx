'use client';

import { NextIntlClientProvider } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { failure as german } from '#messages/de/failure.ts';
import { failure as english } from '#messages/en/failure.ts';
import { Failure } from '#shell/failure.tsx';
import '@parley/ui/tokens.css';
import './globals.css';

const noSubscription = () => () => {};
/** The layout that failed had the language, if it was ever shown. */
const shownLocale = () => (document.documentElement.lang === 'de' ? 'de' : 'en');

export default function RootError(props: { readonly error: unknown; readonly retry: () => void }) {
  const locale = useSyncExternalStore(noSubscription, shownLocale, () => 'en' as const);
  const failure = (locale === 'de' ? german : english) as typeof english;
  return (
    <html lang={locale}>
      <body>
        <title>{`${failure.title} · Parley`}</title>
        <NextIntlClientProvider locale={locale} messages={{ shell: { failure } }}>
          <Failure {...props} standalone />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
