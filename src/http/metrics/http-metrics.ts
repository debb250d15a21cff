import { Histogram, type Registry } from 'prom-client';

/** Measures each request. */
export interface HttpMetrics {
  observe(request: {
    readonly method: string;
    /** The pattern of the route, not the path. So the number of time series stays limited. */
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the histogram of request durations, in seconds. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    observe({ method, route, status, seconds }) {
      durations.observe({ method, route, status }, seconds);
    },
  };
}
