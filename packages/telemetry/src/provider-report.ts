import { aroundCalls, type ConnectProvider, classifyFailure } from '@parley/provider';
import { Histogram, type Registry } from 'prom-client';

/** Times the calls of the provider. */
export interface ProviderReport {
  /** @param result succeeded, or why the call failed */
  record(call: string, result: string, seconds: number): void;
}

/** @param registry where the metric is registered */
export function createProviderReport(registry: Registry): ProviderReport {
  const duration = new Histogram({
    name: 'parley_provider_call_duration_seconds',
    help: 'Time of a call of the provider with its repeats, by call and result: succeeded, refused, key_refused, rate_limited, unavailable or failed.',
    labelNames: ['call', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return { record: (call, result, seconds) => duration.observe({ call, result }, seconds) };
}

/** A connector whose calls are reported. */
export function measureProvider(connect: ConnectProvider, report: ProviderReport): ConnectProvider {
  return (account) =>
    aroundCalls(connect(account), async (name, call) => {
      const startedAt = performance.now();
      let result = 'succeeded';
      try {
        return await call();
      } catch (error) {
        result = classifyFailure(error);
        throw error;
      } finally {
        report.record(name, result, (performance.now() - startedAt) / 1_000);
      }
    });
}
