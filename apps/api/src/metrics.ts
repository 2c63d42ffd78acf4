import { errorResponse } from '@parley/router';
import type { Admission } from '@parley/runtime/admission';
import { canReadMetrics, type Metrics } from '@parley/telemetry';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import { sendError } from './errors.ts';
import { onRequestEnd } from './request-end.ts';
import { getFacts } from './request-facts.ts';
import type { RequestLogBuffer } from './request-log-buffer.ts';

export interface MetricsOptions {
  readonly metrics: Metrics;
  /** The bearer token that protects the metrics; null makes them public, undefined serves none. */
  readonly token: string | null | undefined;
}

/** The work of the process at the moment. */
interface RequestLoad {
  readonly inFlight: () => number;
  /** Requests that were refused before their body was read. */
  readonly refused: () => number;
  readonly admission: Pick<Admission, 'usage'> | undefined;
  readonly requestLog: Pick<RequestLogBuffer, 'dropped'> | undefined;
}

/** Measures every request and serves the metrics for Prometheus. No label identifies a merchant. */
export function mountMetrics(
  app: FastifyInstance,
  { metrics, token }: MetricsOptions,
  load: RequestLoad,
): void {
  const registers = [metrics.registry];
  const duration = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Response time by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const rateLimited = new Counter({
    name: 'parley_rate_limited_total',
    help: 'Requests rejected because their key exceeded its rate limit.',
    labelNames: ['operation'],
    registers,
  });
  new Gauge({
    name: 'parley_http_requests_in_flight',
    help: 'Requests whose body has arrived and whose response has not been sent.',
    registers,
    collect() {
      this.set(load.inFlight());
    },
  });
  new Gauge({
    name: 'parley_admission_calls',
    help: 'Calls of operations that run, that wait to begin, and that wait to continue after a provider call.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running = 0, waiting = 0, resuming = 0 } = load.admission?.usage() ?? {};
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'resuming' }, resuming);
    },
  });
  new Counter({
    name: 'parley_refused_requests_total',
    help: 'Requests refused during an overload before their body was read. No other metric counts them.',
    registers,
    collect() {
      this.reset();
      this.inc(load.refused());
    },
  });
  new Counter({
    name: 'parley_request_log_dropped_total',
    help: 'Requests missing in the request log because of an overload or a database that did not store them.',
    registers,
    collect() {
      this.reset();
      this.inc(load.requestLog?.dropped() ?? 0);
    },
  });
  onRequestEnd(app, (request, { status, durationMs }) => {
    const { operation = 'none' } = request.routeOptions.config;
    // A stream lasts as long as its client listens, which says nothing about the service.
    const isStream = operation === 'streamEvents' && (status === 200 || status === 499);
    if (!isStream) duration.observe({ operation, status }, durationMs / 1_000);
    if (getFacts(request).errorCode === 'rate_limited') rateLimited.inc({ operation });
  });
  if (token === undefined) return;
  app.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    if (!canReadMetrics(token, request.headers.authorization)) {
      return sendError(reply, request, errorResponse('not_found', 'There is nothing at /metrics.'));
    }
    const { contentType, text } = await metrics.page();
    return reply.header('content-type', contentType).send(text);
  });
}
