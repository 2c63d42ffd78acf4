import { DiagLogLevel, diag, logs, trace } from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { type IMetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { version } from '@parley/environment/version';
import { createLineExporter } from './export-lines.ts';
import { createMetricProducer } from './metric-producer.ts';
import type { Metrics } from './metrics.ts';
import type { ProcessTelemetry } from './process-telemetry.ts';
import { createTracing } from './tracing.ts';

interface OpenTelemetryOptions {
  /** Name of the process. OTEL_SERVICE_NAME replaces the service name that is made from it. */
  readonly process: string;
  readonly metrics: Metrics;
  /** Called when something could not be exported. */
  readonly onFailure: () => void;
}

interface OpenTelemetry extends Pick<ProcessTelemetry, 'tracing' | 'exportLine'> {
  /** Exports what remains, and stops. */
  close(): Promise<void>;
}

/**
 * Starts to export traces, metrics and log lines by OTLP. The OTEL_… variables of the OpenTelemetry
 * specification configure it. Only spans of this package are exported: those of a framework contain URLs.
 */
export async function startOpenTelemetry({
  process: name,
  metrics,
  onFailure,
}: OpenTelemetryOptions): Promise<OpenTelemetry> {
  // Those of the process and its owner contain paths and arguments.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env,host,serviceinstance';
  const metricReaders = await createMetricReaders(metrics);
  const sdk = new NodeSDK({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': `parley-${name}`, 'service.version': version }),
    ),
    ...(metricReaders ? { metricReaders } : {}),
  });
  sdk.start();
  const ignore = () => {};
  diag.setLogger(
    { error: onFailure, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const tracer = trace.getTracer('parley');
  // No other code finds the provider, such as the framework of the web apps.
  trace.disable();
  return {
    tracing: createTracing(tracer),
    exportLine: createLineExporter(logs.getLogger('parley')),
    close: () => sdk.shutdown(),
  };
}

const metricExporters = {
  grpc: () => import('@opentelemetry/exporter-metrics-otlp-grpc'),
  'http/json': () => import('@opentelemetry/exporter-metrics-otlp-http'),
  'http/protobuf': () => import('@opentelemetry/exporter-metrics-otlp-proto'),
};

/** A reader that exports the metrics by OTLP; undefined if OTEL_METRICS_EXPORTER names another exporter. */
async function createMetricReaders(metrics: Metrics): Promise<IMetricReader[] | undefined> {
  const {
    OTEL_METRICS_EXPORTER,
    OTEL_EXPORTER_OTLP_PROTOCOL,
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL,
    OTEL_METRIC_EXPORT_INTERVAL,
  } = process.env;
  if ((OTEL_METRICS_EXPORTER || 'otlp') !== 'otlp') return undefined;
  const protocol = OTEL_EXPORTER_OTLP_METRICS_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || '';
  const load =
    metricExporters[protocol as keyof typeof metricExporters] ?? metricExporters['http/protobuf'];
  const { OTLPMetricExporter } = await load();
  const exportIntervalMillis = Number(OTEL_METRIC_EXPORT_INTERVAL) || 60_000;
  return [
    new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis,
      exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
      metricProducers: [createMetricProducer(metrics)],
    }),
  ];
}
