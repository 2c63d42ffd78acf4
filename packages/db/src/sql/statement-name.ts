/** Prisma writes a text for each length of a list, so the number of texts has no bound. */
const MAX_NAMES = 500;

const names = new Map<string, string>();

/**
 * The name under which PostgreSQL prepares a SQL text: it parses and analyzes the text once per
 * connection. Empty, which prepares nothing, for every text after the first 500 of this process.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size === MAX_NAMES) return '';
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}
