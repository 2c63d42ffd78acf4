import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Database } from '@parley/db';
import { aroundCalls, type ConnectProvider } from '@parley/provider';

/** The span of one HTTP request, from its first byte to the end of its response. */
export interface RequestSpan {
  /** Runs a function whose spans become children of the request. */
  run<T>(work: () => T): T;
  end(status: number, attributes: Attributes): void;
}

/** Records traces. A process without tracing has no such object. */
export interface Tracing {
  /** Starts the span of a request. It is a child of the caller's span if there is a traceparent header. */
  startRequest(
    name: string,
    requestId: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): RequestSpan;
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** A database that records a span for each transaction and commit. */
  database(database: Database): Database;
  /** A provider connector that records a span for each call. */
  provider(connect: ConnectProvider): ConnectProvider;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const requestKey = createContextKey('request_id');
const propagator = new W3CTraceContextPropagator();

/** Starts sending spans by OTLP over HTTP, configured by the OTEL_EXPORTER_OTLP_… variables. */
export function startTracing(service: string): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracers = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `parley-${service}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = tracers.getTracer('parley');

  async function span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    kind = SpanKind.INTERNAL,
  ): Promise<T> {
    const requestId = context.active().getValue(requestKey);
    const opened = tracer.startSpan(name, {
      kind,
      attributes: {
        ...attributes,
        ...(typeof requestId === 'string' ? { request_id: requestId } : {}),
      },
    });
    try {
      return await context.with(trace.setSpan(context.active(), opened), work);
    } catch (error) {
      recordFailure(opened, error);
      throw error;
    } finally {
      opened.end();
    }
  }

  function startRequest(
    name: string,
    requestId: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): RequestSpan {
    const caller: Context = propagator.extract(context.active(), headers, {
      get: (carrier, key) => carrier[key],
      keys: (carrier) => Object.keys(carrier),
    });
    const opened = tracer.startSpan(
      name,
      { kind: SpanKind.SERVER, attributes: { request_id: requestId } },
      caller,
    );
    const inside = trace.setSpan(caller, opened).setValue(requestKey, requestId);
    return {
      run: (work) => context.with(inside, work),
      end(status, attributes) {
        opened.setAttributes({ ...attributes, 'http.response.status_code': status });
        if (status >= 500) opened.setStatus({ code: SpanStatusCode.ERROR });
        opened.end();
      },
    };
  }

  return {
    startRequest,
    span,
    database: (database) => ({
      ...database,
      transaction: (scope, work) =>
        span('transaction', { 'db.system.name': 'postgresql' }, () =>
          database.transaction(scope, work),
        ),
      commit: (commit) =>
        span('commit', { 'db.system.name': 'postgresql' }, () => database.commit(commit)),
    }),
    provider: (connect) => (account) => {
      const attributes = { 'server.address': new URL(account.apiUrl).hostname };
      return aroundCalls(connect(account), (name, call) =>
        span(`provider.${name}`, attributes, call, SpanKind.CLIENT),
      );
    },
    close: () => tracers.shutdown(),
  };
}

/** Records name and code only, because a message may quote request content. */
function recordFailure(span: Span, error: unknown): void {
  const { name = 'Error', code } = error as { name?: string; code?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
}
