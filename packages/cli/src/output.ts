import { stripVTControlCharacters, styleText } from 'node:util';

/** Writes a line for people. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Writes a value for programs, one line each. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

type Style = Parameters<typeof styleText>[0];

/** Colors text, unless the output is a file or NO_COLOR is set. */
export const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;

/** Lines of text as another server sent them: without what would control the terminal. */
export function quoteLines(text: string, maxLines: number, maxChars: number): string[] {
  return stripVTControlCharacters(text)
    .slice(0, maxChars)
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trimEnd())
    .filter(Boolean)
    .slice(0, maxLines);
}

/** Rows with columns of equal width. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
