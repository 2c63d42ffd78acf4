import { createOwn, type Databases, databasesAt, ensureDatabases } from '../databases/databases.ts';
import { preparePostgres } from '../postgres/prepare-postgres.ts';
import { readSecrets, type Secrets } from '../settings/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import type { ProcessSpec } from '../supervise/process-spec.ts';
import { keepRunRecord } from '../supervise/run-record.ts';
import { type Supervised, supervise } from '../supervise/supervise.ts';
import { appSpec } from './app-spec.ts';
import { build } from './build.ts';
import { claimFolder } from './claim-folder.ts';
import { demoAccount } from './demo-account.ts';
import type { Demo } from './demo-file.ts';
import { echoTrouble } from './echo-trouble.ts';
import { logFileFor } from './log-files.ts';
import { postgresSpec } from './postgres-spec.ts';
import { appProcesses } from './processes.ts';
import { reset } from './reset.ts';
import { takePorts } from './take-ports.ts';

const readyTimeoutMs = 60_000;
const graceMs = 10_000;

export interface StartProductOptions {
  readonly settings: Settings;
  readonly env: NodeJS.ProcessEnv;
  readonly startOver: boolean;
  readonly say: (line: string) => void;
  /** Ends the start half-way. */
  readonly signal: AbortSignal;
}

export interface Product {
  /** Undefined in production, which has no demo. */
  readonly demo: Demo | undefined;
  /** Settles when something that is needed cannot be kept running. */
  readonly failed: Promise<Error>;
  readonly stop: () => Promise<void>;
}

/** Brings everything up, in order, or throws and leaves nothing running. */
export async function startProduct(options: StartProductOptions): Promise<Product> {
  const { settings, env, say, signal } = options;
  const { folders, production } = settings;
  await claimFolder(settings, say);
  await takePorts(settings);
  const record = await keepRunRecord(folders.runFile);
  const failed = Promise.withResolvers<Error>();
  const running: Supervised[] = [];
  const echoes: { stop: () => void }[] = [];

  const keep = (spec: ProcessSpec): Supervised => {
    signal.throwIfAborted();
    echoes.push(echoTrouble(spec.name, spec.logFile, say));
    const onGivenUp = (error: Error) => failed.resolve(error);
    const one = supervise(spec, { record, say, onGivenUp, readyTimeoutMs, graceMs });
    running.push(one);
    return one;
  };
  /** Whatever is waited for, an abort or a process that is given up ends the wait. */
  const orEnd = <Value>(work: Promise<Value>): Promise<Value> => {
    const end = Promise.withResolvers<never>();
    const abort = () => end.reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void failed.promise.then((error) => end.reject(error));
    return Promise.race([work, end.promise]);
  };
  const stop = async () => {
    for (const echo of echoes) echo.stop();
    const apps = running.filter(({ name }) => name !== 'postgres');
    await Promise.all(apps.map((app) => app.stop()));
    await running.find(({ name }) => name === 'postgres')?.stop();
    record.close();
  };

  async function database(secrets: Secrets): Promise<Databases> {
    const given = settings.databaseUrl;
    const sandboxUrl = env.SANDBOX_DATABASE_URL;
    if (given !== undefined) {
      const databases = databasesAt(given, sandboxUrl);
      await ensureDatabases(databases, !production, say);
      return databases;
    }
    const { postgres: directory } = folders;
    const { postgres: port } = settings.ports;
    const password = secrets.postgresPassword;
    const prepared = await preparePostgres({ directory, port, password, durable: true });
    await keep(postgresSpec(prepared, logFileFor(folders.logs, 'postgres'))).ready;
    say(`Postgres answers on port ${port}.`);
    const databases = databasesAt(prepared.adminUrl.replace(/\/postgres$/, '/parley'), sandboxUrl);
    await createOwn(databases);
    await ensureDatabases(databases, !production, say);
    return databases;
  }

  async function start(): Promise<Demo | undefined> {
    if (options.startOver) {
      const given = settings.databaseUrl;
      const databases = given && databasesAt(given, env.SANDBOX_DATABASE_URL);
      await reset(settings, databases || undefined, say);
    }
    const secrets = await readSecrets(folders.secretsFile, env, production);
    // With nothing to build it is over before anybody wonders.
    const wonder = setTimeout(() => say('Building (the first time this takes a minute)…'), 1_000);
    const built = build({
      tasks: ['generate', 'build'],
      logFile: logFileFor(folders.logs, 'build'),
      signal,
    }).finally(() => clearTimeout(wonder));
    void built.then(
      () => say('Built.'),
      () => {},
    );
    const [databases] = await orEnd(Promise.all([database(secrets), built]));
    const apps = appProcesses(settings, secrets, databases).map((app) => {
      const logFile = logFileFor(folders.logs, app.name);
      return keep(appSpec(app, { host: settings.host, env, logFile }));
    });
    const ready = apps.map((app) => app.ready.then(() => say(`${app.name} is ready.`)));
    await orEnd(Promise.all(ready));
    if (production) return undefined;
    return await orEnd(demoAccount(settings, secrets, databases.parley));
  }

  try {
    return { demo: await start(), failed: failed.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
