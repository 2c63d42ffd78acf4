import { mkdir } from 'node:fs/promises';
import { formatProblems } from '@parley/environment';
import { checkProcesses, createSecretFilter } from '@parley/environment/processes';
import { findPortProblems } from '../port-check.ts';
import {
  createMissingDatabases,
  type Databases,
  databasesAt,
  embeddedDatabases,
  ensureDatabases,
  isPostgresReady,
  refuseDemoUser,
} from '../postgres/databases.ts';
import { type PreparedPostgres, preparePostgres } from '../postgres/prepare-postgres.ts';
import { repository } from '../repository.ts';
import { readSecrets, type Secrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { isAlive } from '../supervise/process-group.ts';
import { openRunRecord, readRun, stopOrphans } from '../supervise/run-record.ts';
import {
  type ProcessSpec,
  type Supervised,
  type SuperviseOptions,
  supervise,
} from '../supervise/supervise.ts';
import { appProcesses, appSpec, checkoutBundleSpec, startedApps } from './app-processes.ts';
import { build, productTasks, requireBuild } from './build.ts';
import type { Demo } from './demo.ts';
import { ensureDemo, readDemo } from './demo-file.ts';
import { type AppName, appNames, type DevOptions } from './dev-options.ts';
import { createLineFormatter, toJsonLine } from './log-line.ts';
import {
  describeDeleted,
  followLog,
  followWarnings,
  type LogFollower,
  logFileFor,
} from './logs.ts';
import { reset } from './reset.ts';

const readyTimeoutMs = 60_000;
const followIntervalMs = 100;

export interface StartProductOptions {
  readonly settings: Settings;
  readonly env: NodeJS.ProcessEnv;
  readonly reset: boolean;
  readonly log: SuperviseOptions['log'];
  /** Prints a line of an app: in production and with `dev`. */
  readonly print: (line: string) => void;
  /** Interrupts the start. */
  readonly signal: AbortSignal;
  /** Runs the apps from source, restarts them on change and prints their logs. */
  readonly dev?: DevOptions & { readonly colors: boolean };
}

export interface Product {
  /** Undefined in production, and in development if it was never created. */
  readonly demo: Demo | undefined;
  /** Resolves when a process has exited too often before it was ready. In production, processes start again instead. */
  readonly failed: Promise<Error>;
  readonly stop: () => Promise<void>;
}

/** The demo sessions are paid through these apps. */
const seedingApps: readonly AppName[] = ['api', 'worker', 'sandbox'];

/**
 * Creates the data folder and stops the processes of a killed launcher.
 * @throws Error when another launcher uses the folder
 */
async function claimDataFolder(
  { folders, urls }: Settings,
  log: (line: string) => void,
): Promise<void> {
  // Other users may traverse the folder, as the user of Postgres must, but not list it.
  await mkdir(folders.data, { recursive: true, mode: 0o711 });
  const run = readRun(folders.runFile);
  if (run !== undefined && (await isAlive(run.launcher))) {
    throw new Error(
      `Parley is running already (pid ${run.launcher.pid}): ${urls.dashboard}. Stop it with Ctrl-C there, or set another DATA_DIR and other ports.`,
    );
  }
  const stopped = await stopOrphans(folders.runFile);
  if (stopped.length > 0) log(`Stopped processes of an earlier start: ${stopped.join(', ')}.`);
}

/**
 * Checks the environment of all processes.
 * @throws Error with one line for each variable that production lacks, so that one start names all of them
 */
async function checkProduction(settings: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  const problems = await checkProcesses(startedApps(settings), { ...env, NODE_ENV: 'production' });
  if (problems.length === 0) return;
  const lines = problems.map(({ processes, name, message }) => ({
    name,
    message: `${message} (${processes.join(', ')})`,
  }));
  throw new Error(
    `Production cannot start with these environment variables, see docs/configuration.md:\n${formatProblems(lines)}`,
  );
}

/** @throws Error with one line for each port in use */
async function checkPorts(settings: Settings, apps: readonly AppName[]): Promise<void> {
  const { ports, databaseUrl } = settings;
  const started = startedApps(settings).filter((app) => apps.includes(app));
  const names = [...(databaseUrl === undefined ? ['postgres' as const] : []), ...started];
  const needed = Object.fromEntries(names.map((name) => [name, ports[name]]));
  const lines = await findPortProblems(needed, settings.host);
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

function postgresSpec(prepared: PreparedPostgres, logFile: string): ProcessSpec {
  return {
    name: 'postgres',
    command: prepared.command,
    args: prepared.args,
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    cwd: repository,
    runAs: prepared.runAs,
    isReady: () => isPostgresReady(prepared.adminUrl),
    // Fast shutdown: Postgres rolls open transactions back.
    stopSignal: 'SIGINT',
    output: logFile,
  };
}

/** Starts everything in order. If that fails, stops everything and throws. */
export async function startProduct(options: StartProductOptions): Promise<Product> {
  const { settings, env, log, print, signal, dev } = options;
  const { folders, production } = settings;
  const selected = dev?.apps ?? appNames;
  if (production) await checkProduction(settings, env);
  await claimDataFolder(settings, log);
  await checkPorts(settings, selected);
  const record = await openRunRecord(folders.runFile);
  const failed = Promise.withResolvers<Error>();
  const running: Supervised[] = [];
  const followers: LogFollower[] = [];
  const formatLine = createLineFormatter([...appNames, 'postgres', 'checkout-bundle'], {
    colors: dev?.colors ?? false,
  });

  const follow = (name: string, logFile: string): LogFollower => {
    if (dev === undefined || name === 'postgres') return followWarnings(name, logFile, log);
    const printLines = (lines: readonly string[]) => {
      for (const line of lines) if (line.trim() !== '') print(formatLine(name, line));
    };
    const reportDeleted = () => log(describeDeleted(name, logFile));
    return followLog(logFile, followIntervalMs, printLines, reportDeleted);
  };
  /** Where the output of an app goes: in production to that of this process. */
  const outputOf = (name: string): ProcessSpec['output'] =>
    production
      ? (line, stream) => print(toJsonLine(name, line, stream))
      : logFileFor(folders.logs, name);
  const fail = (name: string, error: Error) =>
    name === 'docs' ? log(error.message, 'stderr') : failed.resolve(error);
  const start = (spec: ProcessSpec): Supervised => {
    signal.throwIfAborted();
    if (typeof spec.output === 'string') followers.push(follow(spec.name, spec.output));
    const one = supervise(spec, {
      record,
      log,
      onFailure: production ? undefined : (error) => fail(spec.name, error),
      // In development a syntax error may delay readiness until the next change of a file.
      readyTimeoutMs: dev === undefined ? readyTimeoutMs : Number.POSITIVE_INFINITY,
      graceMs: settings.stopTimeoutMs,
    });
    running.push(one);
    return one;
  };
  /** Waits for `work` unless the start is interrupted or a process fails. */
  const orStop = <Value>(work: Promise<Value>): Promise<Value> => {
    const end = Promise.withResolvers<never>();
    const abort = () => end.reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void failed.promise.then((error) => end.reject(error));
    return Promise.race([work, end.promise]);
  };
  const stopFollowing = () => {
    for (const follower of followers.splice(0)) follower.stop();
  };
  const buildStop = new AbortController();
  let building: Promise<void> | undefined;
  const stop = async () => {
    buildStop.abort(new Error('Stopped.'));
    await building?.catch(() => {});
    // `npm start` does not show the errors that a shutdown causes.
    if (dev === undefined) stopFollowing();
    const apps = running.filter(({ name }) => name !== 'postgres');
    await Promise.all(apps.map((app) => app.stop()));
    await running.find(({ name }) => name === 'postgres')?.stop();
    stopFollowing();
    record.close();
  };

  async function startDatabase(secrets: Secrets): Promise<Databases> {
    const given = settings.databaseUrl;
    const sandboxUrl = env.SANDBOX_DATABASE_URL;
    if (given !== undefined) return databasesAt(given, sandboxUrl);
    const { postgres: directory } = folders;
    const { postgres: port } = settings.ports;
    const password = secrets.postgresPassword;
    const prepared = await preparePostgres({ directory, port, password, durable: true });
    await start(postgresSpec(prepared, logFileFor(folders.logs, 'postgres'))).ready;
    log(`Postgres is ready on port ${port}.`);
    const databases = embeddedDatabases(prepared.adminUrl, sandboxUrl);
    await createMissingDatabases(databases);
    return databases;
  }

  async function buildChanges(): Promise<void> {
    if (production) return requireBuild(startedApps(settings));
    // Turbo takes less than a second when nothing has changed.
    const notice = setTimeout(() => log('Building (about a minute the first time)…'), 1_000);
    const tasks = dev === undefined ? productTasks : ['generate'];
    const logFile = logFileFor(folders.logs, 'build');
    building = build({
      tasks,
      logFile,
      record,
      signal: AbortSignal.any([signal, buildStop.signal]),
    });
    await building.finally(() => clearTimeout(notice));
    log('Built.');
  }

  async function prepareDemo(secrets: Secrets, databaseUrl: string): Promise<Demo | undefined> {
    if (production) return undefined;
    const context = { settings, secrets, databaseUrl };
    if (seedingApps.every((app) => selected.includes(app))) return await ensureDemo(context);
    const demo = await readDemo(context);
    if (demo === undefined) log(`No demo data: it needs ${seedingApps.join(', ')} to run once.`);
    return demo;
  }

  async function startAll(): Promise<Demo | undefined> {
    if (options.reset) {
      const given = settings.databaseUrl;
      const databases = given && databasesAt(given, env.SANDBOX_DATABASE_URL);
      await reset(settings, databases || undefined, log);
    }
    const secrets = await readSecrets(folders.secretsFile, env, production);
    const [databases] = await orStop(Promise.all([startDatabase(secrets), buildChanges()]));
    // The migrations import the database client, which the build generates.
    await orStop(ensureDatabases(databases, !production, log));
    if (production) await orStop(refuseDemoUser(databases.parley));
    const processes = appProcesses(settings, secrets, databases, dev !== undefined);
    const inherited = { env, removeForeignSecrets: await createSecretFilter() };
    const apps = processes
      .filter(({ name }) => selected.includes(name))
      .map((app) => {
        const output = outputOf(app.name);
        return start(appSpec(app, { ...inherited, host: settings.host, output, dev }));
      });
    if (dev?.apps.includes('checkout')) {
      start(checkoutBundleSpec(inherited, outputOf('checkout-bundle')));
    }
    const ready = apps.map((app) => {
      const logged = app.ready.then(() => log(`${app.name} is ready.`));
      // Payments do not depend on the documentation, whose failure is logged.
      return app.name === 'docs' ? logged.catch(() => {}) : logged;
    });
    await orStop(Promise.all(ready));
    return await orStop(prepareDemo(secrets, databases.parley));
  }

  try {
    return { demo: await startAll(), failed: failed.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
