/** Why a request has no response, by the `failure` of the API. */
const failures: Readonly<Record<string, string>> = {
  timeout: 'No response within 15 seconds',
  connect_timeout: 'No connection within 5 seconds',
  connection_failed: 'Connection failed',
  tls_failed: 'TLS failed: the certificate is not valid',
  name_unknown: 'Host name not found',
  address_refused: 'The host is not on the public internet',
  url_refused: 'The URL is not allowed',
  secret_unreadable: 'The signing secret cannot be decrypted. Rotate it.',
};

/** The reason phrases of the statuses that receivers commonly return. */
const reasonPhrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The response to a request in a few words: "204 No Content", "No response within 15 seconds". */
export function formatResponse(attempt: {
  readonly http_status: number | null;
  readonly failure: string | null;
}): string {
  const { http_status: status, failure } = attempt;
  if (failure !== null) return failures[failure] ?? `Failed: ${failure}`;
  if (status === null) return 'Not sent yet';
  const phrase = reasonPhrases[status];
  return phrase ? `${status} ${phrase}` : String(status);
}

/** The duration of a request: "84 ms", "15.0 s". */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
