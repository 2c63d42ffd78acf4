import { type CartScale, type Fields, findScale, readAmounts, toFields } from './cart-amounts.ts';
import type { Money } from './money.ts';

/** A cart line as shown to people. Amounts are in minor units. */
export interface CartLine {
  readonly name: string;
  /** 0 or more, also with a fraction. */
  readonly quantity: number;
  /** The unit of the quantity, such as kg; null for pieces. */
  readonly unit: string | null;
  /** Null if it is not known, or if the quantity does not multiply it to the amount of the line. */
  readonly unitAmountMinor: number | null;
  /** For the whole line; null if the snapshot has no amount. */
  readonly amountMinor: number | null;
}

/** The lines of a cart snapshot. */
export interface CartContents {
  readonly lines: readonly CartLine[];
  /** The number of entries that cannot be shown: without a name, with an unreadable quantity, or too many. */
  readonly omitted: number;
}

/** The objects that shops wrap a cart in. */
const CART_KEYS = ['cart', 'order', 'checkout'];
const LIST_KEYS = ['lines', 'items', 'line_items', 'lineItems', 'products'];
const NAME_KEYS = ['name', 'title', 'product_title', 'product_name', 'description', 'label', 'sku'];
const VARIANT_KEYS = ['variant_title', 'variant_name'];
/** What Shopify and Medusa call the only variant of a product. */
const NO_VARIANT = /^default( title| variant)?$/i;
const UNIT_KEYS = ['unit', 'quantity_unit', 'unit_of_measure', 'unit_label'];
const MAX_UNIT_LENGTH = 20;
const MAX_QUANTITY = 1_000_000_000;
const MAX_LINES = 500;
/** A cell of a table never shows more characters. */
const MAX_CELL_LENGTH = 120;

/**
 * Reads the lines of a free-form cart snapshot: this API's own shape, and those of Stripe, Shopify and Medusa.
 * docs/guides/cart-snapshots.md lists the keys. An entry that cannot be shown hides no other one.
 * @param charge of the cart. It decides whether amounts are in major units if the shape does not.
 */
export function readCart(snapshot: Fields, charge: Money | null): CartContents {
  for (const { cart, entries } of findLists(snapshot)) {
    const readable = entries.map(toEntry).filter((entry) => entry !== null);
    if (readable.length === 0) continue;
    const shown = readable.slice(0, MAX_LINES);
    const scale = charge && findScale(cart, shown, charge);
    return {
      lines: shown.map((entry) => toLine(entry, scale)),
      omitted: entries.length - shown.length,
    };
  }
  return { lines: [], omitted: 0 };
}

/** The lists that may have the items of a snapshot, in the order in which they are read. */
export const findLists = (snapshot: Fields) =>
  findCarts(snapshot).flatMap((cart) =>
    LIST_KEYS.map((key) => ({ cart, entries: readList(cart[key]) })),
  );

/** The snapshot, and the carts inside it. */
export const findCarts = (snapshot: Fields): readonly Fields[] => [
  snapshot,
  ...CART_KEYS.map((key) => toFields(snapshot[key])),
];

/** A cart in one line. */
export interface CartSummary {
  /** The name of the first item, with its quantity if that is not one. */
  readonly firstItem: string;
  /** How many other items there are. */
  readonly moreItems: number;
}

/** @returns null if the snapshot has no recognizable lines */
export function summarizeCart(snapshot: Fields): CartSummary | null {
  const { lines, omitted } = readCart(snapshot, null);
  const [first] = lines;
  if (!first) return null;
  const { quantity, unit } = first;
  const count = quantity !== 1 || unit ? `${[quantity, unit].filter(Boolean).join(' ')} × ` : '';
  return {
    firstItem: `${count}${truncateText(first.name)}`,
    moreItems: lines.length - 1 + omitted,
  };
}

/** Truncates a text for a table cell; an ellipsis replaces the rest. */
export function truncateText(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  // A cut within a surrogate pair would leave half of a character.
  return `${text.slice(0, MAX_CELL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** An entry of a list that can be shown. */
interface Entry {
  readonly fields: Fields;
  readonly name: string;
  readonly quantity: number;
}

/** An array, a list object of Stripe, or a connection of Shopify's GraphQL. */
function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { data, nodes, edges } = toFields(value);
  if (Array.isArray(edges)) return edges.map((edge) => toFields(edge).node);
  return [data, nodes].find(Array.isArray) ?? [];
}

function toEntry(item: unknown): Entry | null {
  const fields = toFields(item);
  const name = readItemName(fields);
  const quantity = readItemQuantity(fields);
  return name === null || quantity === null ? null : { fields, name, quantity };
}

/** The name of an item with its variant; null without a name. */
export function readItemName(fields: Fields): string | null {
  const price = toFields(fields.price);
  const merchandise = toFields(fields.merchandise);
  const sources = [
    fields,
    toFields(toFields(fields.price_data).product_data),
    toFields(merchandise.product),
    toFields(fields.product),
    toFields(price.product),
  ];
  const name = sources.map((source) => findText(source, NAME_KEYS)).find((text) => text !== null);
  if (name === undefined || name === null) return null;
  const variants = [
    findText(fields, VARIANT_KEYS),
    findText(toFields(fields.variant), ['title', 'name']),
    findText(merchandise, ['title']),
  ];
  const variant = variants.find((text) => text !== null) ?? null;
  const isNamed = variant === null || NO_VARIANT.test(variant) || endsWithVariant(name, variant);
  return isNamed ? name : `${name}, ${variant}`;
}

/** Whether a name ends with the variant, as in "Shirt - Blue" or "Shirt (Blue)". "Slim Shirt" does not name S. */
function endsWithVariant(name: string, variant: string): boolean {
  return [variant, `${variant})`].some(
    (end) =>
      name === end || (name.endsWith(end) && /[-–—,/:|(]\s*$/.test(name.slice(0, -end.length))),
  );
}

/** The quantity of an item, 1 by default; null if it is unreadable. */
export function readItemQuantity(fields: Fields): number | null {
  const value = fields.quantity ?? fields.qty ?? 1;
  const isDecimal = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
  const quantity = isDecimal ? Number(value) : value;
  const isQuantity = typeof quantity === 'number' && quantity >= 0 && quantity <= MAX_QUANTITY;
  return isQuantity ? quantity : null;
}

function toLine({ fields, name, quantity }: Entry, scale: CartScale | null): CartLine {
  const unit = findText(fields, UNIT_KEYS);
  const isUnit = unit !== null && unit.length <= MAX_UNIT_LENGTH;
  const amounts = scale
    ? readAmounts(fields, quantity, scale)
    : { unitAmountMinor: null, amountMinor: null };
  return { name, quantity, unit: isUnit ? unit : null, ...amounts };
}

function findText(fields: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}
