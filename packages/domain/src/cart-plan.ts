import { type Fields, findWhole, MINOR_TOTAL_KEYS, MINOR_UNIT_KEYS } from './cart-amounts.ts';
import { findLists, readItemName, readItemQuantity } from './cart-lines.ts';
import { type Interval, intervals } from './subscription.ts';

/** A billing interval. */
export interface Recurrence {
  readonly interval: Interval;
  readonly intervalCount: number;
}

/** A cart line in the form in which the provider charges it. */
export interface PlanItem {
  readonly name: string;
  readonly quantity: number;
  /** Minor units per unit; null if the provider's price determines it. */
  readonly unitAmountMinor: number | null;
  /** Id of a provider price; null if the line has an amount. */
  readonly priceId: string | null;
  /** Null for a one-time charge, or if the provider's price determines it. */
  readonly recurring: Recurrence | null;
}

/** The charges that a cart describes. */
export interface CartPlan {
  readonly items: readonly PlanItem[];
  /** Days before the first recurring charge; null without a trial. */
  readonly trialDays: number | null;
}

const PRICE_KEYS = ['provider_price_id', 'price_id', 'price'];
/** The name of a line that has only a provider price, which is never shown. */
const PLACEHOLDER = 'Item';
/** Maximum number of items the provider accepts in one subscription. */
const MAX_ITEMS = 20;
const MAX_TRIAL_DAYS = 730;

/**
 * Extracts the charges of the lines that `readCart` shows. A line has an amount or a provider price, and
 * for recurring charges `interval` and `interval_count`, directly or under `recurring`.
 * @returns null if a line lacks the data needed to charge it
 */
export function parseCartPlan(snapshot: Fields): CartPlan | null {
  for (const { cart, entries } of findLists(snapshot)) {
    if (entries.length === 0 || entries.length > MAX_ITEMS || !entries.every(isFields)) continue;
    const items = entries.map(toItem);
    if (!items.every((item) => item !== null)) continue;
    return { items, trialDays: trialDays([snapshot, cart, ...entries]) };
  }
  return null;
}

function toItem(source: Fields): PlanItem | null {
  const priceId = PRICE_KEYS.map((key) => source[key]).find(isPriceId) ?? null;
  const name = readItemName(source) ?? (priceId === null ? null : PLACEHOLDER);
  const quantity = readItemQuantity(source);
  const recurring = recurrence(source);
  // The provider takes whole quantities only.
  if (name === null || !isCount(quantity) || recurring === 'unreadable') return null;
  const amountMinor = readAmount(source, quantity);
  if (priceId !== null) return { name, quantity, unitAmountMinor: null, priceId, recurring };
  if (amountMinor === null || amountMinor < 0) return null;
  const unit = amountMinor / quantity;
  return Number.isInteger(unit)
    ? { name, quantity, unitAmountMinor: unit, priceId, recurring }
    : // An amount that the quantity does not divide becomes one unit.
      {
        name: `${quantity} × ${name}`,
        quantity: 1,
        unitAmountMinor: amountMinor,
        priceId,
        recurring,
      };
}

/** Minor units of the whole line; null without an amount. */
function readAmount(source: Fields, quantity: number): number | null {
  const unit = findWhole(source, MINOR_UNIT_KEYS);
  const amount = findWhole(source, MINOR_TOTAL_KEYS) ?? (unit ?? Number.NaN) * quantity;
  return Number.isSafeInteger(amount) ? amount : null;
}

function recurrence(source: Fields): Recurrence | null | 'unreadable' {
  const fields = isFields(source.recurring) ? source.recurring : source;
  if (fields.interval === undefined || fields.interval === null) return null;
  const interval = intervals.find((known) => known === fields.interval);
  const count = fields.interval_count ?? 1;
  if (!interval || !isCount(count)) return 'unreadable';
  return { interval, intervalCount: count };
}

function trialDays(sources: readonly Fields[]): number | null {
  for (const source of sources) {
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
