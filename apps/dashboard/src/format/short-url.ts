/** Shortens a URL to its host and the last segment of its path. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (!last) return host;
  return segments.length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}
