import { ApiError, ConnectionError, createApiError } from './errors.ts';
import type { ErrorEnvelope, ParleyEvent } from './generated/schema.ts';
import { type Config, delay } from './send-request.ts';
import { VERSION } from './version.ts';

/** An event of the stream. */
export interface StreamedEvent {
  /** Of the message: pass it as `lastEventId` to continue after it. A resent event has another one. */
  readonly messageId: string;
  readonly event: ParleyEvent;
  /** The event as webhook endpoints receive it, for a signature. */
  readonly body: string;
}

export interface ListenOptions {
  /** The id of the last received message. Without it, the stream begins now. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the stream is connected, also again, and when it is interrupted. */
  readonly onConnection?: ((state: 'connected' | ConnectionError | ApiError) => void) | undefined;
}

/** The API sends something every 15 seconds. */
const MAX_SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** A shorter connection that brought no message counts as a failure. */
const MIN_CONNECTION_MS = 30_000;
/** A connection that continues repeats the messages of a minute. */
const MAX_KNOWN = 50_000;

interface Message {
  readonly id: string;
  /** Undefined for a comment, whose id is a position to continue from. */
  readonly data: string | undefined;
}

/**
 * The events of a mode while they happen, each once. Connects again whenever the connection ends.
 * @throws ApiError for a response that will not change, such as that of a revoked key
 */
export async function* listen(
  config: Config,
  { lastEventId, signal, onConnection }: ListenOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const known = new Set<string>();
  let lastId = lastEventId;
  /** Where a stream without `lastEventId` begins: a connection that continues repeats older messages, too. */
  let firstTime = '';
  let isContinued = false;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    const startedAt = Date.now();
    let retryAfterMs = 0;
    try {
      const response = await connect(config, lastId, controller);
      onConnection?.('connected');
      for await (const { id, data } of readMessages(response, controller)) {
        if (lastId === undefined) firstTime = timeIn(id);
        lastId = id;
        if (data === undefined || known.has(id)) continue;
        failures = 0;
        known.add(id);
        if (isContinued && timeIn(id) < firstTime) continue;
        if (known.size > MAX_KNOWN) known.delete(known.values().next().value ?? '');
        yield { messageId: id, event: JSON.parse(data), body: data };
      }
      if (Date.now() - startedAt < MIN_CONNECTION_MS) {
        throw new ConnectionError('The event stream ended early.');
      }
      // A stream ends after some minutes, as announced.
      failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ConnectionError || error instanceof ApiError)) throw error;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
      if (error instanceof ApiError) retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
      onConnection?.(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      controller.abort();
    }
    const wait = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
    isContinued = true;
    await delay(Math.max(retryAfterMs, wait * (0.5 + Math.random() / 2)), signal).catch(() => {});
  }
}

/** The part of an id that begins with its time. */
const timeIn = (id: string) => id.slice(id.indexOf('_') + 1);

/** Ends a wait for the API that is longer than it may be silent. */
async function withDeadline<T>(work: Promise<T>, controller: AbortController): Promise<T> {
  const timer = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
  try {
    return await work;
  } catch (cause) {
    throw new ConnectionError('The event stream was interrupted.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function connect(
  config: Config,
  lastId: string | undefined,
  controller: AbortController,
): Promise<Response> {
  const send = config.fetch ?? fetch;
  const response = await withDeadline(
    send(`${config.baseUrl}/events/stream`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${config.apiKey}`,
        'user-agent': `parley-sdk/${VERSION}`,
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
      redirect: 'manual',
      signal: controller.signal,
    }),
    controller,
  );
  const { ok, status, headers } = response;
  if (ok && headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const error = await response
    .json()
    .then((body) => (body as ErrorEnvelope).error)
    .catch(() => undefined);
  throw createApiError({ status, headers, error, idempotencyKey: undefined });
}

/** The messages of server-sent events. The API sends each as one id and at most one line of data. */
async function* readMessages(
  { body }: Response,
  controller: AbortController,
): AsyncGenerator<Message, void, undefined> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (true) {
    const { value, done } = await withDeadline(reader.read(), controller);
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = readField(block, 'id');
      if (id !== undefined) yield { id, data: readField(block, 'data') };
    }
  }
}

const readField = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
