import type { SessionTimeline } from './session-timeline.ts';

export type Cart = SessionTimeline['carts'][number];
export type Line = Cart['lines'][number];

/** A quantity with its unit, such as "0.75 kg". */
export function formatQuantity(
  { quantity, unit }: Pick<Line, 'quantity' | 'unit'>,
  locale: string,
): string {
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(quantity);
  return unit ? `${count}\u00a0${unit}` : count;
}

/** How a line of a cart differs from the version before. */
export interface LineChange {
  readonly name: string;
  /** Null if the line was added. */
  readonly before: Line | null;
  /** Null if the line was removed. */
  readonly after: Line | null;
}

/**
 * The lines that differ between two versions of a cart, those that were removed last. Lines of the same
 * name are matched in their order.
 */
export function compareCarts(before: Cart, after: Cart): LineChange[] {
  const unmatched = [...before.lines];
  const changes: LineChange[] = [];
  for (const line of after.lines) {
    const index = unmatched.findIndex(({ name }) => name === line.name);
    const [earlier = null] = index < 0 ? [] : unmatched.splice(index, 1);
    if (
      !earlier ||
      earlier.quantity !== line.quantity ||
      earlier.unit !== line.unit ||
      earlier.amountMinor !== line.amountMinor
    ) {
      changes.push({ name: line.name, before: earlier, after: line });
    }
  }
  return [...changes, ...unmatched.map((line) => ({ name: line.name, before: line, after: null }))];
}
