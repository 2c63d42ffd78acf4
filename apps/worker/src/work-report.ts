import type { AttemptOutcome, LeasedProviderEvent } from '@parley/db';
import { Counter, Histogram, type Registry } from 'prom-client';

const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Counts and times what the worker does for merchants. */
export interface WorkReport {
  /** Counts an attempt to deliver a webhook, and measures how long a delivery waited for its first one. */
  recordAttempt(
    attempt: Pick<AttemptOutcome, 'status' | 'startedAt' | 'delivery'> & {
      readonly queue: Pick<AttemptOutcome['queue'], 'mode' | 'failingSince' | 'slowResponses'>;
    },
  ): void;
  /**
   * Measures how long it took until a provider event was applied.
   * @param seconds since the event was claimed
   */
  recordAppliedEvent(
    event: Pick<LeasedProviderEvent, 'mode' | 'parks' | 'ageSeconds'>,
    seconds: number,
  ): void;
}

/** @param registry where the metrics are registered; they are not exported without one */
export function createWorkReport(registry?: Registry): WorkReport {
  const registers = registry ? [registry] : [];
  const firstAttempt = new Histogram({
    name: 'parley_webhook_first_attempt_seconds',
    help: 'Time from an event to the first attempt to deliver it, by mode, without slow or failing endpoints.',
    labelNames: ['mode'],
    buckets: BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: 'parley_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by mode and result: succeeded, retried or failed.',
    labelNames: ['mode', 'result'],
    registers,
  });
  const applied = new Histogram({
    name: 'parley_provider_event_applied_seconds',
    help: 'Time from the receipt of a provider event until it was applied, by mode, without events that were parked.',
    labelNames: ['mode'],
    buckets: BUCKETS,
    registers,
  });
  return {
    recordAttempt({ queue, delivery, startedAt, status }) {
      const { mode } = queue;
      attempts.inc({ mode, result: status === 'waiting' ? 'retried' : status });
      // Other deliveries wait for the receiver.
      const isHealthy = queue.failingSince === null && queue.slowResponses === 0;
      if (delivery.attempts > 0 || !isHealthy) return;
      firstAttempt.observe({ mode }, Math.max(0, (startedAt - delivery.dueSince) / 1_000));
    },
    recordAppliedEvent({ mode, parks, ageSeconds }, seconds) {
      // A parked event waited for its object.
      if (parks === 0) applied.observe({ mode }, ageSeconds + seconds);
    },
  };
}
