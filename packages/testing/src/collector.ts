import { startServer } from './start-server.ts';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];

export interface CollectedSpan {
  /** The `service.name` of the process. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface CollectedLine {
  readonly service: string;
  readonly traceId?: string;
  readonly text: string;
  readonly severity: string;
}

export interface CollectedMetric {
  readonly service: string;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the parts they read
  readonly [data: string]: any;
}

/** An OpenTelemetry collector on this machine. */
export interface Collector {
  /** The variables with which a process exports to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly spans: CollectedSpan[];
  readonly lines: CollectedLine[];
  readonly metrics: CollectedMetric[];
  /** Everything that it received. */
  text(): string;
  stop(): void;
}

/** Starts a server that receives OTLP over HTTP in JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  const lines: CollectedLine[] = [];
  const metrics: CollectedMetric[] = [];

  function receive(text: string): void {
    bodies.push(text);
    const { resourceSpans = [], resourceLogs = [], resourceMetrics = [] } = JSON.parse(text);
    for (const { resource, scopeSpans } of resourceSpans)
      for (const scope of scopeSpans)
        for (const span of scope.spans)
          spans.push({ ...span, service: getService(resource), attributes: read(span.attributes) });
    for (const { resource, scopeLogs } of resourceLogs)
      for (const scope of scopeLogs)
        for (const { traceId, body, severityText } of scope.logRecords) {
          const service = getService(resource);
          lines.push({ service, traceId, text: body.stringValue, severity: severityText });
        }
    for (const { resource, scopeMetrics } of resourceMetrics)
      for (const scope of scopeMetrics)
        for (const metric of scope.metrics)
          metrics.push({ ...metric, service: getService(resource) });
  }

  const { url, stop } = await startServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receive(Buffer.concat(parts).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      // Milliseconds, so that tests wait less.
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BLRP_SCHEDULE_DELAY: '200',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    },
    spans,
    lines,
    metrics,
    text: () => bodies.join('\n'),
    stop: () => void stop(),
  };
}

const read = (attributes: Attributes): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

const getService = ({ attributes }: { attributes: Attributes }): string =>
  String(read(attributes)['service.name']);
