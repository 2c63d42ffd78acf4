'use client';

import { useEffect, useState } from 'react';
import { setBrowserSetting } from '#shell/browser-setting.ts';
import { THEME_COOKIE, type Theme, themeOf, themes } from './theme.ts';
import styles from './theme-switch.module.css';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** The themes to choose from. The choice applies to this browser, and the server renders with it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('system');
  // The attribute is what the server rendered for the cookie.
  useEffect(() => setTheme(themeOf(document.documentElement.dataset.theme)), []);

  function choose(next: Theme) {
    setTheme(next);
    const root = document.documentElement;
    if (next === 'system') delete root.dataset.theme;
    else root.dataset.theme = next;
    setBrowserSetting(THEME_COOKIE, next);
  }

  return (
    <label className={styles.theme}>
      Theme
      <select onChange={({ target }) => choose(themeOf(target.value))} value={theme}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
