import type { MerchantId, ProxySessionId } from '@parley/domain';
import { createPayerCaller, formatErrorResponse } from '@parley/router/payer';
import { isStopping } from '@parley/runtime/delay-stop-signals';
import { dataResponseHeaders } from '@parley/runtime/security-headers';
import { appContext, payerContext } from '../app-context.ts';
import type { SessionWatch, Watcher } from '../live/session-watch.ts';
import { logFailure } from './payer-request.ts';
import { isSameOrigin } from './request-checks.ts';
import { type RequestInfo, sessionLogField } from './with-request-log.ts';

/** Less than the usual timeout of a proxy for idle connections. */
const HEARTBEAT_MS = 20_000;
/** Browsers then connect again, possibly to another process, and are authenticated again. */
const LIFETIME_MS = 10 * 60_000;
/** Milliseconds after which a browser connects again: random, as the streams of a process end together. */
const RETRY_MS = { min: 1_000, max: 10_000 };
/** Chunks that a client has not read. Messages are few, so it is gone. */
const MAX_UNREAD = 20;

/** Read with each response: the variable may come from a file, which is read after this module. */
const getHeaders = () => ({
  ...dataResponseHeaders(process.env.CHECKOUT_URL ?? ''),
  'content-type': 'text/event-stream; charset=utf-8',
  // Neither this server nor a proxy may compress or collect messages.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
});

/**
 * GET of the server-sent events of one payer page: its current revision, unless Last-Event-ID has it, and
 * then each new one. The page reads itself again by its own calls, so that the stream contains no data.
 */
export async function handleEvents(request: Request, info: RequestInfo): Promise<Response> {
  const { requestId, params, addLogFields } = info;
  addLogFields(sessionLogField(params.session_id));
  // After a refusal the browser would not connect again by itself.
  if (isStopping()) return new Response(formatRetry(), { headers: getHeaders() });
  const { env, watch } = appContext();
  if (!isSameOrigin(request.headers, env.CHECKOUT_URL)) return refuse(403);
  const id = String(params.session_id) as ProxySessionId;
  const context = payerContext(request, requestId, 'events');
  let merchantId: MerchantId | undefined;
  const caller = createPayerCaller({
    ...context,
    onCaller: (principal) => {
      merchantId = principal.merchantId;
    },
  });
  try {
    const pk = new URL(request.url).searchParams.get('pk') ?? '';
    const { revision } = await caller.getPage({ id, pk });
    if (merchantId === undefined) return refuse(403);
    const { address } = context;
    const page = { key: { merchantId, id }, revision, ...(address ? { address } : {}) };
    const isKnown = request.headers.get('last-event-id') === revision;
    const stream = openStream(watch, page, isKnown);
    return stream === null ? refuse(503) : new Response(stream, { headers: getHeaders() });
  } catch (error) {
    const { status } = formatErrorResponse(error);
    logFailure(requestId, error);
    return refuse(status);
  }
}

/** The message that sets when the browser connects again after the end of the stream. */
function formatRetry(): string {
  const { min, max } = RETRY_MS;
  return `retry: ${Math.round(min + (max - min) * Math.random())}\n\n`;
}

/** A browser does not connect again after such a response. The page polls and tries later. */
const refuse = (status: number): Response => new Response(null, { status, headers: getHeaders() });

type WatchedPage = Parameters<SessionWatch['watch']>[0];

/** Null if too many streams are open. */
function openStream(
  { watch }: SessionWatch,
  page: WatchedPage,
  isKnown: boolean,
): ReadableStream<Uint8Array> | null {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  );

  const send = (text: string) => {
    if ((controller?.desiredSize ?? 0) <= 0) return watcher.end();
    controller?.enqueue(encoder.encode(text));
  };
  const watcher: Watcher = {
    onRevision: (revision) => send(`id: ${revision}\nevent: revision\ndata: ${revision}\n\n`),
    end() {
      stop();
      controller?.close();
    },
  };
  const unwatch = watch(page, watcher);
  if (unwatch === null) return null;
  const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
  const end = setTimeout(watcher.end, LIFETIME_MS * (0.9 + 0.2 * Math.random()));
  stop = () => {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(end);
  };
  send(formatRetry());
  if (!isKnown) watcher.onRevision(page.revision);
  return stream;
}
