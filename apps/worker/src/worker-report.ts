import type { AttemptOutcome, FannedOutDecline, LeasedProviderEvent, Scope } from '@parley/db';
import { modes } from '@parley/domain';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';

const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Counts, times and logs what a worker does. */
export interface WorkerReport {
  readonly logger: Logger;
  /** Logs and counts the rows of one run of a sweep by result. Does nothing if there were none. */
  recordSweep(sweep: string, counts: Readonly<Record<string, number>>): void;
  /** Counts declined payments, and logs and counts where they begin to spike. */
  recordDeclines(fannedOut: {
    readonly declines: readonly Pick<FannedOutDecline, 'mode'>[];
    readonly spikes: readonly Scope[];
  }): void;
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
export function createWorkerReport(logger: Logger, registry?: Registry): WorkerReport {
  const registers = registry ? [registry] : [];
  const sweepRows = new Counter({
    name: 'parley_sweep_rows_total',
    help: 'Rows that sweeps have processed, by result.',
    labelNames: ['sweep', 'result'],
    registers,
  });
  const declined = new Counter({
    name: 'parley_declines_total',
    help: 'Declined payments, by mode.',
    labelNames: ['mode'],
    registers,
  });
  const spiked = new Counter({
    name: 'parley_decline_spikes_total',
    help: 'Times that far more payments of a merchant began to be declined than usual, by mode.',
    labelNames: ['mode'],
    registers,
  });
  // Prometheus sees no increase of a counter that begins with its first spike.
  for (const mode of modes) spiked.inc({ mode }, 0);
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
    logger,
    recordSweep(sweep, counts) {
      const nonZero = Object.entries(counts).filter(([, count]) => count > 0);
      if (nonZero.length === 0) return;
      for (const [result, count] of nonZero) sweepRows.inc({ sweep, result }, count);
      logger.info({ msg: 'sweep', sweep, ...Object.fromEntries(nonZero) });
    },
    recordDeclines({ declines, spikes }) {
      for (const { mode } of declines) declined.inc({ mode });
      for (const { merchantId, mode } of spikes) {
        spiked.inc({ mode });
        logger.warn({ msg: 'declined payments spike', merchant_id: merchantId, mode });
      }
    },
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
