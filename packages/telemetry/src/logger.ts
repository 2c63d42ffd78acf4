import { standardOutput } from '@parley/environment/standard-output';
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { redactCardNumbers } from './card-numbers.ts';
import { getTelemetry } from './process-telemetry.ts';

export interface LoggerOptions {
  /** Name of the process. */
  readonly name: string;
  readonly level: string;
  /** Where log lines go; standard output by default. */
  readonly destination?: DestinationStream;
}

/**
 * Creates a logger that writes one JSON object per line. Callers log named fields and never request
 * content. Errors are reduced to type, code and stack, and secrets are redacted by content in every line.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const { tracing, exportLine } = getTelemetry();
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: serializeError },
    hooks: { streamWrite: redactLine, logMethod: omitErrorMessage },
    ...(tracing ? { mixin: tracing.logFields } : {}),
  };
  const output = destination ?? standardOutput();
  return pino(options, exportLine ? alsoExport(output, exportLine) : output);
}

/** Lines arrive redacted. */
const alsoExport = (
  output: DestinationStream,
  exportLine: (line: string) => void,
): DestinationStream => ({
  write(line) {
    output.write(line);
    exportLine(line);
  },
});

/** The beginning of a word, also after an escape of JSON or of a URL, which ends with a letter or digit. */
const WORD = String.raw`(?:\b|\\[bfnrt]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2})`;

const redactions: readonly (readonly [RegExp, string])[] = [
  // Header values in JSON: "authorization":"…".
  [/"((?:proxy-)?authorization|(?:set-)?cookie)":"(?:[^"\\]|\\.)*"/gi, '"$1":"…"'],
  // API keys of Parley and the provider, complete or truncated, and signing secrets.
  [new RegExp(`(sk|pk|rk|whsec)_(?<=${WORD}\\1_)[A-Za-z0-9_+/=*-]+`, 'g'), '$1_…'],
  // Client secrets of the provider, which let their holder confirm a payment.
  [/_secret_[A-Za-z0-9]+/g, '_secret_…'],
  [new RegExp(`(Bearer|Basic)(?<=${WORD}\\1)(\\s+|%20|\\+)[^\\s"\\\\,]+`, 'gi'), '$1 …'],
];

/** Redactions of texts with an at sign, which most lines do not contain. They take much longer. */
const redactionsAroundAtSigns: typeof redactions = [
  // Credentials in URLs. Without maximum lengths, the time would be quadratic.
  [/\b(\w+:\/\/)[^\s/@":]{1,512}:[^\s@"]{0,512}@/g, '$1…@'],
  // E-mail addresses.
  [/[^\s"'<>()[\]{}:,;\\/?&=@]{1,64}(?:@|%40)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}/gi, '…@…'],
];
const AT_SIGN = /@|%40/;

/** Replaces API keys, credentials, card numbers and e-mail addresses in a text. */
export function redact(text: string): string {
  return redactAddresses(redactSecrets(text));
}

/** Replaces API keys, credentials and card numbers in a text. */
export function redactSecrets(text: string): string {
  return redactCardNumbers(applyAll(redactions, text));
}

function redactAddresses(text: string): string {
  return AT_SIGN.test(text) ? applyAll(redactionsAroundAtSigns, text) : text;
}

/** How every line begins. The digits of its time in milliseconds could be those of a card. */
const lineStart = /^\{"level":\d+,"time":\d+/;

/** Redacts a log line, which stays valid JSON: a number outside of strings becomes a string. */
function redactLine(line: string): string {
  const [start = ''] = lineStart.exec(line) ?? [];
  return start + redactFields(line.slice(start.length));
}

function redactFields(fields: string): string {
  const text = applyAll(redactions, fields);
  let isString = false;
  let read = 0;
  const redacted = redactCardNumbers(text, (start, number) => {
    for (; read < start; read += 1) {
      if (text[read] === '\\') read += 1;
      else if (text[read] === '"') isString = !isString;
    }
    if (isString) return '…';
    const isInteger = /[:,[]/.test(text[start - 1] ?? '') && /^\d+$/.test(number);
    return isInteger ? '"…"' : number;
  });
  return redactAddresses(redacted);
}

const applyAll = (all: typeof redactions, text: string): string =>
  all.reduce((redacted, [pattern, by]) => redacted.replace(pattern, by), text);

/** By default pino copies the message of a logged error into `msg`. */
function omitErrorMessage(this: Logger, [first, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const fields: unknown = first instanceof Error ? { err: first } : first;
  const hasMessage = typeof fields !== 'object' || fields === null || 'msg' in fields;
  if (hasMessage || typeof rest[0] === 'string') method.apply(this, [fields, ...rest]);
  else method.apply(this, [fields, 'error']);
}

const MAX_CAUSES = 4;
const ERROR_CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns type, code, stack and causes of an error, and the status of an SMTP server. Message and other fields are left out, because
 * those of a parser, a driver or a provider may quote request content.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause, responseCode } = error as {
    code?: unknown;
    cause?: unknown;
    responseCode?: unknown;
  };
  return {
    type: error.name,
    ...(typeof code === 'string' && ERROR_CODE.test(code) ? { code } : {}),
    ...(typeof responseCode === 'number' ? { smtp_code: responseCode } : {}),
    ...(LOGGED_MESSAGES[error.name]?.test(error.message)
      ? { reason: error.message.slice(0, 200) }
      : {}),
    at: stackFrames(error),
    ...(cause !== undefined && depth < MAX_CAUSES
      ? { cause: serializeError(cause, depth + 1) }
      : {}),
  };
}

/** Messages that packages/db writes, by the name of the error; they contain no values. */
const LOGGED_MESSAGES: Readonly<Record<string, RegExp>> = {
  Error: /^the database (refused|is unavailable) \([\w, -]+\)/,
  UnreadableSecret: /^The sealed value of [\w:]+ cannot be opened: [\w, -]+\.$/,
};

function stackFrames(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 12).map((line) => line.trim());
}
