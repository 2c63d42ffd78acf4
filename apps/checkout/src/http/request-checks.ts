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

/** Whether a link checker or a browser that prefetches sent the request, so that no payer sees the page. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? '';
  return purpose.includes('prefetch');
}

/**
 * Whether a browser navigates to the page, and runs its script. Programs that only read the page send no
 * fetch metadata. A scanner that opens links in a browser does, and prepares the payment as any page does.
 */
export function isNavigation(headers: Headers): boolean {
  return headers.get('sec-fetch-mode') === 'navigate';
}

/** Whether a browser may show the page in a frame. One without fetch metadata does not say. */
export function mayBeFramed(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') !== 'document';
}
