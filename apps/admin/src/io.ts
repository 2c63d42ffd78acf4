import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';

/** What a command reads and writes outside the database. Tests replace it. */
export interface AdminIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Results. */
  readonly writeOut: (text: string) => void;
  /** Waits until the reader of the results has taken most of them. */
  readonly drainOut: () => Promise<void>;
  /** Progress, questions and errors. */
  readonly writeError: (text: string) => void;
  /** Shows the operator a question and returns the response; null without a terminal. */
  readonly prompt: ((question: string) => Promise<string>) | null;
  /** The name of the operating system's user, also of one who uses sudo. */
  readonly userName: string;
}

export function processIo(): AdminIo {
  const { stdin, stdout, stderr } = process;
  return {
    env: process.env,
    stdin,
    writeOut: (text) => void stdout.write(text),
    drainOut: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
    writeError: (text) => void stderr.write(text),
    prompt: stdin.isTTY && stderr.isTTY ? promptInTerminal : null,
    userName: process.env.SUDO_USER || userInfo().username,
  };
}

async function promptInTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
