/** A URL where there is little room: its host, and the end of its path. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (!last) return host;
  return parts.length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}
