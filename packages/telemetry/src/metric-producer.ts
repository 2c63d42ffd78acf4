import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Metrics } from './metrics.ts';

type Sample = MetricValue<string> & { readonly metricName?: string };
type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Produces the metrics of a process for OpenTelemetry, with the names, labels and buckets that Prometheus reads. */
export function createMetricProducer(metrics: Pick<Metrics, 'collect'>): MetricProducer {
  const startTime = toTime(Date.now() - performance.now());
  return {
    async collect() {
      const found = await metrics.collect();
      const times = { startTime, endTime: toTime(Date.now()) };
      const scope = { name: 'parley' };
      const data = found.map((metric) => toMetricData(metric, times));
      return {
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope, metrics: data }],
        },
        errors: [],
      };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function toMetricData(metric: Metric, times: Times): MetricData {
  const base = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const type = `${metric.type}`;
  if (type === 'histogram') {
    const dataPoints = toHistograms(metric).map((point) => ({ ...times, ...point }));
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = metric.values.map(({ labels, value }) => ({
    ...times,
    attributes: toAttributes(labels),
    value,
  }));
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** One histogram for each combination of labels. The samples of its buckets count all smaller values too. */
function toHistograms({ name, values }: Metric): { attributes: Attributes; value: Histogram }[] {
  const found = new Map<string, Sample[]>();
  for (const sample of values as readonly Sample[]) {
    const key = JSON.stringify(toAttributes(sample.labels));
    found.set(key, [...(found.get(key) ?? []), sample]);
  }
  return [...found].map(([key, samples]) => {
    const get = (suffix: string) =>
      samples.find(({ metricName }) => metricName === name + suffix)?.value ?? 0;
    const buckets = samples
      .filter(({ metricName }) => metricName === `${name}_bucket`)
      .map(({ labels, value }) => ({
        le: Number(`${labels.le}`.replace('+Inf', 'Infinity')),
        value,
      }))
      .toSorted((a, b) => a.le - b.le);
    return {
      attributes: JSON.parse(key),
      value: {
        sum: get('_sum'),
        count: get('_count'),
        buckets: {
          boundaries: buckets.map(({ le }) => le).filter(Number.isFinite),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
      },
    };
  });
}

const toAttributes = ({ le, ...labels }: Sample['labels']): Attributes => labels as Attributes;

/** @param ms milliseconds since 1970 */
const toTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
