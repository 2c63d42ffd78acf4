import { type StreamedEvent, webhooks } from '@parley/sdk';

/** As long as a delivery to a webhook endpoint. */
const TIMEOUT_MS = 15_000;
const MAX_BODY_CHARS = 2_000;

export interface ForwardResult {
  /** Null if no response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the response, or why there was none. */
  readonly detail: string;
}

/**
 * Sends an event to a local server, with the headers and bytes of a delivery to a webhook endpoint.
 * Never throws: a failure is a result.
 */
export async function forwardEvent(
  { event, body }: StreamedEvent,
  { url, secret }: { url: string; secret: string },
): Promise<ForwardResult> {
  const started = performance.now();
  const getDurationMs = () => Math.round(performance.now() - started);
  try {
    const signature = await webhooks.sign({ id: event.id, body, secrets: secret });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Parley-CLI', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const durationMs = getDurationMs();
    const text = await response.text();
    return { status: response.status, durationMs, detail: text.slice(0, MAX_BODY_CHARS) };
  } catch (error) {
    return { status: null, durationMs: getDurationMs(), detail: explain(error as Error, url) };
  }
}

function explain(error: Error, url: string): string {
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} seconds`;
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${new URL(url).origin}: start your server`;
  return code ?? message;
}
