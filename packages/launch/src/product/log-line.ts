import { stripVTControlCharacters, styleText } from 'node:util';

type Color = 'blue' | 'cyan' | 'gray' | 'green' | 'magenta' | 'red' | 'white' | 'yellow';

const prefixColors: readonly Color[] = ['cyan', 'green', 'yellow', 'magenta', 'blue', 'white'];
const levels: Readonly<Record<number, readonly [label: string, color: Color]>> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/** Fields of a log record that the prefix repeats or that do not matter on one machine. */
const hiddenFields = new Set(['hostname', 'level', 'msg', 'name', 'pid', 'time', 'v']);

/** Parses a line of pino's JSON output. Returns undefined for any other text. */
function parseRecord(line: string): Map<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const isRecord = typeof value === 'object' && value !== null && 'level' in value;
    return isRecord ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function formatRecord(line: string, paint: (color: Color, text: string) => string): string {
  const record = parseRecord(line);
  if (record === undefined) return line;
  const level = levels[Number(record.get('level'))];
  const label = level === undefined ? String(record.get('level')) : paint(level[1], level[0]);
  const fields = [...record].filter(([name]) => !hiddenFields.has(name));
  const details = fields.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return paint('gray', `${name}=${text}`);
  });
  return [label, record.get('msg') ?? '', ...details].filter((part) => part !== '').join(' ');
}

/**
 * Formats the log lines of several processes, each with the process's name in its own color.
 * Control characters in a line, such as those that show the cursor, are removed.
 */
export function createLineFormatter(
  names: readonly string[],
  { colors }: { readonly colors: boolean },
): (name: string, line: string) => string {
  const width = Math.max(...names.map((name) => name.length));
  const paint = (color: Color, text: string) =>
    colors ? styleText(color, text, { validateStream: false }) : text;
  return (name, line) => {
    const color = prefixColors[Math.max(0, names.indexOf(name)) % prefixColors.length] ?? 'white';
    return `${paint(color, `${name.padEnd(width)} |`)} ${formatRecord(stripVTControlCharacters(line), paint)}`;
  };
}

/** The number of pino's level for text on a stream. */
const streamLevels = { stdout: 30, stderr: 50 } as const;

/**
 * A log line of production: the record of pino that a process wrote, which has its name, or other text as such a
 * record.
 */
export function toJsonLine(
  name: string,
  line: string,
  stream: keyof typeof streamLevels = 'stdout',
): string {
  if (line.startsWith('{"level":')) return line;
  const msg = stripVTControlCharacters(line);
  return JSON.stringify({ level: streamLevels[stream], time: Date.now(), name, msg });
}
