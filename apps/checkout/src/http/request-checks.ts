/**
 * Whether a request comes from this app's own pages, by Sec-Fetch-Site or else Origin. A client that
 * sends neither is no browser and is accepted, because it has no cookies or other ambient credentials.
 * @param origin the public origin of this app
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin');
  return from === null || from === origin;
}

/** Whether a browser may show the page in a frame. One without fetch metadata does not say. */
export function mayBeFramed(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') !== 'document';
}
