import { stopLeftovers } from './stop-leftovers.ts';

// A process of its own that outlives the launcher by a moment: its standard input ends when the
// launcher does, however that came about, and then it stops what the launcher could not.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('guard.ts <run file>');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume();
process.stdin.once('end', () => void stopLeftovers(file));
