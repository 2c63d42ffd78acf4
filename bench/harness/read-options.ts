import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { print } from './report.ts';

/**
 * Reads the options and names of the command line. Prints the usage and ends the process on --help and on an option
 * that does not exist.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  try {
    const read = parseArgs({ options, allowPositionals: true });
    if (!process.argv.includes('--help')) return read;
    print(usage);
    process.exit();
  } catch (error) {
    if (!process.argv.includes('--help')) print((error as Error).message);
    print(usage);
    return process.exit(process.argv.includes('--help') ? 0 : 1);
  }
}

/** Returns the number of an option. @throws Error unless it is positive */
export function readPositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} must be a positive number, not "${text}".`);
  return value;
}
