import { type CartLine, parseCartLines } from '@parley/domain';

/** Describes a cart in one line: its first item, and the number of other items. */
export function describeCart(snapshot: Readonly<Record<string, unknown>>): string | null {
  const lines: readonly CartLine[] = parseCartLines(snapshot);
  const [first] = lines;
  if (!first) return null;
  const count = first.quantity > 1 ? `${first.quantity} × ` : '';
  const more = lines.length > 1 ? ` + ${lines.length - 1} more` : '';
  return `${count}${first.name}${more}`;
}
