'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { chooseTheme, getTheme, type Theme, themes } from './theme.ts';
import styles from './theme-switch.module.css';

/** The themes to choose from. The choice applies to this browser, and the server renders with it. */
export function ThemeSwitch() {
  const t = useTranslations('shell.theme');
  const theme = useSyncExternalStore<Theme>(onThemeChange, readTheme, () => 'system');
  return (
    <label className={styles.theme}>
      {t('label')}
      <select onChange={({ target }) => chooseTheme(getTheme(target.value))} value={theme}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The attribute is what the server rendered for the cookie. */
const readTheme = () => getTheme(document.documentElement.dataset.theme);

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
