import { type Mode, parseTimestamp } from '@parley/domain';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Rows of one list that a command shows at most. */
const MAX_ROWS = 10_000;

/** Options that commands share. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly operator?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  /** Whether the command has --dry-run, see `allowWrites`. */
  readonly canWrite?: boolean;
}

/** Options of a command on one mode of a merchant. */
export interface ScopeOptions extends CommonOptions {
  readonly merchant: string;
  readonly mode: Mode;
}

export const addJsonOption = (command: Command): Command =>
  command.option('--json', 'print the result as JSON');

export const addOperatorOption = (command: Command): Command =>
  command.option(
    '--operator <name>',
    'your name for the audit log (default: the user of this system)',
  );

/** Option of each command that changes something. */
export const dryRunOption = ['--dry-run', 'show what would change, and change nothing'] as const;

/** Lets the command write if it has --dry-run. The database refuses the writes of every other command. */
export const allowWrites = (command: Command): Command =>
  command.setOptionValue('canWrite', hasDryRun(command));

export const hasDryRun = ({ options }: Command): boolean =>
  options.some(({ long }) => long === dryRunOption[0]);

/** Adds the options of a command that writes. */
export const addWriteOptions = (command: Command): Command =>
  addJsonOption(addOperatorOption(command).option(...dryRunOption));

/** Adds the options of a command that destroys or withdraws something. */
export const addConfirmedWriteOptions = (command: Command): Command =>
  addWriteOptions(command).option('--yes', 'do not ask for confirmation');

export const modeOption = (description: string): Option =>
  new Option('--mode <mode>', description).choices(['test', 'live']);

export const limitOption = (rows: number): Option =>
  new Option('--limit <number>', 'rows of each list').argParser(toCount).default(rows);

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= MAX_ROWS) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_ROWS}.`);
}

/** Parses the timestamp of an option. */
export function toDate(text: string): Date {
  const ms = parseTimestamp(text);
  if (ms !== null) return new Date(ms);
  throw new InvalidArgumentError('It must be an RFC 3339 timestamp, such as 2026-11-21T09:30:00Z.');
}
