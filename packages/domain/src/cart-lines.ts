/** A cart line as shown to a payer. */
export interface CartLine {
  readonly name: string;
  readonly quantity: number;
  /** Minor units, for the whole line; null if the snapshot has no amount. */
  readonly amountMinor: number | null;
}

const LIST_KEYS = ['lines', 'items', 'line_items', 'products'];
const NAME_KEYS = ['name', 'title', 'description', 'label'];
const TOTAL_KEYS = ['amount_minor', 'total_minor', 'amount_total', 'total_amount_minor'];
const UNIT_KEYS = ['unit_amount_minor', 'unit_price_minor', 'unit_amount', 'price_minor'];
/** Longer carts are shown only by their total. */
const MAX_LINES = 100;
/** A cell of a table never shows more characters. */
const MAX_CELL_LENGTH = 120;

type Fields = Readonly<Record<string, unknown>>;

/** Extracts the lines of a free-form cart snapshot; empty if it has no recognizable lines. */
export function parseCartLines(snapshot: Fields): CartLine[] {
  for (const key of LIST_KEYS) {
    const list = snapshot[key];
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LINES) continue;
    const lines = list.map(toLine);
    if (lines.every((line) => line !== null)) return lines;
  }
  return [];
}

/** A cart in one line. */
export interface CartSummary {
  /** The name of the first item, with its quantity if that is not one. */
  readonly firstItem: string;
  /** How many other items there are. */
  readonly moreItems: number;
}

/** @returns null if the snapshot has no recognizable lines */
export function summarizeCart(snapshot: Fields): CartSummary | null {
  const lines = parseCartLines(snapshot);
  const [first] = lines;
  if (!first) return null;
  const count = first.quantity > 1 ? `${first.quantity} × ` : '';
  return { firstItem: `${count}${truncateText(first.name)}`, moreItems: lines.length - 1 };
}

/** Truncates a text for a table cell; an ellipsis replaces the rest. */
export function truncateText(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  // A cut within a surrogate pair would leave half of a character.
  return `${text.slice(0, MAX_CELL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function toLine(item: unknown): CartLine | null {
  // Null and values that are not objects become an object without these fields.
  const fields: Fields = Object(item);
  const name = NAME_KEYS.map((key) => fields[key]).find(isText);
  if (name === undefined) return null;
  const quantity = fields.quantity ?? fields.qty ?? 1;
  if (!isWhole(quantity) || quantity < 1) return null;
  const total = TOTAL_KEYS.map((key) => fields[key]).find(isWhole);
  const unit = UNIT_KEYS.map((key) => fields[key]).find(isWhole);
  return {
    name: name.trim(),
    quantity,
    // Stryker disable next-line ConditionalExpression: without a unit amount the product is NaN, which is not exact.
    amountMinor: total ?? (unit === undefined ? null : exact(unit * quantity)),
  };
}

const exact = (amount: number): number | null => (Number.isSafeInteger(amount) ? amount : null);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
