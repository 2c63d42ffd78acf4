import { parseArgs } from 'node:util';
import { startProduct } from './product/start-product.ts';
import { summary } from './product/summary.ts';
import { startProgress } from './progress.ts';
import { portSettings } from './settings/ports.ts';
import { readSettings } from './settings/settings.ts';
import { stopRequest } from './stop-request.ts';

const usage = `npm start [-- --reset]

Builds what has changed, brings up Postgres and every process, and prints where they are.

  --reset   start over: forget the database and the demo account first
  --help    print this

Set by environment:
  DATA_DIR       where the database, logs and secrets are kept (.data)
  DATABASE_URL   use this Postgres instead of the one that comes along
  HOST           the address to listen on (127.0.0.1)
${Object.values(portSettings)
  .map(({ variable, name, standard }) => `  ${variable.padEnd(15)}port of ${name} (${standard})`)
  .join('\n')}
  NODE_ENV=production   no demo, no sandbox, and every secret from the environment
`;

/** Mistakes of use are told in a line; a defect of ours shows where it is. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

async function start(startOver: boolean): Promise<void> {
  const { say, print } = startProgress();
  const signal = stopRequest();
  const settings = readSettings(process.env);
  try {
    const product = await startProduct({ settings, env: process.env, startOver, say, signal });
    print(summary(settings, product.demo));
    const end = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => end.resolve(undefined), { once: true });
    if (signal.aborted) end.resolve(undefined);
    const failure = await Promise.race([product.failed, end.promise]);
    if (failure !== undefined) say(failure.message);
    say('Stopping…');
    await product.stop();
    say('Stopped.');
    if (failure !== undefined) process.exitCode = 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    say('Stopped.');
  }
}

try {
  const { values } = parseArgs({
    options: { reset: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(usage);
  else await start(values.reset);
} catch (error) {
  const isUse = error instanceof TypeError && 'code' in error;
  process.stderr.write(`${isUse ? `${error.message}\n\n${usage}` : explain(error)}\n`);
  process.exitCode = 1;
}
// Timers and sockets of what was given up must not hold the process.
process.exit();
