import { Histogram, type Registry } from 'prom-client';

/** Times the requests of a web app. */
export interface WebReport {
  /**
   * @param route the pattern of the path
   * @param status the HTTP status, of which the metric has the class
   */
  record(route: string, status: number, seconds: number): void;
}

/** @param registry where the metric is registered */
export function createWebReport(registry: Registry): WebReport {
  const duration = new Histogram({
    name: 'parley_web_request_duration_seconds',
    help: 'Response time of the dashboard and the payer page, by route and class of the status.',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    record(route, status, seconds) {
      duration.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
  };
}
