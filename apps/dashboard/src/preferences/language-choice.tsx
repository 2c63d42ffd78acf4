'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { startTransition, useId } from 'react';
import { LOCALE_COOKIE, localeNames, locales } from '#messages/locales.ts';
import { setBrowserSetting } from './browser-setting.ts';

/** The languages to choose from. The choice applies to this browser, and the server renders with it. */
export function LanguageChoice() {
  const t = useTranslations('shell.language');
  const locale = useLocale();
  const router = useRouter();
  const id = useId();

  function choose(chosen: string) {
    setBrowserSetting(LOCALE_COOKIE, chosen);
    startTransition(() => router.refresh());
  }

  return (
    <>
      <p className="muted" id={`${id}-hint`}>
        {t('hint')}
      </p>
      <select
        aria-describedby={`${id}-hint`}
        aria-label={t('label')}
        className="field"
        onChange={({ target }) => choose(target.value)}
        value={locale}
      >
        {locales.map((one) => (
          <option key={one} lang={one} value={one}>
            {localeNames[one]}
          </option>
        ))}
      </select>
    </>
  );
}
