const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** Stores a choice that applies to this browser in a cookie, with which the server renders. */
export function setBrowserSetting(cookie: string, value: string): void {
  const attributes = `path=/; max-age=${ONE_YEAR_S}; samesite=lax; secure`;
  // biome-ignore lint/suspicious/noDocumentCookie: Not every browser has the Cookie Store API.
  document.cookie = `${cookie}=${encodeURIComponent(value)}; ${attributes}`;
}
