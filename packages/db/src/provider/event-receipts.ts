import type { ProviderConfigId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { WRITE_LATEST_MS, writeLatest } from '../sql/write-latest.ts';

/**
 * Records when accounts received their last event. That of an account is not recorded if another was in the last
 * minute.
 * @param now reads the database clock
 * @param onFailure is called when receipts were lost
 */
export function createEventReceipts(
  db: Connection,
  now: () => Promise<Date>,
  onFailure: (error: unknown) => void,
  elapsedMs: () => number = () => performance.now(),
) {
  const { add, flush } = writeLatest<ProviderConfigId, number>(async (receipts) => {
    const offset = (await now()).getTime() - elapsedMs();
    const ids = receipts.map(([id]) => id);
    const times = receipts.map(([, ms]) => new Date(offset + ms));
    const aMinuteBefore = times.map((time) => new Date(time.getTime() - WRITE_LATEST_MS));
    // No join with the given rows: a sharded database may refuse it for a table that every node has.
    await db.$executeRaw`
      UPDATE psp_config
      SET last_event_at = (${times}::timestamptz[])[array_position(${ids}::text[], id)]
      WHERE id = ANY(${ids}::text[]) AND (last_event_at IS NULL OR last_event_at
        <= (${aMinuteBefore}::timestamptz[])[array_position(${ids}::text[], id)])`;
  }, onFailure);
  return {
    /** Adds an event that was received now. */
    add: (id: ProviderConfigId) => add(id, elapsedMs()),
    flush,
  };
}
