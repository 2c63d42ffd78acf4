import { Socket } from 'node:net';

export interface Progress {
  /** Prints one line with the seconds since the command began. */
  readonly log: (line: string) => void;
  /** Prints text without the clock, for text that is meant to be copied. */
  readonly print: (text: string) => void;
}

/** Output as plain lines, equal in a terminal and in a file. */
export function startProgress(now: () => number = Date.now): Progress {
  // The bootstrap began earlier and passes its start time.
  const startedAt = Number(process.env.PARLEY_STARTED_AT) || now();
  const write = (text: string) => process.stdout.write(text);
  // A closed pipe (`npm start | head`) must not end the product.
  process.stdout.on('error', () => {});
  return {
    log: (line) => {
      const seconds = ((now() - startedAt) / 1000).toFixed(1).padStart(6);
      write(`${seconds} s  ${line}\n`);
    },
    print: (text) => {
      write(`${text}\n`);
    },
  };
}

// Ctrl-C reaches this process twice: from the terminal and from its parent.
const duplicateSignalMs = 1_000;

/**
 * Returns a signal that aborts on SIGINT, SIGTERM, SIGHUP and when the parent process ends.
 * A second request exits at once: the watchdog then stops the processes that still run.
 */
export function stopRequest(): AbortSignal {
  const request = new AbortController();
  let requestedAt: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (requestedAt !== undefined && now - requestedAt > duplicateSignalMs) process.exit(1);
    requestedAt ??= now;
    request.abort(new Error('Stopped.'));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env.PARLEY_STARTED_AT !== undefined) {
    // A pipe from the parent process, see bin/bootstrap.mjs.
    const parentPipe = new Socket({ fd: 3, readable: true, writable: false });
    parentPipe.on('error', stop).once('close', stop).resume().unref();
    delete process.env.PARLEY_STARTED_AT;
  }
  return request.signal;
}

/** The text of an error for the terminal. Only an unexpected error shows its stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}
