import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { scrub } from './scrub.ts';

export interface LoggerOptions {
  /** Of the process. */
  readonly name: string;
  readonly level: string;
  /** Where lines go; standard output if left out. */
  readonly destination?: DestinationStream;
}

/**
 * A log of one JSON object per line. Callers log facts by name and never what somebody sent; errors
 * are cut down to what tells them apart, and each line is scrubbed on its way out.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: describeError },
    hooks: { streamWrite: scrub, logMethod: withoutErrorText },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Left to itself, pino makes an error's message that of the line. */
function withoutErrorText(this: Logger, [first, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const facts: unknown = first instanceof Error ? { err: first } : first;
  const named = typeof facts !== 'object' || facts === null || 'msg' in facts;
  if (named || typeof rest[0] === 'string') method.apply(this, [facts, ...rest]);
  else method.apply(this, [facts, 'error']);
}

const MAX_CAUSES = 4;
const ownCode = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * An error by its name, its code and where it was thrown. Never its message or its fields: those of
 * a parser, a driver or a provider quote what was sent to them.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' && ownCode.test(code) ? { code } : {}),
    ...(error.name === 'Error' && fromDatabase.test(error.message)
      ? { reason: error.message.slice(0, 200) }
      : {}),
    at: frames(error),
    ...(cause !== undefined && depth < MAX_CAUSES
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}

/** Written by packages/db, which has taken the values out. */
const fromDatabase = /^the database refused \([\w, -]+\)/;

function frames(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 12).map((line) => line.trim());
}
