import { STATUS_CODES } from 'node:http';

/** Why there was no answer, as `failure` names it. */
const failures: Readonly<Record<string, string>> = {
  timeout: 'No answer within 15 seconds',
  connect_timeout: 'No connection within 5 seconds',
  connection_failed: 'No connection',
  tls_failed: 'No secure connection: its certificate is not valid',
  name_unknown: 'Its host name is not known',
  address_refused: 'Its host is not on the public internet',
  url_refused: 'Its URL is not one that events are sent to',
};

/** What a request was answered, in a few words: "204 No Content", "No answer within 15 seconds". */
export function tellAnswer(attempt: {
  readonly http_status: number | null;
  readonly failure: string | null;
}): string {
  const { http_status: status, failure } = attempt;
  if (failure !== null) return failures[failure] ?? `Failed: ${failure}`;
  if (status === null) return 'Not sent yet';
  const words = STATUS_CODES[status];
  return words ? `${status} ${words}` : String(status);
}

/** How long a request took: "84 ms", "15.0 s". */
export function tellDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
