'use client';

import { useEffect, useState } from 'react';
import { THEME_COOKIE, type Theme, themeOf, themes } from './theme.ts';
import styles from './theme-switch.module.css';

const ONE_YEAR_S = 365 * 24 * 60 * 60;
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
    const attributes = `path=/; max-age=${ONE_YEAR_S}; samesite=lax; secure`;
    // biome-ignore lint/suspicious/noDocumentCookie: Not every browser has the Cookie Store API.
    document.cookie = `${THEME_COOKIE}=${next}; ${attributes}`;
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
