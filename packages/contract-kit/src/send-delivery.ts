import { webhooks } from '@parley/sdk';

/** As long as Parley waits for a response. */
const TIMEOUT_MS = 15_000;

/** An event as a receiver gets it. */
export interface Delivery {
  readonly id: string;
  readonly body: string;
}

/** How a delivery differs from what Parley sends. */
export interface Changes {
  /** The secrets that sign; that of the receiver by default. */
  readonly secrets?: readonly string[];
  /** Seconds from now to the time of the signature. */
  readonly ageSeconds?: number;
  /** What is sent in place of what was signed. */
  readonly body?: string;
  readonly id?: string;
  /** A header that is left out. */
  readonly without?: string;
}

export interface Reply {
  /** Null if no response arrived within 15 seconds. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why there was no response. */
  readonly failure: string | null;
}

export const isAccepted = ({ status }: Reply) => status !== null && status >= 200 && status < 300;

/** Sends a delivery as Parley does. Never throws: a failure is a reply. */
export async function sendDelivery(
  receiver: { readonly url: string; readonly secret: string },
  { id, body }: Delivery,
  changes: Changes = {},
): Promise<Reply> {
  const now = Math.floor(Date.now() / 1000);
  const headers = await webhooks.sign({
    id,
    body,
    secrets: changes.secrets ?? [receiver.secret],
    timestamp: now - (changes.ageSeconds ?? 0),
  });
  if (changes.id !== undefined) headers['webhook-id'] = changes.id;
  if (changes.without !== undefined) delete headers[changes.without];
  const started = performance.now();
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Parley', ...headers },
      body: changes.body ?? body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return { status: response.status, durationMs: performance.now() - started, failure: null };
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const failure =
      (error as Error).name === 'TimeoutError'
        ? 'no response within 15 seconds'
        : (code ?? message);
    return { status: null, durationMs: performance.now() - started, failure };
  }
}
