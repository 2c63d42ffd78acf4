import type pg from 'pg';
import { DECLINES } from './cards/declines.ts';
import type { CardBehavior } from './cards/test-cards.ts';

/** The metadata key of scenarios; its value is a comma-separated list. */
export const SCENARIO_KEY = 'sandbox_scenario';

/** All scenarios except `decline_<code>`. */
const SCENARIOS = [
  'success',
  'authenticate',
  'settle_later',
  'settle_later_fail',
  'slow',
  'timeout',
  'wrong_amount',
  'taxes',
  'refund',
  'dispute',
  'duplicate_events',
  'reorder_events',
  'drop_events',
  'search_lag',
];

const known: ReadonlySet<string> = new Set(SCENARIOS);

/** Returns the scenarios in an object's metadata or, for an invoice, in its subscription's metadata. */
export function readScenarios(object: unknown): ReadonlySet<string> {
  const { metadata, parent } = (object ?? {}) as {
    metadata?: Record<string, string> | null;
    parent?: { subscription_details?: { metadata?: Record<string, string> | null } | null } | null;
  };
  const text =
    metadata?.[SCENARIO_KEY] ?? parent?.subscription_details?.metadata?.[SCENARIO_KEY] ?? '';
  return new Set(text.split(',').map((name) => name.trim()));
}

/** Returns the metadata that passes an object's scenarios on to an object created from it. */
export function scenarioMetadata(object: unknown): Record<string, string> {
  const text = [...readScenarios(object)].join(',');
  return text === '' ? {} : { [SCENARIO_KEY]: text };
}

/** Returns the first unknown scenario of a list; null if all are known. */
export function findUnknownScenario(text: string): string | null {
  const wrong = text.split(',').find((part) => {
    const name = part.trim();
    return !known.has(name) && !(declineName(name) in DECLINES);
  });
  return wrong ?? null;
}

/** Returns the behavior that the object's scenarios define, otherwise the card's. */
export function scenarioBehavior(card: CardBehavior, object: unknown): CardBehavior {
  for (const name of readScenarios(object)) {
    const decline = Object.entries(DECLINES).find(([code]) => code === declineName(name))?.[1];
    if (decline) return { type: 'decline', decline };
    if (name === 'success') return { type: 'succeed' };
    if (name === 'authenticate') return { type: 'authenticate', when: 'always' };
    if (name === 'settle_later') return { type: 'settle_later', outcome: 'succeeded' };
    if (name === 'settle_later_fail') return { type: 'settle_later', outcome: 'failed' };
  }
  return card;
}

const declineName = (name: string): string =>
  name.startsWith('decline_') ? name.slice('decline_'.length) : '';

/** The captured amount: one minor unit less than requested in the `wrong_amount` scenario. */
export const amountCaptured = (amount: number, object: unknown): number =>
  readScenarios(object).has('wrong_amount') ? Math.max(0, amount - 1) : amount;

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
export function getDeliveries(object: unknown, faults: Faults, random = Math.random): number[] {
  const scenarios = readScenarios(object);
  const happens = (name: string, percent: number) =>
    scenarios.has(name) || random() * 100 < percent;
  if (happens('drop_events', faults.drop)) return [];
  const count = happens('duplicate_events', faults.duplicate) ? 2 : 1;
  const late = happens('reorder_events', faults.reorder);
  return Array.from({ length: count }, () => (late ? Math.floor(random() * MAX_LATE_MS) : 0));
}
