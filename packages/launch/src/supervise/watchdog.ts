import { stopOrphans } from './run-record.ts';

// A separate process. Its standard input is a pipe from the launcher, which closes when the launcher
// ends for any reason. It then stops the processes that the launcher could not stop.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: watchdog.ts <run file>');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume();
process.stdin.once('end', () => void stopOrphans(file));
