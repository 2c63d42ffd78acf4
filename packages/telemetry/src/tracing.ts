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
import type { ConnectProvider, Provider } from '@parley/provider';

/** The span of one request, from its first byte to the end of its answer. */
export interface RequestSpan {
  /** Runs what belongs to the request, so that spans inside become its children. */
  run<T>(work: () => T): T;
  end(status: number, attributes: Attributes): void;
}

/** Traces, where they are wanted; everything here is absent otherwise. */
export interface Tracing {
  /** Begins the span of a request, below the caller's own where it sent a traceparent. */
  startRequest(
    name: string,
    requestId: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): RequestSpan;
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** The same database, with a span around each transaction. */
  database(database: Database): Database;
  /** The same provider, with a span around each call. */
  provider(connect: ConnectProvider): ConnectProvider;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

const requestKey = createContextKey('request_id');
const propagator = new W3CTraceContextPropagator();

/** Starts sending spans by OTLP over HTTP to where the OTEL_EXPORTER_OTLP_… variables say. */
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
      fail(opened, error);
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
    }),
    provider: (connect) => (account) => {
      const calls = Object.entries(connect(account)).map(([name, call]) => [
        name,
        (...args: unknown[]) =>
          span(
            `provider.${name}`,
            { 'server.address': new URL(account.apiUrl).hostname },
            () => (call as (...args: unknown[]) => Promise<unknown>)(...args),
            SpanKind.CLIENT,
          ),
      ]);
      return Object.fromEntries(calls) as Provider;
    },
    close: () => tracers.shutdown(),
  };
}

/** By name and code alone: a message may quote what was sent. */
function fail(span: Span, error: unknown): void {
  const { name = 'Error', code } = error as { name?: string; code?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
}
