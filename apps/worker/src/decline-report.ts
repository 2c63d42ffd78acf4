import type { FannedOutDecline, Scope } from '@parley/db';
import { modes } from '@parley/domain';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Counts declined payments, and logs and counts where they begin to spike. */
export interface DeclineReport {
  record(fannedOut: {
    readonly declines: readonly Pick<FannedOutDecline, 'mode'>[];
    readonly spikes: readonly Scope[];
  }): void;
}

/** @param registry where the counters are registered; they are not exported without one */
export function createDeclineReport(logger: Logger, registry?: Registry): DeclineReport {
  const registers = registry ? [registry] : [];
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
  return {
    record({ declines, spikes }) {
      for (const { mode } of declines) declined.inc({ mode });
      for (const { merchantId, mode } of spikes) {
        spiked.inc({ mode });
        logger.warn({ msg: 'declined payments spike', merchant_id: merchantId, mode });
      }
    },
  };
}
