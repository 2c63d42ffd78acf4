/** The characters of a query that are shown. */
const MAX_QUERY = 16;

/** Shortens a URL to its host, the last segment of its path and the beginning of its query. */
export function shortenUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname, search } = new URL(url);
  const query = search.length > MAX_QUERY ? `${search.slice(0, MAX_QUERY)}…` : search;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (!last) return host + query;
  return (segments.length === 1 ? `${host}/${last}` : `${host}/…/${last}`) + query;
}
