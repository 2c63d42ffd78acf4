import type { ProviderConfigId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';

/** Milliseconds between two writes of one account's receipts, and between two statements of one process. */
const RECORD_RECEIPTS_MS = 60_000;

/** The last events of provider accounts that are not recorded yet. */
export interface EventReceipts {
  /** Adds an event that was received now. It is recorded within a minute, unless another was in the last minute. */
  add(id: ProviderConfigId): void;
  /** Records the receipts so far. Those that the database does not accept are reported and lost; the next one is recorded. */
  flush(): Promise<void>;
}

/**
 * Records when accounts received their last event, in one statement a minute for all accounts: every node
 * of a sharded database has them, and a write locks them on all nodes.
 * @param now reads the database clock
 * @param onFailure is called when receipts were lost
 */
export function createEventReceipts(
  db: Connection,
  now: () => Promise<Date>,
  onFailure: (error: unknown) => void,
  elapsedMs: () => number = () => performance.now(),
): EventReceipts {
  const receivedAt = new Map<ProviderConfigId, number>();
  let timer: NodeJS.Timeout | undefined;

  async function record(receipts: readonly (readonly [id: string, ms: number])[]): Promise<void> {
    const offset = (await now()).getTime() - elapsedMs();
    const ids = receipts.map(([id]) => id);
    const times = receipts.map(([, ms]) => new Date(offset + ms));
    const aMinuteBefore = times.map((time) => new Date(time.getTime() - RECORD_RECEIPTS_MS));
    // No join with the given rows: a sharded database may refuse it for a table that every node has.
    await db.$executeRaw`
      UPDATE psp_config
      SET last_event_at = (${times}::timestamptz[])[array_position(${ids}::text[], id)]
      WHERE id = ANY(${ids}::text[]) AND (last_event_at IS NULL OR last_event_at
        <= (${aMinuteBefore}::timestamptz[])[array_position(${ids}::text[], id)])`;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const receipts = [...receivedAt];
    receivedAt.clear();
    if (receipts.length > 0) await record(receipts).catch(onFailure);
  }

  return {
    add(id) {
      receivedAt.set(id, elapsedMs());
      timer ??= setTimeout(() => void flush(), RECORD_RECEIPTS_MS).unref();
    },
    flush,
  };
}
