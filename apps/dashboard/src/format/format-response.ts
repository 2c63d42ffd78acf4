import type { useFormatter } from 'next-intl';
import type { Translator } from '#messages/translator.ts';

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
export function formatResponse(
  t: Translator<'deliveries'>,
  attempt: { readonly http_status: number | null; readonly failure: string | null },
): string {
  const { http_status: status, failure } = attempt;
  if (failure !== null) {
    const key = `failure.${failure}` as 'failure.timeout';
    return t.has(key) ? t(key) : t('response.failed', { failure });
  }
  if (status === null) return t('response.notSent');
  const phrase = reasonPhrases[status];
  return phrase ? `${status} ${phrase}` : String(status);
}

/** The duration of a request, as the reader writes numbers: "84 ms", "15.0 s". */
export function formatDuration(format: ReturnType<typeof useFormatter>, ms: number): string {
  if (ms < 1_000) return format.number(ms, { style: 'unit', unit: 'millisecond' });
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${format.number(ms / 1_000, tenths)} s`;
}
