import type { ApiKeyKind } from '@parley/domain';

/** A request to the API. Values that say [redacted] are not those of the original. */
export interface CurlRequest {
  readonly method: string;
  /** With the version, such as /v1/events. */
  readonly path: string;
  /** The parameters of the query. */
  readonly query?: unknown;
  readonly body?: unknown;
  readonly keyKind: ApiKeyKind;
}

/**
 * A command for a POSIX shell that sends a request. It has no key, but the name of a variable with it; and
 * a new idempotency key, so that the request is executed instead of replayed.
 * @param apiUrl the origin of the API
 */
export function formatCurl(apiUrl: string, request: CurlRequest): string {
  const { method, path, query, body, keyKind } = request;
  const url = new URL(path, apiUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  const isWrite = method !== 'GET';
  return [
    `curl ${isWrite ? `-X ${method} ` : ''}${quote(url.href)}`,
    `-H "Authorization: Bearer $PARLEY_${keyKind.toUpperCase()}_KEY"`,
    ...(isWrite ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined || body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

/** A text as one word, in which the shell replaces nothing. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
