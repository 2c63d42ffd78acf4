import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSchema } from '@parley/db/schema';
import { createTestMerchant } from '@parley/demo/test-merchant';
import { createMissingDatabases, embeddedDatabases } from '@parley/launch/databases';
import { openRunRecord } from '@parley/launch/run-record';
import { supervise } from '@parley/launch/supervise';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { createProgramSpecs, getUrl, newEncryptionKeys, reservePorts } from './programs.ts';

export interface TestServerOptions {
  /** A folder that keeps the logs of the processes. They are deleted by default. */
  readonly logs?: string | undefined;
  /** Interrupts the start. */
  readonly signal: AbortSignal;
  /** Called with a line if a process ends and is started again. */
  readonly log: (line: string) => void;
}

export interface TestServer {
  /** The URLs, and the keys of its only merchant. */
  readonly variables: Readonly<Record<string, string>>;
  /** Stops every process and deletes the data. */
  readonly stop: () => Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the API, the worker, the payer page and the provider simulator on free ports of this machine, with a
 * PostgreSQL in a temporary folder. They also stop if this process is killed.
 * @throws Error with the end of a log if a process does not start
 */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  };
  try {
    return { variables: await start(options, cleanups), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { logs, signal, log }: TestServerOptions,
  cleanups: (() => unknown)[],
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sandbox-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const logFolder = resolve(logs ?? folder);
  await mkdir(logFolder, { recursive: true });
  const postgres = await throwawayPostgres();
  cleanups.push(postgres.stop);
  signal.throwIfAborted();
  const databases = embeddedDatabases(postgres.adminUrl, undefined);
  await createMissingDatabases(databases);
  await createSchema(databases.parley, fileURLToPath(new URL('prisma', import.meta.url)));
  const [ports, encryptionKeys] = [await reservePorts(), newEncryptionKeys()];
  const [checkoutUrl, sandboxUrl] = [getUrl(ports, 'checkout'), getUrl(ports, 'sandbox')];
  const merchant = await createTestMerchant({
    databaseUrl: databases.parley,
    encryptionKeys,
    checkoutUrl,
    sandboxUrl,
  });
  signal.throwIfAborted();
  const record = await openRunRecord(join(folder, 'run.json'));
  cleanups.push(record.close);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const specs = createProgramSpecs({ databases, encryptionKeys, ports }, merchant, logFolder);
  const programs = specs.map((spec) =>
    supervise(spec, {
      record,
      log,
      onFailure: failed.reject,
      readyTimeoutMs: READY_TIMEOUT_MS,
      graceMs: STOP_TIMEOUT_MS,
    }),
  );
  cleanups.push(() => Promise.all(programs.map((program) => program.stop())));
  signal.addEventListener('abort', () => failed.reject(signal.reason), { once: true });
  await Promise.race([Promise.all(programs.map(({ ready }) => ready)), failed.promise]);
  return {
    PARLEY_API_URL: `${getUrl(ports, 'api')}/v1`,
    PARLEY_SECRET_KEY: merchant.secretKey,
    PARLEY_PUBLISHABLE_KEY: merchant.publishableKey,
    PARLEY_CHECKOUT_URL: checkoutUrl,
    STRIPE_SECRET_KEY: merchant.provider.secretKey,
    SANDBOX_URL: sandboxUrl,
  };
}
