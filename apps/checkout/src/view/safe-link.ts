/** The URL if its scheme is http or https, else null. Merchants and the provider choose these URLs. */
export function safeLink(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
