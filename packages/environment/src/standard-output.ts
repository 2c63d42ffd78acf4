import pino, { type DestinationStream } from 'pino';

type Output = DestinationStream & { flushSync(): void };

/** Characters of lines that wait while the disk is full. Further ones are lost. */
const MAX_UNWRITTEN_CHARACTERS = 4 * 1024 * 1024;

let shared: Output | undefined;

/**
 * Standard output, which all loggers of the process share, written once per turn of the event loop instead
 * of once per line: concurrent requests often end in the same turn, and each write is a system call. At the
 * exit of the process the lines of the last turn are written too.
 */
export const standardOutput = (): Output => (shared ??= openStandardOutput());

function openStandardOutput(): Output {
  // A buffered destination flushes at the exit, and retries forever if no process reads the pipe.
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_CHARACTERS });
  // A full disk must not end the process. The next write tries again with the lines that wait.
  output.on('error', () => {});
  let lines = '';

  function flushSync(): void {
    if (lines === '') return;
    const text = lines;
    lines = '';
    output.write(text);
  }

  process.on('exit', flushSync);
  return {
    write(line) {
      if (lines === '') setImmediate(flushSync);
      lines += line;
    },
    flushSync,
  };
}
