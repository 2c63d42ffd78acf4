import { currencyExponent, type Money } from './money.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** How the amounts of a cart are read. */
export interface CartScale {
  readonly currency: string;
  /** The digits of the currency's minor unit. */
  readonly digits: number;
  /** The unit of amounts whose key does not name it; null if it is not known. */
  readonly plain: 'minor' | 'major' | null;
}

interface LineAmounts {
  /** Null if it is not known, or if the quantity does not multiply it to the amount of the line. */
  readonly unitAmountMinor: number | null;
  /** Null if it is not known. */
  readonly amountMinor: number | null;
}

/** Amounts in minor units, of this API and of Stripe. */
export const MINOR_TOTAL_KEYS = [
  'amount_minor',
  'total_minor',
  'amount_total',
  'total_amount_minor',
];
export const MINOR_UNIT_KEYS = [
  'unit_amount_minor',
  'unit_price_minor',
  'unit_amount',
  'price_minor',
];
/** Amounts of other shops. Text is in major units; numbers are in either. */
const PLAIN_TOTAL_KEYS = ['total', 'line_total'];
const PLAIN_UNIT_KEYS = ['unit_price', 'price'];

/** Finds out in which unit the shop states its amounts: in the one in which they add up to the charge. */
export function findScale(
  root: Fields,
  entries: readonly { readonly fields: Fields; readonly quantity: number }[],
  { amountMinor, currency }: Money,
): CartScale {
  const digits = currencyExponent(currency);
  const known = { currency, digits };
  const totals = [root.total, getSum(entries)].filter((total) => typeof total === 'number');
  if (totals.includes(amountMinor)) return { ...known, plain: 'minor' };
  const isMajor = totals.some((total) => toMinor(total, digits) === amountMinor);
  return { ...known, plain: isMajor ? 'major' : null };
}

function getSum(
  entries: readonly { readonly fields: Fields; readonly quantity: number }[],
): number | null {
  let sum = 0;
  for (const { fields, quantity } of entries) {
    const total = findNumber(fields, PLAIN_TOTAL_KEYS);
    const unit = findNumber(fields, PLAIN_UNIT_KEYS);
    const amount = total ?? (unit === null ? null : unit * quantity);
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

/**
 * Reads one amount.
 * @param minorKeys whose values are in minor units
 * @param plainKeys whose values are text in major units, objects of Shopify, or numbers in the unit of the cart
 */
export function readAmount(
  fields: Fields,
  minorKeys: readonly string[],
  plainKeys: readonly string[],
  scale: CartScale,
): number | null {
  const minor = findWhole(fields, minorKeys);
  if (minor !== null) return minor;
  const money = plainKeys.map((key) => readMoney(fields[key], scale));
  return money.find((amount) => amount !== null) ?? findPlain(fields, plainKeys, scale);
}

/** Reads the amounts of a line. */
export function readAmounts(fields: Fields, quantity: number, scale: CartScale): LineAmounts {
  const unit = readUnitAmount(fields, scale);
  const stated = readTotal(fields, scale);
  const product = unit === null ? null : exact(Math.round(unit * quantity));
  const amountMinor = stated ?? product;
  if (amountMinor === null) return { unitAmountMinor: null, amountMinor };
  if (unit !== null) {
    return { unitAmountMinor: product === amountMinor ? unit : null, amountMinor };
  }
  const share = amountMinor / quantity;
  return { unitAmountMinor: Number.isSafeInteger(share) ? share : null, amountMinor };
}

function readTotal(fields: Fields, scale: CartScale): number | null {
  const minor = findWhole(fields, MINOR_TOTAL_KEYS);
  if (minor !== null) return minor;
  // A line of an invoice of Stripe.
  if (fields.object === 'line_item' && isWhole(fields.amount)) return fields.amount;
  // The cart of a theme of Shopify has hundredths in every currency.
  const hundredths = findWhole(fields, ['final_line_price', 'line_price']);
  if (hundredths !== null) return fromHundredths(hundredths, scale);
  const cost = toFields(fields.cost);
  return readMoney(cost.totalAmount, scale) ?? findPlain(fields, PLAIN_TOTAL_KEYS, scale);
}

function readUnitAmount(fields: Fields, scale: CartScale): number | null {
  const price = toFields(fields.price);
  for (const source of [fields, toFields(fields.price_data), price]) {
    const minor = findWhole(source, MINOR_UNIT_KEYS);
    if (minor !== null) return minor;
  }
  const hundredths = findWhole(fields, ['final_line_price', 'line_price']);
  if (hundredths !== null) {
    const unit = findWhole(fields, ['final_price', 'price']);
    return unit === null ? null : fromHundredths(unit, scale);
  }
  const cost = toFields(fields.cost);
  return (
    readMoney(cost.amountPerQuantity, scale) ??
    readMoney(toFields(fields.merchandise).price, scale) ??
    readMoney(fields.price, scale) ??
    findPlain(fields, PLAIN_UNIT_KEYS, scale)
  );
}

/** An amount of Shopify's GraphQL, in major units with its currency. */
function readMoney(value: unknown, { currency, digits }: CartScale): number | null {
  const { amount, currencyCode } = toFields(value);
  if (typeof currencyCode !== 'string' || currencyCode.toLowerCase() !== currency) return null;
  return toMinor(amount, digits);
}

function findPlain(
  fields: Fields,
  keys: readonly string[],
  { digits, plain }: CartScale,
): number | null {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return toMinor(value, digits);
    if (typeof value !== 'number' || plain === null) continue;
    return plain === 'major' ? toMinor(value, digits) : whole(value);
  }
  return null;
}

/** Minor units of an amount in major units, as a number or as text with a decimal point; null if it is none. */
function toMinor(value: unknown, digits: number): number | null {
  const isDecimal = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (!isDecimal && typeof value !== 'number') return null;
  const minor = Number(value) * 10 ** digits;
  const rounded = Math.round(minor);
  // 19.99 has no exact binary fraction.
  return Math.abs(minor - rounded) < 1e-6 ? exact(rounded) : null;
}

function fromHundredths(amount: number, { digits }: CartScale): number | null {
  return whole(amount * 10 ** (digits - 2));
}

export function findWhole(fields: Fields, keys: readonly string[]): number | null {
  return keys.map((key) => fields[key]).find(isWhole) ?? null;
}

function findNumber(fields: Fields, keys: readonly string[]): number | null {
  return keys.map((key) => fields[key]).find((value) => typeof value === 'number') ?? null;
}

/** Null and values that are not objects become an object without fields. */
export const toFields = (value: unknown): Fields => Object(value);
const exact = (amount: number): number | null => (Number.isSafeInteger(amount) ? amount : null);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const whole = (value: number): number | null => (isWhole(value) ? value : null);
