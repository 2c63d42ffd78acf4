/** The cookie with the theme that the person chose in this browser. */
export const THEME_COOKIE = 'parley.theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme of a cookie or a menu item. Any other value is that of the system. */
export function themeOf(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
