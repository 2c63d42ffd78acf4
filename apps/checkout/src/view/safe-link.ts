/** The address, if a browser may be led there by a merchant's word; null for any other scheme. */
export function safeLink(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
