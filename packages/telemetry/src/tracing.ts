import {
  type Attributes,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Database } from '@parley/db';
import { aroundCalls, type ConnectProvider } from '@parley/provider';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The span of one HTTP request, from its first byte to the end of its response. */
export interface RequestSpan {
  /** Runs a function whose spans become children of the request. */
  run<T>(work: () => T): T;
  end(status: number, attributes: Attributes): void;
}

interface WorkOptions {
  /** The parent, as stored by the work that caused this one; the current span by default. */
  readonly traceparent?: string | null;
  /** A request to another service, or work that another process stored; neither by default. */
  readonly kind?: 'client' | 'consumer';
}

/** Records traces. A process without tracing has no such object. */
export interface Tracing {
  /**
   * Starts the span of a request. It is a child of the caller's span if there is a traceparent header.
   * @param requestId null if it is not known yet
   */
  startRequest(name: string, requestId: string | null, headers: Headers): RequestSpan;
  span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    options?: WorkOptions,
  ): Promise<T>;
  /** The `traceparent` with which another process or service continues the current trace; undefined outside of one. */
  getTraceparent(): string | undefined;
  /** The ids of the current trace and span for a log line. */
  logFields(): { trace_id?: string; span_id?: string };
  /** A database that records a span for each transaction and commit of a request or other work. */
  database(database: Database): Database;
  /** A provider connector that records a span for each call. */
  provider(connect: ConnectProvider): ConnectProvider;
}

const requestKey = createContextKey('request_id');
const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Records spans with the tracer of a provider that is started. */
export function createTracing(tracer: Tracer): Tracing {
  async function span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    { traceparent, kind }: WorkOptions = {},
  ): Promise<T> {
    const parent = traceparent
      ? propagation.extract(ROOT_CONTEXT, { traceparent })
      : context.active();
    const requestId = parent.getValue(requestKey);
    const options: SpanOptions = {
      kind: kind ? kinds[kind] : SpanKind.INTERNAL,
      attributes:
        typeof requestId === 'string' ? { ...attributes, request_id: requestId } : attributes,
    };
    const opened = tracer.startSpan(name, options, parent);
    try {
      return await context.with(trace.setSpan(parent, opened), work);
    } catch (error) {
      recordFailure(opened, error);
      throw error;
    } finally {
      opened.end();
    }
  }

  const spanOfStatement = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    // The searches of idle loops would be most of the traces.
    trace.getSpanContext(context.active()) === undefined
      ? work()
      : span(name, { 'db.system.name': 'postgresql' }, work);

  return {
    span,
    startRequest(name, requestId, headers) {
      const caller = propagation.extract(context.active(), headers);
      const attributes = requestId === null ? {} : { request_id: requestId };
      const opened = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
      const inside = trace.setSpan(caller, opened).setValue(requestKey, requestId);
      return {
        run: (work) => context.with(inside, work),
        end(status, facts) {
          opened.setAttributes({ ...facts, 'http.response.status_code': status });
          if (status >= 500) opened.setStatus({ code: SpanStatusCode.ERROR });
          opened.end();
        },
      };
    },
    getTraceparent() {
      const headers: { traceparent?: string } = {};
      propagation.inject(context.active(), headers);
      return headers.traceparent;
    },
    logFields() {
      const current = trace.getSpanContext(context.active());
      return current ? { trace_id: current.traceId, span_id: current.spanId } : {};
    },
    database: (database) => ({
      ...database,
      transaction: (scope, work) =>
        spanOfStatement('transaction', () => database.transaction(scope, work)),
      commit: (commit) => spanOfStatement('commit', () => database.commit(commit)),
    }),
    provider: (connect) => (account) => {
      const attributes = { 'server.address': new URL(account.apiUrl).hostname };
      return aroundCalls(connect(account), (name, call) =>
        span(`provider.${name}`, attributes, call, { kind: 'client' }),
      );
    },
  };
}

/** Records name and code only, because a message may quote request content. */
function recordFailure(span: Span, error: unknown): void {
  const { name = 'Error', code } = Object(error) as { name?: string; code?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
}
