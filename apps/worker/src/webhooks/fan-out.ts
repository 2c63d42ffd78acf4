import type { Deps } from '@parley/operations';
import type { Nudge } from './deliver.ts';

/** Events one round takes. */
const BATCH = 500;

/** Turns new events into deliveries; whether there may be more. */
export async function fanOut(deps: Deps, nudge: Nudge): Promise<boolean> {
  const { events, deliveries } = await deps.database.webhookQueue.fanOut(BATCH);
  if (deliveries > 0) nudge.now();
  return events === BATCH;
}
