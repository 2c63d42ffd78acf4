import { Readable } from 'node:stream';
import { openTestDatabase } from '@parley/db/testing';
import type { AdminIo } from '../src/io.ts';
import { runAdmin } from '../src/run-admin.ts';

export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  /** The printed JSON. */
  readonly json: () => unknown;
}

/** Runs a command in this process and returns what it printed. */
export async function runCommand(
  args: readonly string[],
  io: Partial<AdminIo> & Pick<AdminIo, 'env'>,
): Promise<CommandResult> {
  let [out, error] = ['', ''];
  const exitCode = await runAdmin(args, {
    stdin: Readable.from([]),
    drainOut: async () => {},
    prompt: null,
    userName: 'ada',
    ...io,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  return { exitCode, out, error, json: () => JSON.parse(out) };
}

/** A migrated database, and commands that use it. */
export async function startAdmin() {
  const opened = await openTestDatabase();
  return {
    ...opened,
    run: (args: string, io: Partial<AdminIo> = {}) =>
      runCommand(args.split(' ').filter(Boolean), {
        ...io,
        env: { ...opened.env, ...io.env },
      }),
  };
}
