import type pg from 'pg';
import { readScenarios } from './scenario.ts';

/** How often the delivery of an event is faulty, in percent. */
export interface Faults {
  readonly drop: number;
  readonly duplicate: number;
  readonly reorder: number;
}

/** The maximum delay of a reordered event, in milliseconds. */
const MAX_LATE_MS = 2_000;

export async function readFaults(client: pg.PoolClient | pg.Pool): Promise<Faults> {
  const found = await client.query<Faults>('SELECT "drop", duplicate, reorder FROM fault');
  return found.rows[0] ?? { drop: 0, duplicate: 0, reorder: 0 };
}

export async function writeFaults(client: pg.PoolClient, faults: Faults): Promise<void> {
  await client.query('UPDATE fault SET "drop" = $1, duplicate = $2, reorder = $3', [
    faults.drop,
    faults.duplicate,
    faults.reorder,
  ]);
}

/** Returns the delay of each delivery of an event, in milliseconds; empty if it is dropped. */
export function deliveriesOf(object: unknown, faults: Faults, random = Math.random): number[] {
  const scenarios = readScenarios(object);
  const happens = (name: string, percent: number) =>
    scenarios.has(name) || random() * 100 < percent;
  if (happens('drop_events', faults.drop)) return [];
  const count = happens('duplicate_events', faults.duplicate) ? 2 : 1;
  const late = happens('reorder_events', faults.reorder);
  return Array.from({ length: count }, () => (late ? Math.floor(random() * MAX_LATE_MS) : 0));
}
