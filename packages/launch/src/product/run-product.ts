import { resolveEnvironment } from '@parley/environment/processes';
import { readSettings } from '../settings.ts';
import type { SuperviseOptions } from '../supervise/supervise.ts';
import { startProgress, stopRequest } from '../terminal.ts';
import type { DevOptions } from './dev-options.ts';
import { toJsonLine } from './log-line.ts';
import { startProduct } from './start-product.ts';
import { summary } from './summary.ts';

export interface RunProductOptions {
  readonly reset: boolean;
  readonly dev?: DevOptions;
}

/** Runs the product until Ctrl-C or until a process fails, which sets the exit code. */
export async function runProduct({ reset, dev }: RunProductOptions): Promise<void> {
  const { log: logProgress, print } = startProgress();
  const signal = stopRequest();
  const env = await resolveEnvironment(process.env);
  const settings = readSettings(env);
  const log: SuperviseOptions['log'] = settings.production
    ? (line, stream) => print(toJsonLine('start', line, stream))
    : logProgress;
  const colors = process.stdout.hasColors?.() ?? false;
  try {
    const product = await startProduct({
      settings,
      env,
      reset,
      log,
      print,
      signal,
      ...(dev === undefined ? {} : { dev: { ...dev, colors } }),
    });
    if (settings.production) log('Parley is ready.');
    else print(summary(settings, product.demo, dev));
    const end = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => end.resolve(undefined), { once: true });
    if (signal.aborted) end.resolve(undefined);
    const failure = await Promise.race([product.failed, end.promise]);
    if (failure !== undefined) log(failure.message, 'stderr');
    log('Stopping…');
    await product.stop();
    log('Stopped.');
    if (failure !== undefined) process.exitCode = 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    log('Stopped.');
  }
}
