/** Makes browsers use https for a year. Empty for an origin that is not https. */
export function strictTransportSecurity(origin: string): Readonly<Record<string, string>> {
  if (!origin.startsWith('https:')) return {};
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

/**
 * Headers of every response that is not a page: a browser shows it as its content type says, without
 * scripts and not in a frame.
 * @param origin the public origin of the service
 */
export function fileResponseHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...strictTransportSecurity(origin),
  };
}

/**
 * Headers of every response that is neither a page nor a file: also, it is not stored.
 * @param origin the public origin of the service
 */
export function dataResponseHeaders(origin: string): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', ...fileResponseHeaders(origin) };
}
