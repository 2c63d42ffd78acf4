import { setBrowserSetting } from './browser-setting.ts';

/** The cookie with the theme that the person chose in this browser. */
export const THEME_COOKIE = 'parley.theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Changes the theme of the page, and of the pages that the server renders for this browser. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  setBrowserSetting(THEME_COOKIE, theme);
}

/** The theme of a cookie or a menu item. Any other value is that of the system. */
export function getTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
