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

type Fields = Readonly<Record<string, unknown>>;

const LIST_KEYS = ['lines', 'items', 'line_items', 'products'];
const NAME_KEYS = ['name', 'title', 'description', 'label'];
const TOTAL_KEYS = ['amount_minor', 'total_minor', 'amount_total', 'total_amount_minor'];
const UNIT_KEYS = ['unit_amount_minor', 'unit_price_minor', 'unit_amount', 'price_minor'];
const PRICE_KEYS = ['provider_price_id', 'price_id', 'price'];
/** The name of a line that has only a provider price, which is never shown. */
const PLACEHOLDER = 'Item';
/** Maximum number of items the provider accepts in one subscription. */
const MAX_ITEMS = 20;
const MAX_TRIAL_DAYS = 730;

/**
 * Extracts the charges of a free-form cart snapshot. A line has an amount or a provider price, and
 * for recurring charges `interval` and `interval_count`, directly or under `recurring`.
 * @returns null if a line lacks the data needed to charge it
 */
export function parseCartPlan(snapshot: Fields): CartPlan | null {
  for (const key of LIST_KEYS) {
    const list = snapshot[key];
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_ITEMS) continue;
    if (!list.every(isFields)) continue;
    const items = list.map(toItem);
    if (!items.every((item) => item !== null)) continue;
    return { items, trialDays: trialDays([snapshot, ...list]) };
  }
  return null;
}

function toItem(source: Fields): PlanItem | null {
  const priceId = PRICE_KEYS.map((key) => source[key]).find(isPriceId) ?? null;
  const name = readName(source) ?? (priceId === null ? null : PLACEHOLDER);
  const quantity = source.quantity ?? source.qty ?? 1;
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

const readName = (source: Fields): string | null =>
  NAME_KEYS.map((key) => source[key])
    .find(isText)
    ?.trim() ?? null;

/** Minor units of the whole line; null without an amount. */
function readAmount(source: Fields, quantity: number): number | null {
  const total = TOTAL_KEYS.map((key) => source[key]).find(isWhole);
  const unit = UNIT_KEYS.map((key) => source[key]).find(isWhole);
  const amount = total ?? (unit ?? Number.NaN) * quantity;
  return isWhole(amount) ? amount : null;
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
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1;
