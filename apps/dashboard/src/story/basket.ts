import { type CartLine, parseCartLines } from '@parley/domain';

/** What was bought, in one line for a list: the first thing, and how many more there are. */
export function basketTitle(snapshot: Readonly<Record<string, unknown>>): string | null {
  const lines: readonly CartLine[] = parseCartLines(snapshot);
  const [first] = lines;
  if (!first) return null;
  const count = first.quantity > 1 ? `${first.quantity} × ` : '';
  const more = lines.length > 1 ? ` + ${lines.length - 1} more` : '';
  return `${count}${first.name}${more}`;
}
