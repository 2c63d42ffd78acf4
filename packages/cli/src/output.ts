import { stripVTControlCharacters, styleText } from 'node:util';

/** Characters that would control the terminal, or the direction of its text. */
const controls = /[^\P{C}\n\t]/gu;

/** Text without what would control the terminal. */
export const clean = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(controls, ' ');

/** Writes a line for people. */
export const print = (line: string): void => {
  process.stdout.write(`${clean(line)}\n`);
};

/** Writes a line with colors, whose parts are clean. */
export const printStyled = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Writes a value as JSON, on one line by default. */
export function printJson(value: unknown, indent?: number): void {
  const toEscape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = JSON.stringify(value, null, indent);
  process.stdout.write(
    `${text.replaceAll(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, toEscape)}\n`,
  );
}

type Style = Parameters<typeof styleText>[0];

/** Colors text, unless the output is a file or NO_COLOR is set. */
export const paint = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;

/** Writes values as JSON, one on each line. */
export function printJsonLines(values: readonly unknown[]): void {
  for (const value of values) printJson(value);
}

/** Lines of text as another server sent them: without what would control the terminal. */
export function quoteLines(text: string, maxLines: number, maxChars: number): string[] {
  return clean(text.slice(0, maxChars))
    .split('\n')
    .map((line) => line.trimEnd())
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
