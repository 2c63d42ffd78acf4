import { runLoop } from '../loop.ts';
import { deliverer } from './deliver.ts';
import { fanOut } from './fan-out.ts';
import { Journal } from './journal.ts';
import type { LaneWork } from './work-lane.ts';

/** Milliseconds between two looks for events nobody was told of. */
const IDLE_MS = 100;

/** Tells merchants what happened, until it is told to stop. Any number may run at once. */
export async function runWebhooks(
  given: Omit<LaneWork, 'journal' | 'slots' | 'reader' | 'crowded'>,
): Promise<void> {
  const { deps, logger, signal } = given;
  const journal = new Journal(deps.database.webhookQueue, logger);
  const deliveries = deliverer({ ...given, journal });
  await Promise.all([
    deliveries.run(),
    runLoop({
      name: 'webhook_fan_out',
      idleMs: IDLE_MS,
      work: () => fanOut(deps, deliveries),
      logger,
      signal,
    }),
  ]);
}
