import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const everyMs = 1_000;
const mostBytes = 64 * 1024;
const mostLines = 5;

const warn = 40;

// What Postgres says to whoever knocks while it starts or stops is no trouble.
const passing = /the database system is (starting up|shutting down)/;

/** The short form of a line that tells of trouble, or undefined for all others. */
export function trouble(line: string): string | undefined {
  if (passing.test(line)) return undefined;
  if (line.startsWith('{')) {
    const level = /"level":(\d+)/.exec(line)?.[1];
    if (level === undefined || Number(level) < warn) return undefined;
    const message = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
    return message ?? line;
  }
  return /^\s*(⨯|⚠|(error|warn(ing)?|fatal|panic)\b)|\b(FATAL|PANIC):|^\w*Error:/i.test(line)
    ? line.trim()
    : undefined;
}

/** What was appended to a file since `from`, at most 64 KiB of its end, and the new end. */
function appended(file: string, from: number): { text: string; end: number } {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(from <= size ? from : 0, size - mostBytes);
    const buffer = Buffer.alloc(size - start);
    const read = readSync(fd, buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8', 0, read);
    // The last line may still be in the middle of being written.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return { text: whole, end: start + Buffer.byteLength(whole) };
  } finally {
    closeSync(fd);
  }
}

/** Repeats warnings and errors of a process's log, with its name in front, a few per second at most. */
export function echoTrouble(
  name: string,
  file: string,
  say: (line: string) => void,
): { readonly stop: () => void } {
  let end = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const look = () => {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === end) return;
    const news = appended(file, end);
    end = news.end;
    const lines = news.text.split('\n').flatMap((line) => trouble(line) ?? []);
    for (const line of lines.slice(0, mostLines)) say(`${name}: ${line.slice(0, 300)}`);
    if (lines.length > mostLines) say(`${name}: … ${lines.length - mostLines} more, see ${file}`);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
