const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const pattern = new RegExp(
  `^(https?)://((?:${HOST_LABEL}\\.)*${HOST_LABEL})(?::([1-9]\\d{0,4}))?/?$`,
);
/** Browsers read such a host as an IPv4 address, and refuse it or write it in another form. */
const endsWithNumber = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const defaultPorts: Readonly<Record<string, string>> = { https: '443', http: '80' };
const MAX_PORT = 65_535;
const MAX_HOST_LENGTH = 253;

/**
 * The origin of a page that may frame the payer page, as a browser writes it: https, or http on this
 * machine. Null for anything else, such as a path, a wildcard, or a host with characters that have a meaning
 * in a Content-Security-Policy.
 */
export function parseEmbeddingOrigin(text: string): string | null {
  const [, scheme = '', host = '', port] = pattern.exec(text.toLowerCase()) ?? [];
  if (host === '' || host.length > MAX_HOST_LENGTH || Number(port ?? 1) > MAX_PORT) return null;
  const hasPort = port !== undefined && port !== defaultPorts[scheme];
  const origin = `${scheme}://${host}${hasPort ? `:${port}` : ''}`;
  if (endsWithNumber.test(host) && !ipv4.test(host)) return null;
  return scheme === 'https' || isLocalOrigin(origin) ? origin : null;
}

/** Whether an origin is http on this machine. */
export const isLocalOrigin = (origin: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin);
