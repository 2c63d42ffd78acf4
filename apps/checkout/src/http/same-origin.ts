/**
 * Whether a call comes from our own page. Browsers say so by Sec-Fetch-Site, older ones by Origin
 * alone; a caller that is no browser and sends neither carries nobody's rights and is let through.
 * @param origin the origin payers use
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin');
  return from === null || from === origin;
}
