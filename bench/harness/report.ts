import { availableParallelism, loadavg, totalmem } from 'node:os';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The load averages of 1, 5 and 15 minutes. */
export const readLoad = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

/** Describes the machine: results of different machines cannot be compared. */
export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node.js ${process.version}, load ${readLoad()}`;

/** A Markdown table. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Sets a figure that misses its goal in bold. */
export const markMissed = (figure: string, isReached: boolean): string =>
  isReached ? figure : `**${figure}**`;

export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
