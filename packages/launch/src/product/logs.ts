import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

const rotateAtBytes = 5 * 1024 * 1024;
const rotatedFiles = 3;

/** The size of a file in bytes; 0 if there is none. */
function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Moves the content of `name.log` to `name.log.1` and so on if it exceeds 5 MiB. Three old files remain. A process
 * that has the file open continues to write to it.
 * @returns whether the file was emptied
 */
export function rotate(file: string): boolean {
  if (getSize(file) < rotateAtBytes) return false;
  for (let age = rotatedFiles - 1; age >= 1; age -= 1) {
    if (getSize(`${file}.${age}`) > 0) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  }
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
  return true;
}

/** Returns the log file of a process, in a folder that exists. */
export function logFileFor(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${name}.log`);
}

const maxReadBytes = 64 * 1024;

/** Opens a file for reading; null if there is none. */
function openExisting(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The complete lines appended to a file since `from`, at most the last 64 KiB, and the new position;
 * null if there is no file.
 */
function readAppended(file: string, from: number): { lines: string[]; end: number } | null {
  const fd = openExisting(file);
  if (fd === null) return null;
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(from <= size ? from : 0, size - maxReadBytes);
    const buffer = Buffer.alloc(size - start);
    const length = readSync(fd, buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8', 0, length);
    // The process may still be writing the last line.
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    return {
      lines: complete.split('\n').slice(0, -1),
      end: start + Buffer.byteLength(complete),
    };
  } finally {
    closeSync(fd);
  }
}

export interface LogFollower {
  /** Reads the file a last time, then stops. */
  readonly stop: () => void;
}

/**
 * Calls `onLines` with the lines that a process appends to its log file, and `onDeleted` once when the
 * file is deleted. A file that is created again is read from its beginning. Rotates the file.
 */
export function followLog(
  file: string,
  intervalMs: number,
  onLines: (lines: readonly string[]) => void,
  onDeleted: () => void,
): LogFollower {
  let end = getSize(file);
  let existed = existsSync(file);
  const read = () => {
    const appended = readAppended(file, end);
    end = rotate(file) ? 0 : (appended?.end ?? 0);
    if (existed && !appended) onDeleted();
    existed = appended !== null;
    if (appended && appended.lines.length > 0) onLines(appended.lines);
  };
  const timer = setInterval(read, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      read();
    },
  };
}

const PINO_WARN = 40;
const maxWarnings = 5;
const warningIntervalMs = 1_000;

// Postgres logs this for every connection while it starts or stops.
const expected = /the database system is (starting up|shutting down)/;

/** The message of a line that is a warning or an error, or undefined for any other line. */
export function findWarning(line: string): string | undefined {
  if (expected.test(line)) return undefined;
  if (line.startsWith('{')) {
    const level = /"level":(\d+)/.exec(line)?.[1];
    if (level === undefined || Number(level) < PINO_WARN) return undefined;
    const message = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
    return message ?? line;
  }
  return /^\s*(⨯|⚠|(error|warn(ing)?|fatal|panic)\b)|\b(FATAL|PANIC):|^\w*Error:/i.test(line)
    ? line.trim()
    : undefined;
}

/** Prints the warnings and errors of a process with its name, at most five per second. */
export function followWarnings(
  name: string,
  file: string,
  log: (line: string) => void,
): LogFollower {
  const printWarnings = (lines: readonly string[]) => {
    const warnings = lines.flatMap((line) => findWarning(line) ?? []);
    for (const warning of warnings.slice(0, maxWarnings)) log(`${name}: ${warning.slice(0, 300)}`);
    const more = warnings.length - maxWarnings;
    if (more > 0) log(`${name}: ${more} more warnings, see ${file}`);
  };
  return followLog(file, warningIntervalMs, printWarnings, () => log(describeDeleted(name, file)));
}

/** Says that the log of a process was deleted. */
export function describeDeleted(name: string, file: string): string {
  return `${name}: its log ${file} was deleted. It is created again when the process restarts.`;
}
