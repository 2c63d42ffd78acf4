import { parseCartLines } from './cart-lines.ts';
import { type Interval, intervals } from './subscription.ts';

/** How often something is charged. */
export interface Recurrence {
  readonly interval: Interval;
  readonly intervalCount: number;
}

/** A line of a cart as a provider can sell it. */
export interface PlanItem {
  readonly name: string;
  readonly quantity: number;
  /** Minor units for one; null where only the provider's own price says. */
  readonly unitAmountMinor: number | null;
  /** The provider's price it names; null where it names none. */
  readonly priceId: string | null;
  /** Null where it is charged once, or where only the provider's own price says. */
  readonly recurring: Recurrence | null;
}

/** What a cart says about how it is to be sold. */
export interface CartPlan {
  readonly items: readonly PlanItem[];
  /** Days before the first charge of what recurs; null without a trial. */
  readonly trialDays: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const LIST_KEYS = ['lines', 'items', 'line_items', 'products'];
const PRICE_KEYS = ['provider_price_id', 'price_id', 'price'];
/** What a provider takes in one subscription. */
const MAX_ITEMS = 20;
const MAX_TRIAL_DAYS = 730;

/**
 * The plan in a free-form cart snapshot: lines with an amount or a provider's price, and what
 * recurs by `interval` and `interval_count`, beside the line's other fields or under `recurring`.
 * @returns null where a line says too little to be sold
 */
export function parseCartPlan(snapshot: Fields): CartPlan | null {
  for (const key of LIST_KEYS) {
    const list = snapshot[key];
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_ITEMS) continue;
    const items = list.map(toItem);
    if (!items.every((item) => item !== null)) continue;
    return { items, trialDays: trialDays([snapshot, ...list]) };
  }
  return null;
}

function toItem(source: unknown): PlanItem | null {
  if (!isFields(source)) return null;
  const priceId = PRICE_KEYS.map((key) => source[key]).find(isPriceId) ?? null;
  const [line] = parseCartLines({ lines: [{ ...source, name: nameOf(source) }] });
  const recurring = recurrence(source);
  if (!line || recurring === 'unreadable') return null;
  const { name, quantity, amountMinor } = line;
  if (priceId !== null) return { name, quantity, unitAmountMinor: null, priceId, recurring };
  if (amountMinor === null || amountMinor < 0) return null;
  const unit = amountMinor / quantity;
  return Number.isInteger(unit)
    ? { name, quantity, unitAmountMinor: unit, priceId, recurring }
    : // What does not divide is sold as one.
      {
        name: `${quantity} × ${name}`,
        quantity: 1,
        unitAmountMinor: amountMinor,
        priceId,
        recurring,
      };
}

/** A line's own name, or, for a line that is only a provider's price, one nobody is shown. */
function nameOf(source: Fields): unknown {
  const [named] = parseCartLines({ lines: [source] });
  return named?.name ?? (PRICE_KEYS.some((key) => isPriceId(source[key])) ? 'Item' : undefined);
}

function recurrence(source: Fields): Recurrence | null | 'unreadable' {
  const said = isFields(source.recurring) ? source.recurring : source;
  if (said.interval === undefined || said.interval === null) return null;
  const interval = intervals.find((known) => known === said.interval);
  const count = said.interval_count ?? 1;
  if (!interval || !isCount(count)) return 'unreadable';
  return { interval, intervalCount: count };
}

function trialDays(sources: readonly unknown[]): number | null {
  for (const source of sources) {
    if (!isFields(source)) continue;
    const nested = isFields(source.recurring) ? source.recurring.trial_period_days : undefined;
    const days = source.trial_period_days ?? nested;
    if (isCount(days) && days <= MAX_TRIAL_DAYS) return days;
  }
  return null;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isPriceId = (value: unknown): value is string =>
  typeof value === 'string' && /^(price|plan)_\w+$/.test(value) && value.length <= 255;
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1;
